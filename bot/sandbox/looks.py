"""How the page differs from simcord's own: more like Discord, and less around the messages."""

from collections.abc import Mapping
from types import MappingProxyType

_STYLE = """
/* On Discord the picture stands above the buttons. */
.channel-message { display: flex; flex-direction: column; }
.channel-message > .message-components { order: 1; }
.channel-message > .message-ephemeral-note { order: 2; }
/* A board and its buttons are seen together. Discord on a desktop shows at most 350 pixels. */
.channel-message .attachment-image { max-height: max(350px, 50vh); }
/* Blue says that the ball bounces, so a button under the pointer must not turn blue. */
.channel-message .component-button.button-style-2:hover:not(:disabled) { background: #5d5e66; }
/* The page is always up to date, and nobody takes managed captures here. */
#refresh, #capture-open, #capture-tab { display: none; }
@media (max-width: 760px) {
  .preview-brand, #messages-toggle, #inspector-toggle, .session-menu, #view-action-output {
    display: none;
  }
  .preview-toolbar { height: auto; min-height: 0; flex-wrap: nowrap; }
  #action-status { flex: 1 1 auto; text-align: right; }
}
"""

REPLACED: Mapping[str, tuple[tuple[str, str], ...]] = MappingProxyType(
    {
        "/": (("<title>SimCord Preview<", "<title>Paper soccer: sandbox<"),),
        "/app.js": (
            # A window that is loaded again stays the window of the same player.
            (
                'request("/api/pages", "POST", {}, null)',
                'request("/api/pages", "POST", '
                '{ viewer_id: sessionStorage.getItem("player") ?? undefined }, null)',
            ),
            (
                'dispatch("viewer", { viewer_id: ui.viewer.value })',
                '(sessionStorage.setItem("player", ui.viewer.value), '
                'dispatch("viewer", { viewer_id: ui.viewer.value }))',
            ),
        ),
        "/commands.js": (
            # Discord asks for completions as soon as the field is there, before anything is typed.
            (
                'const current = String(field.value || "");',
                'const current = String(field.value || ""); queryAutocomplete(option, current);',
            ),
        ),
        "/timeline.js": (
            # Who looks at the newest message goes on to look at it, also while its picture loads.
            (".clientHeight <= 1 ?", ".clientHeight <= 150 ?"),
        ),
    }
)
"""What is put in place of what, in which of the page's files."""
STYLED = "/preview.css"
RESTYLED = frozenset({STYLED, *REPLACED})
"""The files that are changed."""


def restyled(path: str, text: str) -> str:
    """One of these files, as it is served here."""
    if path == STYLED:
        return text + _STYLE
    for old, new in REPLACED[path]:
        text = text.replace(old, new)
    return text
