"""The changes of the schema from release to release, run by Alembic."""
