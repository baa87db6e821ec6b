"""Remember overrides that were refused, so that none of them is carried out later.

Older releases told the GM of a refusal and forgot it. What they told is read from their memos; the match and the text
of such an override are filled in when its id is found in the file again.
"""

import json
import re
import zlib

import sqlalchemy as sa
from alembic import op
from sqlmodel.sql import sqltypes

revision = "0016"
down_revision = "0015"
branch_labels = None
depends_on = None

_TOLD = re.compile(r'\S+:\d+: override "(?P<name>.+?)": (?P<why>.+)', re.DOTALL)
_NO_DECISION = ("there is no match ", "this id was applied on ")
"""How the reasons begin of which nothing is decided: the match may come, and an id with another text is not read."""


def upgrade() -> None:
    """Go to this schema from the one before."""
    with op.batch_alter_table("override") as batch:
        batch.add_column(sa.Column("refused", sa.String(), nullable=False, server_default=""))
        batch.alter_column("match", existing_type=sa.Integer(), nullable=True)
    override = sa.table(
        "override",
        *map(sa.column, ("name", "match", "text", "record", "refused")),
        sa.column("applied", sqltypes.UTCDateTime()),
    )
    outbox = sa.table("outbox", *map(sa.column, ("id", "key", "payload")), sa.column("made", sqltypes.UTCDateTime()))
    connection = op.get_bind()
    decided = set(connection.scalars(sa.select(override.c.name)))
    told = sa.select(outbox.c.made, outbox.c.payload).where(outbox.c.key.startswith("config-told:"))
    for made, payload in connection.execute(told.order_by(outbox.c.id)).all():
        memo = json.loads(zlib.decompress(payload)) or {}
        for line in memo.get("lines", ()):
            found = _TOLD.fullmatch(line)
            if found and found["name"] not in decided and not found["why"].startswith(_NO_DECISION):
                decided.add(found["name"])
                row = {
                    "name": found["name"],
                    "match": None,
                    "text": "",
                    "record": 0,
                    "refused": found["why"].removesuffix("."),
                }
                connection.execute(override.insert().values(**row, applied=made))
