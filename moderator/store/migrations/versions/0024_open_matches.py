"""Let people join matches that have not begun, and a thread in a forum be with a player who has no seat yet."""

import sqlalchemy as sa
from alembic import op
from sqlmodel.sql import sqltypes

revision = "0024"
down_revision = "0023"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Go to this schema from the one before."""
    op.create_table(
        "openmatch",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("name", sqltypes.AutoString(), nullable=False),
        sa.Column("slug", sqltypes.AutoString(), nullable=False),
        sa.Column("status", sa.Enum("OPEN", "MUSTERED", "BEGUN", "OFF", name="openstatus"), nullable=False),
        sa.Column("settings", sqltypes.AutoString(), nullable=False),
        sa.Column("opened", sqltypes.UTCDateTime(), nullable=False),
        sa.Column("asked", sqltypes.UTCDateTime(), nullable=True),
        sa.Column("begins", sqltypes.UTCDateTime(), nullable=True),
        sa.Column("waited", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index("ix_openmatch_slug", "openmatch", ["slug"])
    op.create_index("ix_openmatch_status", "openmatch", ["status"])
    going_on = sa.text("status IN ('OPEN', 'MUSTERED')")
    op.create_index(
        "ix_openmatch_going_on",
        "openmatch",
        ["slug"],
        unique=True,
        sqlite_where=going_on,
        postgresql_where=going_on,
    )
    op.create_table(
        "membership",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("open_match", sa.Integer(), nullable=False),
        sa.Column("player", sa.Integer(), nullable=False),
        sa.Column("seat", sqltypes.AutoString(), nullable=False),
        sa.Column("joined", sqltypes.UTCDateTime(), nullable=False),
        sa.Column("here", sqltypes.UTCDateTime(), nullable=True),
        sa.ForeignKeyConstraint(["open_match"], ["openmatch.id"]),
        sa.ForeignKeyConstraint(["player"], ["player.id"]),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("open_match", "player"),
    )
    op.create_index("ix_membership_player", "membership", ["player"])
    with op.batch_alter_table("thread") as thread:
        thread.alter_column("match", existing_type=sa.Integer(), nullable=True)
