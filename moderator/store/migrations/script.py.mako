"""${message}."""

import sqlalchemy as sa
from alembic import op
from sqlmodel.sql import sqltypes

revision = ${repr(up_revision)}
down_revision = ${repr(down_revision)}
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Go to this schema from the one before."""
    ${upgrades if upgrades else "pass"}


def downgrade() -> None:
    """Go back to the schema before."""
    ${downgrades if downgrades else "pass"}
