"""Bots: what they order, and matches of bots, played in memory on throwaway dice for figures, benchmarks and tests.

The same name always gives the same match.
"""

from collections.abc import Iterator, Mapping, Sequence
from math import sqrt
from typing import Any, NamedTuple

from msgspec import Struct

from moderator.core.dice import Dice, Stream
from moderator.core.game import AnyGame, Imagine, Outcome, Prompt
from moderator.core.referee import ResolutionStep, advance, fold_standing
from moderator.core.seats import Seat


class Lineup(Struct, frozen=True, kw_only=True):
    """What is played by whom: a game with its options, and the name of a bot for every seat."""

    game: Any
    bots: dict[Seat, str]
    options: dict[str, Any] = {}

    @property
    def seats(self) -> tuple[Seat, ...]:
        """The seats in the order in which they are listed."""
        return tuple(self.bots)


class PlayedRequest(Struct, frozen=True, kw_only=True):
    """One order request of a match: the order sets that were filed and the steps that followed."""

    order_sets: dict[Seat, tuple[Any, ...]]
    standing: dict[Seat, tuple[Any, ...]]
    steps: tuple[ResolutionStep, ...]
    before: Any
    after: Any


class Played(Struct, frozen=True, kw_only=True):
    """A match from its first position to its last. ``outcome`` is None if it was cut short."""

    start: Any
    asked: tuple[PlayedRequest, ...]
    state: Any
    outcome: Outcome | None
    roles: Mapping[Seat, str] = {}

    @property
    def steps(self) -> tuple[ResolutionStep, ...]:
        """All steps in order."""
        return tuple(step for asked in self.asked for step in asked.steps)


def imagining(game: AnyGame, seat: Seat) -> Imagine[Any, Any]:
    """Return a function that lets a seat look ahead: it rules on a supposed position, on throwaway dice."""

    def imagine(view: Any, orders: Mapping[Seat, Sequence[Any]], name: str) -> Any:  # noqa: ANN401 - the game's own
        resolution = game.resolve(game.suppose(view), orders, Dice.throwaway(name))
        return game.view(resolution.state, seat)

    return imagine


def bot_orders(
    game: AnyGame,
    state: Any,  # noqa: ANN401 - as above
    seat: Seat,
    prompt: Prompt,
    *,
    bot: str,
    chance: Stream,
    told: Mapping[Seat, Sequence[Any]] | None = None,
) -> tuple[Any, ...]:
    """Return the order set with which a bot answers a prompt.

    The bot sees its seat's view, with what its allies have ``told`` it, and nothing else.
    """
    view = game.view(state, seat)
    if told and game.concert is not None:
        view = game.concert.with_plans(view, told)
    return tuple(game.bots[bot].order(view, prompt, chance, imagining(game, seat)))


def bots_order_sets(
    game: AnyGame,
    state: Any,  # noqa: ANN401 - as above
    asked: Mapping[Seat, Prompt],
    names: Mapping[Seat, str],
    *,
    secret: Stream,
    told: Mapping[Seat, Sequence[Any]] | None = None,
) -> dict[Seat, tuple[Any, ...]]:
    """Return the order sets of the seats that bots play; ``names`` are their bots, each gets a child of ``secret``.

    ``told`` is what people have proposed to their allies.
    """
    return {
        seat: bot_orders(game, state, seat, prompt, bot=names[seat], chance=secret.child("bot", seat), told=told)
        for seat, prompt in asked.items()
        if seat in names
    }


def play(table: Lineup, name: str, *, most: int | None = None) -> Played:
    """Play a match to its end, or until ``most`` steps are made, by default the game's own limit."""
    game: AnyGame = table.game
    options = {**game.info.begins, **table.options}
    start = game.setup(table.seats, options, Dice.throwaway(f"{name}/setup")).state
    asked = tuple(_requests(table, start, name, game.info.limit if most is None else most))
    state = asked[-1].after if asked else start
    return Played(start=start, asked=asked, state=state, outcome=game.outcome(state), roles=game.roles(state))


