"""Name tables and columns in plain words: order sets, order requests, seat assignments."""

from alembic import op

revision = "0020"
down_revision = "0019"
branch_labels = None
depends_on = None

_TABLES = {"asking": "orderrequest", "place": "seatassignment", "sheet": "orderset"}
_COLUMNS = (
    ("addresschange", "old_said", "old_agreed"),
    ("addresschange", "new_said", "new_agreed"),
    ("match", "asking", "request"),
    ("match", "look_at", "check_due"),
    ("orderrequest", "told", "proposals"),
    ("orderset", "asking", "request"),
    ("record", "asking", "request"),
    ("standby", "place", "assignment"),
    ("vote", "asking", "request"),
)
_INDEXES = (
    ("ix_match_look_at", "ix_match_check_due", "match", ["check_due"]),
    ("ix_place_match", "ix_seatassignment_match", "seatassignment", ["match"]),
    ("ix_place_missed", "ix_seatassignment_missed", "seatassignment", ["missed"]),
    ("ix_place_player", "ix_seatassignment_player", "seatassignment", ["player"]),
    ("ix_sheet_match_asking", "ix_orderset_match_request", "orderset", ["match", "request"]),
)


def upgrade() -> None:
    """Go to this schema from the one before."""
    for old, new in _TABLES.items():
        op.rename_table(old, new)
    for table, old, new in _COLUMNS:
        op.execute(f'ALTER TABLE "{table}" RENAME COLUMN "{old}" TO "{new}"')
    for old, new, table, columns in _INDEXES:
        op.drop_index(old, table)
        op.create_index(new, table, columns, unique=False)
