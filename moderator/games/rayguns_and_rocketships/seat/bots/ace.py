"""The bot that looks ahead: it plays plans out against what the others may do, and takes what leaves it best off."""

from collections.abc import Iterator, Mapping, Sequence

from msgspec.structs import replace

from moderator.core.dice import Stream, Why
from moderator.core.game import Imagine, Prompt
from moderator.core.seats import Seat
from moderator.games.rayguns_and_rocketships.board.deck import deck
from moderator.games.rayguns_and_rocketships.board.helm import CARDS
from moderator.games.rayguns_and_rocketships.orders.phrases import BEST, NEAREST, WEAKEST
from moderator.games.rayguns_and_rocketships.orders.types import Helm, Pass, RayOrder
from moderator.games.rayguns_and_rocketships.pieces import CAPTAIN
from moderator.games.rayguns_and_rocketships.seat.bots.cadet import BOOK, book
from moderator.games.rayguns_and_rocketships.seat.bots.plans import Plan, order_set, programme
from moderator.games.rayguns_and_rocketships.seat.view import Secret, View
from moderator.games.rayguns_and_rocketships.tables import ships, stars_of

_HELMS = (
    Helm(goal="broadside", target=NEAREST),
    Helm(goal="broadside", target=WEAKEST),
    Helm(goal="alongside", target=NEAREST),
    Helm(goal="close", target=BEST),
    Helm(goal="away"),
    Helm(goal="ram", target=NEAREST),
)
_DRAWN = 8
"""Programmes that no helmsman would think of, which are tried as well."""
_HEATS = ((99, 1), (9, 2), (4, 4))
"""How many letters are tried in so many futures more, the best first: some sixty steps, a second or two."""

_GUN, _POST, _BLAST, _HURT, _STAR, _CREW = 0.5, 0.3, -0.2, -1.0, 0.4, 0.4
_RIVAL, _WON = 0.7, 100.0


class Ace:
    """A player that imagines the step; how often is fixed, so that it thinks no longer than seconds."""

    def order(self, view: View, prompt: Prompt, chance: Stream, imagine: Imagine[View, RayOrder]) -> Sequence[RayOrder]:
        """Return the letter that comes out best on the average."""
        if prompt.phase == "setup":
            return (Pass(),)
        letters = list(dict.fromkeys(order_set(view, plan) for plan in _plans(view, chance)))
        others = {
            seat: order_set(_seen_by(view, seat), book(view)) for seat in view.field.in_play() if seat != view.who
        }
        marks = dict.fromkeys(letters, 0.0)
        for heat, (entrants, futures) in enumerate(_HEATS):
            letters = sorted(letters, key=lambda letter: -marks[letter])[:entrants]
            for letter in letters:
                marks[letter] += _tried(view, {**others, view.who: letter}, imagine, f"{heat}", futures)
        return max(letters, key=lambda letter: marks[letter])


def _plans(view: View, chance: Stream) -> Iterator[Plan]:
    """Give plans: every goal of a helmsman without and with boarders, other targets, and some programmes by chance."""
    for helm in _HELMS:
        cards = programme(view, helm)
        yield from (Plan(helm, boarders=boarders, cards=cards) for boarders in (0, 1, 2))
        if helm == BOOK.helm:
            yield from (Plan(helm, aim, cards=cards) for aim in ("guns", "body"))
    for number in range(_DRAWN if view.phase == "round" else 0):
        drawn = tuple(chance.shuffled(view.hand, Why("cards", str(number)))[:CARDS])
        if sum(name in view.own.hand for name in drawn) <= view.options.max_star_per_round:
            yield Plan(cards=drawn)


def _seen_by(view: View, seat: Seat) -> View:
    """Return what another seat sees, as far as one may guess; its hand as ``Game.suppose`` deals it."""
    side = view.side(seat)
    left = [name for name in stars_of(seat) if name not in {*side.discards, *side.shown}]
    hand = tuple(left[: view.stars[view.seats.index(seat)]])
    return replace(view, who=seat, secrets={seat: Secret(hand)})


def _tried(
    view: View, orders: Mapping[Seat, Sequence[RayOrder]], imagine: Imagine[View, RayOrder], heat: str, futures: int
) -> float:
    names = (f"ace {view.round}.{view.turn} {heat}.{future}" for future in range(futures))
    return sum(_appraise(imagine(view, orders, name), view.who) for name in names)


def _appraise(view: View, seat: Seat) -> float:
    """Return what a position is worth to a seat: its own standing, less a part of the best rival's."""
    marks = {one: _standing(view, one) for one in view.seats}
    rival = max(mark for other, mark in marks.items() if other != seat)
    won = 0.0
    if view.outcome is not None:
        won = _WON if seat in view.outcome.winners else -_WON
    return marks[seat] - _RIVAL * rival + won


def _standing(view: View, seat: Seat) -> float:
    """Return what a seat has: points above all, then what may win or lose it more."""
    field, side, crew = view.field, view.side(seat), view.crew(seat)
    total = side.points + _HURT * len(side.hurt) + _CREW * len(crew) + _STAR * view.stars[view.seats.index(seat)]
    ship = field.ships.get(seat)
    if ship is None:
        return total - 2 * _GUN
    blasts = len(ship.blasts)
    manned = sum(bool(field.manner(seat, post)) for post in deck(seat).posts if not post.startswith("AIRLOCK"))
    total += _GUN * len(ship.guns) + _POST * manned + _BLAST * blasts * (1 + blasts / ships().blasts)
    return total + (0.5 if (seat, CAPTAIN) in field.figures else 0.0)
