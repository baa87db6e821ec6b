"""Remember which post a later answer is written into, not where each stands; and codes by which players join."""

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Go to this schema from the one before."""
    op.drop_column("outbox", "post")
    op.add_column("outbox", sa.Column("into", sa.String(), nullable=False, server_default=""))
    op.add_column("account", sa.Column("code", sa.String(), nullable=False, server_default=""))
