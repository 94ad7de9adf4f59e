"""The computer: chooses a turn for a position at a level.."""
