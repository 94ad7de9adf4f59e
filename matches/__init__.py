"""People playing: challenges, matches, clocks, ratings and standings; use cases and their ports."""
