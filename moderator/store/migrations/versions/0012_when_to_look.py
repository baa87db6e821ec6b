"""Remember when each match is worth a look next, and find those few without a look at all of them."""

from datetime import UTC, datetime

import sqlalchemy as sa
from alembic import op
from sqlmodel.sql import sqltypes

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Go to this schema from the one before."""
    # no table is made anew: SQLite would take a match's seats and records for orphans meanwhile
    op.add_column("match", sa.Column("look_at", sqltypes.UTCDateTime(), nullable=True))
    match = sa.table("match", sa.column("look_at", sqltypes.UTCDateTime()))
    op.execute(match.update().values(look_at=datetime(1970, 1, 1, tzinfo=UTC)))
    op.create_index("ix_match_look_at", "match", ["look_at"], unique=False)
    op.create_index("ix_match_rules", "match", ["game", "status", "rules"], unique=False)
    op.create_index("ix_place_missed", "place", ["missed"], unique=False)
    op.drop_index("ix_match_deadline", "match")
    op.drop_index("ix_match_ready_at", "match")
