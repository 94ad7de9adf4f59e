"""Buttons and forms as they are shown; what a tap does is in `taps`."""
