"""Remember which turns a player has missed in a row, and who would step in."""

import sqlalchemy as sa
from alembic import op
from sqlmodel.sql import sqltypes

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Go to this schema from the one before."""
    op.add_column("place", sa.Column("missed", sa.String(), nullable=False, server_default=""))
    op.create_table(
        "standby",
        sa.Column("id", sa.Integer(), primary_key=True),
        sa.Column("address", sa.String(), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("match", sa.Integer(), sa.ForeignKey("match.id")),
        sa.Column("made", sqltypes.UTCDateTime(), nullable=False),
        sa.Column("place", sa.Integer(), sa.ForeignKey("place.id")),
        sa.Column("offered_in", sa.Integer(), sa.ForeignKey("match.id")),
        sa.Column("asked", sqltypes.UTCDateTime()),
        sa.Column("accepted", sqltypes.UTCDateTime()),
    )
    op.create_index("ix_standby_address", "standby", ["address"])
