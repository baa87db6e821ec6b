"""What a seat may not know shows in nothing that it gets: matches drawn at random, under all options, tried on twins.

The laws of all games compare what a seat is told where it witnessed the same. Here more is asked: what cannot show yet,
such as Star cards that nobody plays and lines for Turns to come, changes no event that a seat may know, and no throw
that is made openly.

Run as a program (``python -m``, with the first number and a count) it tries so many matches, with the slowest bot and
all pictures.
"""

import sys
from collections.abc import Mapping, Sequence
from typing import Any

import pytest
from msgspec.structs import replace

from moderator.core.codec import encode
from moderator.core.dice import Dice
from moderator.core.game import Prompt
from moderator.core.seats import Observer, Seat, Who
from moderator.games.rayguns_and_rocketships import GAME
from moderator.games.rayguns_and_rocketships.orders.types import Program, RayOrder, Take
from moderator.games.rayguns_and_rocketships.rules.fog import view_for
from moderator.games.rayguns_and_rocketships.rules.state import State
from moderator.games.rayguns_and_rocketships.rules.table import Table
from moderator.games.rayguns_and_rocketships.seat.view import View
from moderator.games.rayguns_and_rocketships.tables import basics_of, stars_of
from moderator.games.rayguns_and_rocketships.testing import TESTING
from moderator.games.simulate import bot_orders
from moderator.service.matches import letterhead
from moderator.testing.altered import altered
from tests.games.rayguns_and_rocketships.cases import orders_of
from tests.games.rayguns_and_rocketships.fuzz import begun
from tests.support.cases import every_case
from tests.support.drawn import pictures

PICTURES = pictures(GAME)

OrderSets = dict[Seat, tuple[RayOrder, ...]]
_SLOW = ("ace", "cadet")
"""Bots that work something out; the letter's examples are made by the second anyway."""
_LATER = orders_of(
    ["STEER AHEAD TURN 3", "FIRE HOLD TURN 3", "KEEP 9 TURN 3", "GO CAPTAIN, 1 TO HATCH TURN 3", "SEARCH TURN 3"]
)
"""Lines that do nothing before Turn 3."""


def order_sets(state: State, name: str) -> OrderSets:
    """Return what random bots order."""
    return {
        seat: bot_orders(GAME, state, seat, prompt, bot="random", chance=Dice.throwaway(f"{name} {seat}").secret)
        for seat, prompt in GAME.pending(state).items()
    }


def watchers(state: State) -> tuple[Who, ...]:
    """Return all who may not know everything."""
    return (Observer.PUBLIC, *state.seats)


# ---- before the step ------------------------------------------------------------------------------------


def shown(state: State, who: Who, order_set: Sequence[RayOrder], *, closely: bool) -> dict[str, Any]:
    """Return what somebody can get of a position, with what its own order set is answered."""
    view = GAME.view(state, who)
    found = {"view": encode(view), "report": encode(GAME.report(view, ())), "chart": PICTURES.chart(view)}
    if closely:
        poster = PICTURES.poster(view, blank=False)
        found["drawings"] = encode([PICTURES.draw(view), PICTURES.course(view), PICTURES.miniature(view), poster])
    prompt = GAME.pending(state).get(str(who))
    if prompt is None:
        return found
    for bot in ("random", *(_SLOW if closely else ())):
        found[bot] = bot_orders(GAME, state, str(who), prompt, bot=bot, chance=Dice.throwaway("same").secret)
    return found | {
        "default": encode(GAME.default(view, prompt, ())),
        "check": encode(GAME.check(view, prompt, order_set)),
        "preview": encode(GAME.preview(view, prompt, order_set)),
        "form": letterhead.examples(GAME, view, str(who), prompt),
    }


def look_before(state: State, orders: OrderSets, *, closely: bool) -> None:
    """See that positions that look the same to somebody are answered the same."""
    for who in watchers(state):
        order_set = orders.get(str(who), ())
        mine = shown(state, who, order_set, closely=closely)
        for twin in (GAME.suppose(GAME.view(state, who)), *TESTING.hidden(state, who)):
            alike(mine, shown(twin, who, order_set, closely=closely), who)


def alike(mine: Mapping[str, Any], theirs: Mapping[str, Any], who: Who) -> None:
    """See that twins are the same to somebody in each part."""
    assert mine.keys() == theirs.keys()
    for part, told in mine.items():
        assert told == theirs[part], (part, who)


# ---- the step -------------------------------------------------------------------------------------------


def unseen(state: State, who: Who, orders: OrderSets, prompt: Prompt) -> tuple[State, OrderSets]:
    """Return a position and order sets in which all is otherwise that somebody cannot see in the step to come."""
    others = [seat for seat in orders if seat != who]
    twin = _dealt_anew(state, [seat for seat in state.seats if seat != who])
    if prompt.phase == "setup":
        return twin, {
            seat: _set_up(seat, order_set) if seat in others else order_set for seat, order_set in orders.items()
        }
    if state.options.tempo == "turns" and prompt.phase == "round":
        return twin, {
            seat: _later(seat, order_set) if seat in others else order_set for seat, order_set in orders.items()
        }
    return twin, orders


