"""What commands and buttons do: a use case, then the answer."""
