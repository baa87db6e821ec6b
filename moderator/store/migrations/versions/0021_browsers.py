"""Remember the browsers that open desks, and the links that were sent for them."""

import sqlalchemy as sa
from alembic import op
from sqlmodel.sql import sqltypes

revision = "0021"
down_revision = "0020"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Go to this schema from the one before."""
    op.create_table(
        "browser",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("player", sa.Integer(), nullable=True),
        sa.Column("key", sqltypes.AutoString(), nullable=False),
        sa.Column("opened", sqltypes.UTCDateTime(), nullable=False),
        sa.Column("used", sqltypes.UTCDateTime(), nullable=False),
        sa.ForeignKeyConstraint(["player"], ["player.id"]),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("key"),
    )
    op.create_index("ix_browser_player", "browser", ["player"])
    op.create_table(
        "entrance",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("player", sa.Integer(), nullable=True),
        sa.Column("waiting", sqltypes.AutoString(), nullable=False),
        sa.Column("asked", sqltypes.UTCDateTime(), nullable=False),
        sa.Column("used", sqltypes.UTCDateTime(), nullable=True),
        sa.Column("tries", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["player"], ["player.id"]),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("waiting"),
    )
    op.create_index("ix_entrance_player", "entrance", ["player"])
    op.create_index("ix_entrance_asked", "entrance", ["asked"])
