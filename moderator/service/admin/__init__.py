"""What an operator does with whole matches and with data about people."""
