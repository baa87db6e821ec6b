"""Keep what people have proposed to their allies."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Go to this schema from the one before."""
    op.add_column("asking", sa.Column("told", sa.LargeBinary()))
