"""Remember who wants every report of a match that the own seat is out of."""

import sqlalchemy as sa
from alembic import op

revision = "0018"
down_revision = "0017"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Go to this schema from the one before."""
    op.add_column("place", sa.Column("watches", sa.Boolean(), nullable=False, server_default=sa.false()))
