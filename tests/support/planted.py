"""Leaks that are planted into what a game or the service makes, so that the twin laws prove that they see them.

What is planted depends on the whole position, which is never the same for twins.
"""

from collections.abc import Callable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from contextlib import ExitStack
from typing import Any

import pytest
from msgspec.structs import replace

from moderator.core import codec
from moderator.core.errors import Problem
from moderator.core.game import AnyGame, Report, Section
from moderator.core.orders import Order
from moderator.core.pictures import Drawing, Part, Pictures, Place, Poster, Words
from moderator.core.seats import Who
from moderator.core.svg import Box
from moderator.service.matches.reports import Reports
from moderator.service.report_json import AnyReportJson
from moderator.testing.altered import altered
from moderator.testing.stages import Heard


@pytest.fixture
def alter() -> Iterator[Callable[[AnyGame, str, Any], None]]:
    """Give a way to replace a part of a game until the test is over: ``alter(GAME, "amend", other)``."""
    with ExitStack() as held:

        def change(game: AnyGame, part: str, other: Any) -> None:  # noqa: ANN401 - whatever the part is
            held.enter_context(altered(game, part, other))

        yield change


def assert_seen(heard: Heard, names: AbstractSet[str]) -> None:
    """See that the law fails, and by these names."""
    assert names
    with pytest.raises(AssertionError):
        heard.assert_alike()
    assert heard.differing >= names


def mark(state: Any) -> str:  # noqa: ANN401 - the game's own
    """Return what gives a whole position away."""
    return codec.digest(b"leak", state)[:12]


def leak_in_json(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let reports for programs tell of the whole position."""
    plain = Reports._json

    def leaking(told: Reports, *args: Any) -> AnyReportJson:  # noqa: ANN401 - passed on
        return replace(plain(told, *args), match=mark(told._state))

    monkeypatch.setattr(Reports, "_json", leaking)


def plant(alter: Callable[[AnyGame, str, Any], None], game: AnyGame, hook: str) -> None:
    """Let a game mark what one of its functions makes by the position that was looked at last."""
    looked = [""]
    view, drawn = game.view, game.pictures

    def looking(state: Any, who: Who) -> Any:  # noqa: ANN401 - the game's own
        looked[0] = mark(state)
        return view(state, who)

    def leak(plain: Callable[..., Any]) -> Callable[..., Any]:
        def leaking(*args: Any, **more: Any) -> Any:  # noqa: ANN401 - of any of a game's functions
            made = plain(*args, **more)
            return _turned(made, looked[0]) if hook == "choices" else marked(made, looked[0])

        return leaking

    def drawing(words: Words) -> Pictures[Any]:
        pictures = drawn(words)
        return replace(pictures, **{hook: leak(getattr(pictures, hook))})

    alter(game, "view", looking)
    if hook in Pictures.__struct_fields__:
        alter(game, "pictures", drawing)
    else:
        alter(game, hook, leak(getattr(game, hook)))


def _turned(values: Sequence[str] | None, by: str) -> Sequence[str] | None:
    """Return choices in another order, since only those are offered that can be read."""
    if not values:
        return values
    first = int(by, 16) % len(values)
    return (*values[first:], *values[:first])


def marked(made: Any, by: str) -> Any:  # noqa: ANN401 - whatever a game makes
    """Return what a game made, with a mark in it."""
    often = 1 + int(by, 16) % 97
    changes: dict[str, Any] = {}
    match made:
        case None:
            return None
        case str():
            return f"{made}\n{by}"
        case tuple() | list() if any(isinstance(each, Order) for each in made):
            return tuple(made) * often
        case tuple() | list():
            return tuple(marked(each, by) for each in made)
        case Place():
            changes = {"name": f"{made.name} {by}"}
        case Drawing():
            changes = {"parts": (*made.parts, Part(Box(0, 0, 1, 1), f'<text x="0" y="1">{by}</text>'))}
        case Poster():
            changes = {"board": marked(made.board, by)}
        case Report():
            sections = [replace(each, facts=each.facts * often) for each in made.sections]
            changes = {"sections": (*sections, Section(by, ()))}
        case Problem():
            told = {name: f"{fact} {by}" if isinstance(fact, str) else fact for name, fact in made.facts.items()}
            changes = {"facts": {**told, "leak": by}}
    assert changes, f"no mark can be made on {made}"
    return replace(made, **changes)
