"""Reading a letter's lines: what is an order, a command, a quote, a signature."""
