"""People playing: challenges, matches, clocks and ratings; the use cases and their ports."""
