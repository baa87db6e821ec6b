"""Remember on which letter's page a link to a desk was asked for."""

import sqlalchemy as sa
from alembic import op
from sqlmodel.sql import sqltypes

revision = "0022"
down_revision = "0021"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Go to this schema from the one before."""
    op.add_column("entrance", sa.Column("letter", sqltypes.AutoString(), nullable=False, server_default=""))
