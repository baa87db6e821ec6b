"""Exports that somebody has damaged: one thing changed at random, of every kind that an editor or a disk makes."""

import copy
import json
import random
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from moderator.app import transfer
from moderator.app.files import InstanceError
from moderator.service.admin.export_layout import Carried, CarriedRecord, TransferError
from moderator.service.admin.transfer import bring_in, export_match
from moderator.store.statuses import MatchStatus
from tests.support.world import World

_MARKED = "\x1b[31m\x00\u2028"
VALUES: tuple[Any, ...] = (
    *(
        None,
        True,
        False,
        0,
        1,
        -1,
        2,
        7,
        99,
        1.5,
        1e308,
        2**31,
        2**63,
        2**200,
        "",
        " ",
        "x",
        "x" * 5_000,
        "\x00",
        _MARKED,
    ),
    *(
        [],
        {},
        [[]],
        {"": None},
        "0",
        "-1",
        "every 0h",
        "every 9999999999w",
        "at NEVER 99:99",
        "cron * * *",
        "Mars/Olympus",
    ),
    *("carl@known.test", "carl@known.test\r\nBcc: eve@evil.test", "Eve <eve@evil.test>", "0001-01-01T00:00:00Z"),
    *(
        "9999-12-31T23:59:59Z",
        "2026-11-20T20:00:00",
        "2026-11-20T20:00:00+99:00",
        "00" * 32,
        "zz",
        "Ann",
        "Nobody",
        "bot",
    ),
)
"""What is put in the place of something."""


def paths(tree: Any, here: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:  # noqa: ANN401 - any JSON
    """Give the path of every value in JSON."""
    if here:
        yield here
    for key, value in tree.items() if isinstance(tree, dict) else enumerate(tree) if isinstance(tree, list) else ():
        yield from paths(value, (*here, key))


class Damager:
    """Damages a folder, tries to bring it in, and puts it right again."""

    def __init__(self, folder: Path, world: World, seed: int) -> None:
        """Take an export that is whole, and an instance in which its match is not."""
        self.folder, self.world, self.chance = folder, world, random.Random(seed)  # noqa: S311 - a test's
        self.names = ["match.json", *(f"records/{path.name}" for path in sorted((folder / "records").glob("*.json")))]
        self.whole = {name: (folder / name).read_bytes() for name in self.names}
        self.trees = {name: json.loads(data) for name, data in self.whole.items()}
        self.ways = {name: [*paths(tree)] for name, tree in self.trees.items()}
        self.refused = self.equal = 0

    def once(self) -> None:
        """Damage one file, and see that it is refused with a reason, or comes out as it went in."""
        name = self.chance.choice([self.names[0], self.names[0], *self.names[1:]])
        path = self.folder / name
        data = self.damaged(name)
        if data is None:
            path.unlink()
        else:
            path.write_bytes(data)
        try:
            self._bring_in()
        except (InstanceError, TransferError) as error:
            self.refused += 1
            said = str(error)
            assert said, "refused without a reason"
            assert len(said) < 2_000, said[:300]
            assert said.isprintable(), ascii(said)
        except Exception as error:
            error.add_note(f"{name}: {(data or b'')[:20_000]!r}")
            raise
        finally:
            path.write_bytes(self.whole[name])

    def damaged(self, name: str) -> bytes | None:
        """Return a file with one thing changed, None for none at all."""
        if self.chance.random() < 0.05:
            return self._bytes(self.whole[name])
        tree = copy.deepcopy(self.trees[name])
        way = self.chance.choice(self.ways[name])
        holder = tree
        for key in way[:-1]:
            holder = holder[key]
        change: Callable[[Any, Any], None] = self.chance.choice(
            [self._put, self._put, self._put, self._drop, self._double, self._like, self._swap, self._add]
        )
        change(holder, way[-1])
        return json.dumps(tree).encode("utf-8", "surrogatepass")

    def _bytes(self, data: bytes) -> bytes | None:
        at = self.chance.randrange(len(data))
        deep = 50_000
        return self.chance.choice(
            [
                *(None, b"", data[:at], data[:at] + bytes([self.chance.randrange(256)]) + data[at + 1 :], data + data),
                *(b"[" * deep, b'{"name":' + b"[" * deep + b"]" * deep + b"}", b"\xff\xfe" + data, b"null", b"[]"),
            ]
        )

    def _put(self, holder: Any, key: Any) -> None:  # noqa: ANN401 - any JSON
        holder[key] = copy.deepcopy(self.chance.choice(VALUES))

    def _drop(self, holder: Any, key: Any) -> None:  # noqa: ANN401 - any JSON
        del holder[key]

    def _double(self, holder: Any, key: Any) -> None:  # noqa: ANN401 - any JSON
        if isinstance(holder, list):
            holder.insert(key, copy.deepcopy(holder[key]))
        else:
            holder[f"{key}2"] = holder[key]

    def _like(self, holder: Any, key: Any) -> None:  # noqa: ANN401 - any JSON
        """Change a value a little."""
        value = holder[key]
        if isinstance(value, bool):
            holder[key] = not value
        elif isinstance(value, int | float):
            holder[key] = value + self.chance.choice([-1, 1, 10, -(2**32)])
        elif isinstance(value, str) and value:
            at = self.chance.randrange(len(value))
            holder[key] = value[:at] + self.chance.choice("0aZ.@\x00 ") + value[at + 1 :]
        else:
            self._put(holder, key)

    def _swap(self, holder: Any, key: Any) -> None:  # noqa: ANN401 - any JSON
        other = self.chance.choice([*holder] if isinstance(holder, dict) else range(len(holder)))
        holder[key], holder[other] = holder[other], holder[key]

    def _add(self, holder: Any, key: Any) -> None:  # noqa: ANN401 - any JSON
        if isinstance(holder, dict):
            holder["nonsense"] = self.chance.choice(VALUES)
        else:
            holder.append(holder[key])

    def _bring_in(self) -> None:
        carried, rows = transfer.read(self.folder)
        with self.world.store.trial() as session:
            match = bring_in(session, self.world.ctx, carried, rows)
            again, rows_again = export_match(session, self.world.ctx, match)
            session.rollback()
        assert _as_brought_in(carried, again) == again
        assert tuple(rows_again[: len(rows)]) == tuple(rows)
        _assert_no_more(carried, rows, rows_again)
        self.equal += 1


def _as_brought_in(carried: Carried, again: Carried) -> Carried:
    """Return what was carried, with what an instance sets itself, and with the pause in which it brings a match in."""
    own = {name: getattr(again, name) for name in ("format", "release", "carried", "forums")}
    if carried.status is MatchStatus.OVER:
        return replace(carried, **own)
    goes_on = {name: getattr(again, name) for name in ("status", "number", "ready_at", "rules", "requests", "settings")}
    assert again.requests[:-1] == carried.requests[:-1]
    return replace(carried, **own, **goes_on)


def _assert_no_more(carried: Carried, rows: tuple[CarriedRecord, ...], again: tuple[CarriedRecord, ...]) -> None:
    """Fail if there are other new records than the note of the pause."""
    new = 1 if carried.status is MatchStatus.RUNNING else 0
    assert len(again) <= len(rows) + new
