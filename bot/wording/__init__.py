"""Words for what happened: pure functions from values to text in a language."""
