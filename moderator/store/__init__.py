"""Persistence: tables, sessions, named queries, migrations."""
