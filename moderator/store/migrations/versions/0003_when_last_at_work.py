"""Remember when the moderator was last at work, so that its absences are known."""

import sqlalchemy as sa
from alembic import op
from sqlmodel.sql import sqltypes

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Go to this schema from the one before."""
    op.create_table(
        "pulse",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("seen", sqltypes.UTCDateTime(), nullable=True),
        sa.Column("behind", sqltypes.UTCDateTime(), nullable=True),
        sa.Column("told", sqltypes.UTCDateTime(), nullable=True),
        sa.PrimaryKeyConstraint("id"),
    )
