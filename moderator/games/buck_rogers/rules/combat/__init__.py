"""Combat: free shots, battles round by round, and what becomes of Leaders and territories."""
