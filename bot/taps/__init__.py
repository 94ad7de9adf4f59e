"""What is tapped: each button is made again from its id, and calls an action."""
