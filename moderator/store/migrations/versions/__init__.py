"""Changes of the schema from release to release; Alembic runs them."""
