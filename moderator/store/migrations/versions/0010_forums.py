"""Remember players' accounts in forums, our threads there, how far they were read, and where letters stand."""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Go to this schema from the one before."""
    op.create_table(
        "account",
        sa.Column("id", sa.Integer(), primary_key=True),
        sa.Column("player", sa.Integer(), sa.ForeignKey("player.id"), nullable=False),
        sa.Column("forum", sa.String(), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("number", sa.String(), nullable=False),
        sa.UniqueConstraint("player", "forum"),
    )
    op.create_index("ix_account_player", "account", ["player"])
    op.create_index("ix_account_number", "account", ["forum", "number"])
    op.create_table(
        "thread",
        sa.Column("id", sa.Integer(), primary_key=True),
        sa.Column("match", sa.Integer(), sa.ForeignKey("match.id"), nullable=False),
        sa.Column("seat", sa.String(), nullable=False),
        sa.Column("player", sa.Integer(), sa.ForeignKey("player.id")),
        sa.Column("forum", sa.String(), nullable=False),
        sa.Column("thread", sa.String(), nullable=False),
        sa.UniqueConstraint("forum", "thread"),
        sa.UniqueConstraint("match", "seat", "player", "forum"),
    )
    op.create_index("ix_thread_match", "thread", ["match"])
    op.create_table(
        "cursor",
        sa.Column("forum", sa.String(), primary_key=True),
        sa.Column("cursor", sa.String(), nullable=False),
    )
    op.add_column("outbox", sa.Column("claims", sa.Integer(), nullable=False, server_default="0"))
    op.add_column("outbox", sa.Column("gone", sa.String(), nullable=False, server_default=""))
    op.add_column("outbox", sa.Column("post", sa.String(), nullable=False, server_default=""))
