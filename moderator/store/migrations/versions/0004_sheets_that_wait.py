"""Remember of a sheet that lines of its letter did not count, so that the turn waits for a better one."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Go to this schema from the one before."""
    op.add_column("sheet", sa.Column("faulty", sa.Boolean(), nullable=False, server_default=sa.false()))
