"""Remember which turns a player has missed in a row, and who would step in."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Go to this schema from the one before."""
    op.add_column("place", sa.Column("missed", sa.String(), nullable=False, server_default=""))
