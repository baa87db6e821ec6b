"""Remember by which formula the dice of a match get their key, and the record that each seal was printed with.

Matches of before keep the first formula. The record of an asking followed the corrections of the GM; it is now the one
that the seal told first.
"""

import json
import zlib

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Go to this schema from the one before."""
    # no table is made anew: SQLite would take a match's seats and records for orphans meanwhile
    op.add_column("match", sa.Column("formula", sa.Integer(), nullable=False, server_default="1"))
    op.add_column("asking", sa.Column("sealed", sa.String(), nullable=False, server_default=""))
    asking = sa.table("asking", *map(sa.column, ("id", "match", "number", "record")))
    record = sa.table("record", *map(sa.column, ("match", "number", "asking", "body")))
    firsts = (
        sa.select(record.c.match, record.c.asking, sa.func.min(record.c.number).label("number"))
        .group_by(record.c.match, record.c.asking)
        .subquery()
    )
    moved = (
        sa.select(asking.c.id, record.c.number, record.c.body)
        .join(firsts, (firsts.c.match == asking.c.match) & (firsts.c.asking == asking.c.number))
        .join(record, (record.c.match == firsts.c.match) & (record.c.number == firsts.c.number))
        .where(record.c.number != asking.c.record)
    )
    connection = op.get_bind()
    rows = connection.execute(moved).all()
    for number, opened, body in rows:
        came_back = json.loads(zlib.decompress(body)).get("code") == "rolled-back"
        connection.execute(asking.update().where(asking.c.id == number).values(record=opened + came_back))
