"""Find the sheets of one asking without a look at those of all turns before."""

from alembic import op

revision = "0013"
down_revision = "0012"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Go to this schema from the one before."""
    op.create_index("ix_sheet_match_asking", "sheet", ["match", "asking"], unique=False)
    op.drop_index("ix_sheet_match", "sheet")