def _dealt_anew(state: State, others: Sequence[Seat]) -> State:
    """Change Star cards that are neither programmed nor up for others of the deck."""
    secrets, decks = dict(state.secrets), dict(state.decks)
    for seat in others:
        kept = [card for card in secrets[seat].hand if card in secrets[seat].program]
        loose = [*(card for card in secrets[seat].hand if card not in kept), *decks[seat]][::-1]
        count = len(secrets[seat].hand) - len(kept)
        secrets[seat] = replace(secrets[seat], hand=(*kept, *loose[:count]))
        decks[seat] = tuple(loose[count:])
    return replace(state, secrets=secrets, decks=decks)


def _set_up(seat: Seat, order_set: Sequence[RayOrder]) -> tuple[RayOrder, ...]:
    """Take another Star card, and have something else in mind."""
    doctrine = orders_of(["HELM AWAY", "FIRE HOLD", "KEEP 9"])
    taken = next((line.card for line in order_set if isinstance(line, Take)), "")
    card = next(name for name in stars_of(seat)[::-1] if name != taken)
    return (Take(card=card), *(line for line in order_set if not isinstance(line, Take)), *doctrine)


def _later(seat: Seat, order_set: Sequence[RayOrder]) -> tuple[RayOrder, ...]:
    """Programme another card for the last Turn, and say something for it."""
    program = next(line for line in order_set if isinstance(line, Program))
    last = next(card for card in basics_of(seat) if card not in program.cards)
    rest = (line for line in order_set if not isinstance(line, Program))
    return (Program(cards=(*program.cards[:2], last)), *_LATER, *rest)


def plain(state: State, orders: OrderSets) -> OrderSets:
    """Return order sets with three basic cards, where a programme is asked for: Star cards stay in all hands."""
    if state.phase != "round":
        return orders
    return {
        seat: (Program(cards=basics_of(seat)[:3]), *(line for line in order_set if not isinstance(line, Program)))
        for seat, order_set in orders.items()
    }


def news(state: State, who: Who, orders: OrderSets, name: str, *, closely: bool) -> dict[str, Any]:
    """Return what somebody is told of a step, and what it sees then."""
    dice = Dice.throwaway(name)
    resolved = GAME.resolve(state, orders, dice)
    known = [replace(event, seen_by=None) for event in resolved.events if event.known_to(who)]
    view: View = GAME.view(resolved.state, who)
    return {
        "events": known,
        "throws": [throw for throw in dice.log if throw.stream == "open"],
        "view": encode(view),
        "report": encode(GAME.report(view, known)),
        "drawings": encode(PICTURES.draw(view)) if closely else b"",
    }


def look_after(state: State, orders: OrderSets, name: str, *, closely: bool) -> int:
    """See that what cannot show does not; return how often something was otherwise."""
    prompts, orders = GAME.pending(state), plain(state, orders)
    tried = 0
    for who in watchers(state):
        twin, others = unseen(state, who, orders, next(iter(prompts.values())))
        if (encode(twin), others) == (encode(state), orders):
            continue
        tried += 1
        mine, theirs = (news(*each, name, closely=closely) for each in ((state, who, orders), (twin, who, others)))
        alike(mine, theirs, who)
    return tried


def tried(number: int, rounds: int = 2, *, closely: bool = False) -> int:
    """Play a match of that number, looking at every position; return how many steps were tried on twins."""
    state, compared = begun(number, rounds), 0
    while not state.outcome:
        name = f"secrets {number}: {state.round} {state.turn}"
        orders = order_sets(state, name)
        look_before(state, orders, closely=closely)
        compared += look_after(state, orders, name, closely=closely)
        state = GAME.resolve(state, orders, Dice.throwaway(name)).state
    return compared


@every_case("number", range(2))
def test_what_a_seat_may_not_know_shows_in_nothing(number: int) -> None:
    """Neither in what it is shown and answered before a step, nor in what it is told of it."""
    assert tried(number) > 0


def test_what_all_are_told_that_one_alone_may_know_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    """Cards that are taken, drawn and chosen, and what becomes of lines."""
    monkeypatch.setattr(Table, "tell", Table.say)
    with pytest.raises(AssertionError, match="events"):
        tried(0)


def test_a_view_that_depends_on_what_is_hidden_is_seen() -> None:
    """The next card of each deck, in a figure that is shown."""

    def leaking(state: State, who: Who) -> View:
        return replace(
            view_for(state, who), idle=sum(map(ord, "".join(deck[0] for deck in state.decks.values() if deck)))
        )

    with altered(GAME, "view", leaking), pytest.raises(AssertionError, match="view"):
        tried(0)


if __name__ == "__main__":
    total = 0
    for one in range(int(sys.argv[1]), int(sys.argv[1]) + int(sys.argv[2])):
        try:
            total += tried(one, rounds=5, closely=True)
        except Exception:
            print("match", one)  # noqa: T201 - a program
            raise
    print(total, "rulings on twins")  # noqa: T201 - a program
