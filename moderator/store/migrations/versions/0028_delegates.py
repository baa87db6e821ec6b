"""Remember who may send orders for a player's seat for a time."""

import sqlalchemy as sa
from alembic import op
from sqlmodel.sql import sqltypes

revision = "0028"
down_revision = "0027"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Go to this schema from the one before."""
    op.create_table(
        "delegate",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("match", sa.Integer(), nullable=False),
        sa.Column("assignment", sa.Integer(), nullable=False),
        sa.Column("address", sqltypes.AutoString(), nullable=False),
        sa.Column("asked", sqltypes.UTCDateTime(), nullable=False),
        sa.Column("until", sqltypes.UTCDateTime(), nullable=False),
        sa.Column("since", sqltypes.UTCDateTime(), nullable=True),
        sa.ForeignKeyConstraint(["match"], ["match.id"]),
        sa.ForeignKeyConstraint(["assignment"], ["seatassignment.id"]),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("assignment"),
    )
    for column in ("match", "address"):
        op.create_index(f"ix_delegate_{column}", "delegate", [column])
