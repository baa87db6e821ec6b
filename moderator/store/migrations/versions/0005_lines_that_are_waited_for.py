"""Remember of a sheet which lines did not count, not only that some did not, and which numbers its letter spoke of."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None

_UNKNOWN = '[{"hints":[],"number":"","text":""}]'
"""A line of which only that it did not count is known: any order settles it."""


def upgrade() -> None:
    """Go to this schema from the one before."""
    op.add_column("sheet", sa.Column("complaints", sa.String(), nullable=False, server_default="[]"))
    op.add_column("sheet", sa.Column("spoken", sa.String(), nullable=False, server_default="*"))
    sheet = sa.table("sheet", sa.column("complaints", sa.String), sa.column("faulty", sa.Boolean))
    op.execute(sheet.update().where(sheet.c.faulty).values(complaints=_UNKNOWN))
    op.drop_column("sheet", "faulty")
