"""Tools for authors of games: laws that every game must obey, scenarios, and recorded matches.

``moderator game check KEY`` runs the laws; docs/authors.md says how a game takes part.
"""
