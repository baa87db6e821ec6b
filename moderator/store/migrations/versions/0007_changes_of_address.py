"""Remember changes of address until they are decided."""

import sqlalchemy as sa
from alembic import op
from sqlmodel.sql import sqltypes

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Go to this schema from the one before."""
    op.create_table(
        "addresschange",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("player", sa.Integer(), nullable=False),
        sa.Column("key", sqltypes.AutoString(), nullable=False),
        sa.Column("match", sa.Integer(), nullable=False),
        sa.Column("old", sqltypes.AutoString(), nullable=False),
        sa.Column("address", sqltypes.AutoString(), nullable=False),
        sa.Column("by_gm", sa.Boolean(), nullable=False),
        sa.Column("old_said", sa.Boolean(), nullable=False),
        sa.Column("new_said", sa.Boolean(), nullable=False),
        sa.Column("asked", sqltypes.UTCDateTime(), nullable=False),
        sa.ForeignKeyConstraint(["match"], ["match.id"]),
        sa.ForeignKeyConstraint(["player"], ["player.id"]),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("player"),
    )
