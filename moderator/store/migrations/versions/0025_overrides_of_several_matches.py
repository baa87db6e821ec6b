"""Let an override be for several matches: it is decided once in each, by its id."""

from alembic import op

revision = "0025"
down_revision = "0024"
branch_labels = None
depends_on = None

_NAMES = {"uq": "%(table_name)s_%(column_0_name)s_key"}
"""How PostgreSQL names a constraint that was made without a name; SQLite gives it none."""


def upgrade() -> None:
    """Go to this schema from the one before."""
    with op.batch_alter_table("override", naming_convention=_NAMES) as batch:
        batch.drop_constraint("override_name_key", type_="unique")
        batch.create_unique_constraint("override_name_match_key", ["name", "match"])
