"""Keep the drawings in letters of ours as parts: those that were one SVG become a drawing of one part."""

import json
import zlib
from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None

_BATCH = 500


def upgrade() -> None:
    """Go to this schema from the one before."""
    outbox = sa.table(
        "outbox", sa.column("id", sa.Integer), sa.column("kind", sa.String), sa.column("payload", sa.LargeBinary)
    )
    connection, last = op.get_bind(), 0
    letters = sa.select(outbox.c.id, outbox.c.payload).where(outbox.c.kind == "acknowledgement").order_by(outbox.c.id)
    while rows := connection.execute(letters.where(outbox.c.id > last).limit(_BATCH)).all():
        for number, payload in rows:
            told = zlib.decompress(payload)
            if b'"svg":' in told:
                parted = json.dumps(_parted(json.loads(told)), ensure_ascii=False, separators=(",", ":"))
                renewed = outbox.update().where(outbox.c.id == number)
                connection.execute(renewed.values(payload=zlib.compress(parted.encode())))
        last = rows[-1].id


def _parted(value: Any) -> Any:  # noqa: ANN401 - any JSON
    """Return a value with the drawings in it as this release keeps them."""
    if isinstance(value, list):
        return [_parted(each) for each in value]
    if not isinstance(value, dict):
        return value
    if {"key", "svg", "width", "height", "alt"} <= value.keys():
        drawn = value.pop("svg")
        return {**value, "parts": [{"box": [0, 0, value["width"], value["height"]], "svg": drawn}]}
    return {name: _parted(each) for name, each in value.items()}
