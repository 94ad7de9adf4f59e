"""The computer thinks in processes of its own, so that nobody's tap waits for it.

`pool` starts and asks them, `thinker` is what runs in each, `question` what passes between, and
`tempo` how long an answer takes at least.
"""
