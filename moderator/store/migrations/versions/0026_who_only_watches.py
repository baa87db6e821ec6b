"""Remember who has the public reports of a match sent by mail without playing in it."""

import sqlalchemy as sa
from alembic import op
from sqlmodel.sql import sqltypes

revision = "0026"
down_revision = "0025"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Go to this schema from the one before."""
    op.create_table(
        "watcher",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("match", sa.Integer(), nullable=False),
        sa.Column("player", sa.Integer(), nullable=True),
        sa.Column("address", sqltypes.AutoString(), nullable=False),
        sa.Column("made", sqltypes.UTCDateTime(), nullable=False),
        sa.ForeignKeyConstraint(["match"], ["match.id"]),
        sa.ForeignKeyConstraint(["player"], ["player.id"]),
        sa.PrimaryKeyConstraint("id"),
    )
    for column in ("match", "player", "address"):
        op.create_index(f"ix_watcher_{column}", "watcher", [column])
