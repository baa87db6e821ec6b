"""Find a match by its name as it stands in addresses, and a player's letters of the last hour, without a search."""

import re
import unicodedata

import sqlalchemy as sa
from alembic import op
from sqlmodel.sql import sqltypes

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Go to this schema from the one before."""
    op.create_index("ix_letter_player_kept", "letter", ["player", "kept"], unique=False)
    # no table is made anew: SQLite would take a match's seats and records for orphans meanwhile
    op.add_column("match", sa.Column("slug", sqltypes.AutoString(), nullable=False, server_default=""))
    match = sa.table("match", sa.column("id"), sa.column("name"), sa.column("slug"))
    connection = op.get_bind()
    for number, name in connection.execute(sa.select(match.c.id, match.c.name)).all():
        connection.execute(match.update().where(match.c.id == number).values(slug=_slug(name)))
    op.create_index("ix_match_slug", "match", ["slug"], unique=True)


def _slug(name: str) -> str:
    """Return what ``tags.slug`` returned when this was written."""
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    return re.sub(r"[^a-z0-9]+", "-", plain.replace("'", "")).strip("-")
