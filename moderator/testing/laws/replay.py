"""Laws about the same again: a match that is played, resolved or read anew is the same match."""

import os
import subprocess
import sys
from collections.abc import Sequence
from types import GenericAlias
from typing import Any, Union

from msgspec import Struct

from moderator.core.codec import decode, encode
from moderator.testing.subjects import GameSubject, TableSubject, fingerprint

_SOME = 8


def played_again_is_the_same(table: TableSubject) -> None:
    """A match that is played again with the same dice is the same match."""
    table.same(fingerprint(table.play()), fingerprint(table.played), "positions, events and throws of two plays differ")


def replays_from_the_record(table: TableSubject) -> None:
    """Each turn replays from its record: position, orders and dice go through JSON and give the same result."""
    for moment in table.moments():
        game, step = table.game, moment.step
        before: Any = decode(encode(moment.before), game.state_type)
        orders: Any = decode(encode(step.orders), GenericAlias(dict, (str, tuple_of(game.language.orders))))
        table.same(before, moment.before, "the position, read back from JSON")
        table.same(orders, step.orders, "the orders, read back from JSON")
        again = game.resolve(before, orders, moment.dice)
        table.same_json(again.state, step.state, "the position after the turn, replayed")
        table.same_json(again.events, step.events, "the events, replayed")
        table.same(tuple(moment.dice.log), step.throws, "the throws, replayed")


def events_and_views_are_exact_json(table: TableSubject) -> None:
    """Events and views that are read back from JSON are what they were."""
    for moment in table.moments(_SOME):
        game, step = table.game, moment.step
        table.same(decode(encode(step.events), tuple_of(game.events)), step.events, "events, read back from JSON")
        for who in table.watchers:
            view = game.view(step.state, who)
            table.same(decode(encode(view), game.view_type), view, "the view, read back from JSON", who)


def order_of_sets_does_not_matter(game: GameSubject) -> None:
    """Matches are the same in a process that hashes otherwise: nothing depends on the order of a set."""
    command = [sys.executable, "-m", "moderator.testing.fingerprints", game.game.package]
    found = os.pathsep.join(filter(None, sys.path))  # where this process has found the game
    seed = "2" if os.environ.get("PYTHONHASHSEED") == "1" else "1"  # this process has another
    env = {**os.environ, "PYTHONPATH": found, "PYTHONHASHSEED": seed}
    run = subprocess.run(command, env=env, stdout=subprocess.PIPE, text=True, check=False)  # noqa: S603 - ourselves
    game.require(run.returncode == 0, "a process that played the tables failed")
    there = dict(line.rsplit(" ", 1) for line in run.stdout.splitlines())
    game.require(len(there) == len(game.tables), "not every table was played")
    for table in game.tables:
        same = there[table.name] == fingerprint(table.played)
        game.require(same, f"the match of {table.name} depends on PYTHONHASHSEED")


def tuple_of(kinds: Sequence[type[Struct]]) -> Any:  # noqa: ANN401 - a type made at run time is Any
    """Return the type of a tuple of such tagged kinds, for reading."""
    return GenericAlias(tuple, (Union[tuple(kinds)], ...))  # noqa: UP007 - made at run time
