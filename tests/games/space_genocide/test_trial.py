"""What an order set of Space Genocide is tried out on tells nothing that was invented for it."""

from collections.abc import Iterator

import pytest
from msgspec.structs import replace

from moderator.core.codec import encode
from moderator.core.game import Prompt
from moderator.core.trial import trial
from moderator.games.space_genocide import GAME, TRIAL
from moderator.games.space_genocide.orders.phrases import Target, Trigger
from moderator.games.space_genocide.orders.types import GenocideOrder, Play, PlayWhen
from moderator.games.space_genocide.pieces import Ship
from moderator.games.space_genocide.rules.rehearsal import Rehearsal
from moderator.games.space_genocide.rules.state import State
from moderator.games.space_genocide.rules.suppose import suppose
from moderator.games.space_genocide.seat.check import check
from moderator.games.space_genocide.seat.preview import preview
from moderator.games.space_genocide.seat.view import View
from moderator.games.space_genocide.tables import CARD
from moderator.testing.twins import otherwise
from tests.support.law_tables import TABLES, played

NAMES = [name for name in TABLES if TABLES[name].game is GAME]
QUICK = ("space-genocide: two in fog", "space-genocide: seat after seat in fog")
OWN = tuple(card.key for card in CARD.values() if card.at == "order")
WAITING = PlayWhen(card="space-mines", trigger=Trigger("moves"))


def filled_otherwise(view: View) -> State:
    """Return another position that fits a view: other mats, worlds, hands and deck, and cards that wait for moves."""
    state: State = otherwise(GAME, suppose(view), view.who)
    mats = (
        fleet if fleet.seat == view.who else replace(fleet, ships=(Ship("monitor"), Ship("battle-station")))
        for fleet in state.fleets
    )
    return replace(
        state,
        fleets=tuple(mats),
        hands={seat: cards if seat == view.who else (*cards, "space-mines") for seat, cards in state.hands.items()},
        doctrine=dict.fromkeys(state.seats, (WAITING,)),
        pile=state.pile[::-1],
    )


def order_sets(name: str) -> Iterator[tuple[View, Prompt, list[GenocideOrder]]]:
    """Give heaps of anybody's lines, with cards that are played at once among them and in hand."""
    match = played(name)
    heap = [order for step in match.steps for order_set in step.orders.values() for order in order_set]
    for n, before in enumerate([match.start, *(step.state for step in match.steps[:-1])][::3]):
        for seat, prompt in GAME.pending(before).items():
            view = GAME.view(before, seat)
            hand = OWN if view.options.cards and view.turn else view.hand
            view = replace(view, hand=hand, hands={**view.hands, seat: len(hand)})
            goals = [planet.place for planet in view.own_planets] or [""]
            foe = next((fleet for fleet in view.fleets if fleet.seat != seat), None)
            for m, card in enumerate(OWN):
                on = Target(seat=foe.seat, fleet=foe.number) if foe and CARD[card].on == "enemy-fleet?" else Target()
                play = Play(card=card, target=on, goal=goals[m % len(goals)] if CARD[card].to else "")
                yield view, prompt, [play, *heap[(n + m) * 7 :][:7]]


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=[] if name in QUICK else [pytest.mark.proof]) for name in NAMES]
)
def test_check_and_preview_are_the_same_under_another_filling_of_the_unknown(name: str) -> None:
    """Whatever others have and wait for, the same order set gets the same answer to the last byte."""
    other = trial(filled_otherwise, Rehearsal)
    compared = 0
    for view, prompt, orders in order_sets(name):
        compared += encode(suppose(view)) != encode(filled_otherwise(view))
        assert encode(check(view, prompt, orders, TRIAL)) == encode(check(view, prompt, orders, other))
        assert encode(preview(view, prompt, orders, TRIAL)) == encode(preview(view, prompt, orders, other))
    assert compared
