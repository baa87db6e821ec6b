"""What one seat may know, and all that works on it; nothing here imports the rules."""
