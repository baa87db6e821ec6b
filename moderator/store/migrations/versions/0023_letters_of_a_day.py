"""Let letters wait for the letter of a day, in which they go together."""

from alembic import op

revision = "0023"
down_revision = "0022"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Go to this schema from the one before."""
    if op.get_bind().dialect.name == "postgresql":  # SQLite keeps the names of statuses as they come
        op.execute("ALTER TYPE outboxstatus ADD VALUE IF NOT EXISTS 'GATHERED' BEFORE 'DROPPED'")
