"""What board games share: pure, and it knows no title."""
