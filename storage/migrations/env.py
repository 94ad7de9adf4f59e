"""What Alembic runs: the revisions, on the connection that `upgrade` handed over."""

from alembic import context

from storage.tables import metadata

connection = context.config.attributes["connection"]
context.configure(
    connection=connection,
    target_metadata=metadata,
    # SQLite changes a table only by making a new one and copying: batch operations do that.
    render_as_batch=connection.dialect.name == "sqlite",
)
context.run_migrations()
