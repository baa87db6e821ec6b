"""Remember of a match that its GM withdrew it before its first turn: its name can be used again."""

import sqlalchemy as sa
from alembic import op

revision = "0017"
down_revision = "0016"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Go to this schema from the one before."""
    op.add_column("match", sa.Column("withdrawn", sa.Boolean(), nullable=False, server_default=sa.false()))
    op.create_index("ix_match_withdrawn", "match", ["withdrawn"], unique=False)
