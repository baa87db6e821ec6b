"""Keep what chats were told of matches, and what they are to be told next."""

import sqlalchemy as sa
from alembic import op
from sqlmodel.sql import sqltypes

revision = "0027"
down_revision = "0026"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Go to this schema from the one before."""
    op.create_table(
        "chatnotice",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("target", sqltypes.AutoString(), nullable=False),
        sa.Column("match", sa.Integer(), nullable=False),
        sa.Column("occasion", sqltypes.AutoString(), nullable=False),
        sa.Column("player", sa.Integer(), nullable=True),
        *(sa.Column(name, sqltypes.AutoString(), nullable=False) for name in ("about", "seen", "told", "remote")),
        sa.Column("waits", sa.Boolean(), nullable=False),
        sa.Column("due", sqltypes.UTCDateTime(), nullable=False),
        sa.Column("leased", sqltypes.UTCDateTime(), nullable=True),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.Column("failing", sqltypes.UTCDateTime(), nullable=True),
        sa.Column("sent", sqltypes.UTCDateTime(), nullable=True),
        sa.ForeignKeyConstraint(["match"], ["match.id"]),
        sa.ForeignKeyConstraint(["player"], ["player.id"]),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("target", "match", "occasion"),
    )
    for column in ("match", "player", "waits"):
        op.create_index(f"ix_chatnotice_{column}", "chatnotice", [column])