def _requests(table: Lineup, state: Any, name: str, most: int) -> Iterator[PlayedRequest]:  # noqa: ANN401 - as above
    game: AnyGame = table.game
    standing: dict[Seat, tuple[Any, ...]] = {}
    made = number = 0
    while made < most and (prompts := game.pending(state)):
        dice = Dice.throwaway(f"{name}/{number}")
        order_sets = {
            seat: bot_orders(game, state, seat, prompt, bot=table.bots[seat], chance=dice.secret.child("bot", seat))
            for seat, prompt in prompts.items()
        }
        standing = {
            **standing,
            **{seat: fold_standing(standing.get(seat, ()), order_set) for seat, order_set in order_sets.items()},
        }
        progress = advance(game, state, order_sets, dice, standing=standing)
        asked = PlayedRequest(
            order_sets=order_sets, standing=standing, steps=progress.steps, before=state, after=progress.state
        )
        yield asked
        state, made, number = progress.state, made + len(progress.steps), number + 1


class Ending(NamedTuple):
    """How matches end: the seats that won, empty if nobody did, and the code of the reason."""

    winners: tuple[Seat, ...]
    reason: str


class Tally(Struct, kw_only=True):
    """The results of many matches at one table. ``failed`` counts orders that could not be carried out.

    ``roles`` tells for each role (``Game.roles``) how many seats played it, and how many of these won alone.
    """

    matches: int = 0
    unfinished: int = 0
    endings: dict[Ending, int] = {}
    steps: list[int] = []
    orders: int = 0
    failed: int = 0
    roles: dict[str, tuple[int, int]] = {}

    def add(self, played: Played) -> None:
        """Add the result of a match."""
        self.matches += 1
        self.steps.append(len(played.steps))
        self.orders += sum(len(order_set) for asked in played.asked for order_set in asked.order_sets.values())
        self.failed += sum(event.failed for step in played.steps for event in step.events)
        if played.outcome is None:
            self.unfinished += 1
        else:
            ending = Ending(played.outcome.winners, played.outcome.reason)
            self.endings[ending] = self.endings.get(ending, 0) + 1
            for seat, role in played.roles.items():
                self._count(role, 1, int(ending.winners == (seat,)))

    def merge(self, other: "Tally") -> None:
        """Add another tally to this one."""
        self.matches += other.matches
        self.unfinished += other.unfinished
        self.steps += other.steps
        self.orders += other.orders
        self.failed += other.failed
        for ending, count in other.endings.items():
            self.endings[ending] = self.endings.get(ending, 0) + count
        for role, (seats, won) in other.roles.items():
            self._count(role, seats, won)

    def _count(self, role: str, seats: int, won: int) -> None:
        before = self.roles.get(role, (0, 0))
        self.roles[role] = before[0] + seats, before[1] + won

    def wins(self) -> dict[tuple[Seat, ...], dict[str, int]]:
        """Return for each group of seats that won together how often it won, by reason, the most frequent first."""
        grouped: dict[tuple[Seat, ...], dict[str, int]] = {}
        for ending, count in sorted(self.endings.items(), key=lambda item: (-item[1], item[0])):
            grouped.setdefault(ending.winners, {})[ending.reason] = count
        return dict(sorted(grouped.items(), key=lambda item: (-sum(item[1].values()), item[0])))


def interval(hits: int, trials: int) -> tuple[float, float]:
    """Return Wilson's 95 % interval of the share ``hits / trials``."""
    if not trials:
        return 0.0, 1.0
    share, spread = hits / trials, _Z * _Z / trials
    middle = (share + spread / 2) / (1 + spread)
    half = _Z * sqrt(share * (1 - share) / trials + spread / trials / 4) / (1 + spread)
    return max(0.0, middle - half), min(1.0, middle + half)


_Z = 1.959964
