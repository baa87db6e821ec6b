"""What the service does when a letter asks: one module for each family of commands."""
