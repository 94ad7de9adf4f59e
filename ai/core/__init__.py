"""The search itself: plain Python files that also run compiled."""
