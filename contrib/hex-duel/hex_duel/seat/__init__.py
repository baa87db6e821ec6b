"""What faces one seat."""
