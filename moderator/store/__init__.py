"""Persistence: the tables, transactions, named queries and migrations of the database."""
