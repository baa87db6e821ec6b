"""How people come into matches: open matches, invitations, the muster before a match begins, and the waiting list."""
