"""The room that knows Discord: commands, messages, configuration, languages, and the wiring."""
