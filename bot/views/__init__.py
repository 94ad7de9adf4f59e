"""Buttons and forms. They carry their state in their ids and outlive every restart."""
