"""Remember of an address or an account that an import alone says whose it is."""

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Go to this schema from the one before."""
    for table in ("address", "account"):
        op.add_column(table, sa.Column("claimed", sa.Boolean(), nullable=False, server_default=sa.false()))
