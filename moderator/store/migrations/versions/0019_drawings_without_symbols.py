"""Keep the drawings in letters of ours as plain SVG: shapes stand where they are used, and parts in their places."""

import json
import re
import zlib
from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0019"
down_revision = "0018"
branch_labels = None
depends_on = None

_BATCH = 500
_USE = re.compile(r'<use href="#([^"]+)"([^>]*)/>')
_NAME = re.compile(r' id="([^"]+)"')


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
            if b'"parts":' in told:
                plain = json.dumps(_plain(json.loads(told)), ensure_ascii=False, separators=(",", ":"))
                renewed = outbox.update().where(outbox.c.id == number)
                connection.execute(renewed.values(payload=zlib.compress(plain.encode())))
        last = rows[-1].id


def _plain(value: Any) -> Any:  # noqa: ANN401 - any JSON
    """Return a value with the drawings in it as this release keeps them."""
    if isinstance(value, list):
        return [_plain(each) for each in value]
    if not isinstance(value, dict):
        return value
    if {"key", "parts", "width", "height", "alt"} <= value.keys():
        kept = {name: each for name, each in value.items() if name not in {"symbols", "palette"}}
        shapes = {name[1]: shape for shape in value.get("symbols", ()) if (name := _NAME.search(shape))}
        return {**kept, "parts": [_part(part, shapes) for part in value["parts"]]}
    return {name: _plain(each) for name, each in value.items()}


def _part(part: dict[str, Any], shapes: dict[str, str]) -> dict[str, Any]:
    """Return a part with the shapes that it uses, moved to where it stands."""
    drawn = _USE.sub(lambda use: f"<g{use[2]}>{shapes[use[1]]}</g>", part["svg"])
    x, y = part.get("at", (0, 0))
    moved = f'<g transform="translate({x:.2f} {y:.2f})">{drawn}</g>' if x or y else drawn
    return {"box": part["box"], "svg": moved}
