"""What people write in web forums: a post becomes a letter of another kind."""
