"""Measurements outside the tests: `python -m benchmarks.NAME` prints one JSON object a line."""
