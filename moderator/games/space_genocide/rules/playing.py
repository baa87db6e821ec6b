"""The way from a filed card to its effect.

A rule that comes to a moment calls ``offer`` (as ``turn.offer``). Whoever has filed a card that fits it plays it, the
highest priority first, then in the order of the turn, then of the order set. A card that does not fit a moment is kept
for another; it leaves the hand when it is played, even if Intelligence answers it. Intelligence itself is never
answered.
"""

from collections.abc import Iterator

from msgspec.structs import replace

from moderator.core.seats import Seat
from moderator.games.space_genocide.events.cards import CardPlayed
from moderator.games.space_genocide.events.transport import OrderFailed
from moderator.games.space_genocide.orders.phrases import MOMENTS, MOVING, Target, Trigger
from moderator.games.space_genocide.orders.types import Play, PlayWhen
from moderator.games.space_genocide.rules import deck
from moderator.games.space_genocide.rules.cards import EFFECTS
from moderator.games.space_genocide.rules.moments import Moment, Playing
from moderator.games.space_genocide.rules.turn import Turn
from moderator.games.space_genocide.tables import CARD

INTELLIGENCE = "intelligence"
PLAIN = 5
"""The priority of a card that is played without a condition."""

_OPEN = ("battle", "attacked", "aftermath")
"""The moments of cards that are played on ships of mats that all see."""


def offer(turn: Turn, moment: Moment) -> None:
    """Let seats play what they have filed for a moment."""
    if not turn.options.cards or turn.over:
        return
    for playing in _cards_for(turn, moment):
        if moment.negated:
            return
        if not play(turn, playing, moment) and _concerns(turn, playing.seat, moment):
            turn.unsuited.add(id(playing.order))


def _concerns(turn: Turn, seat: Seat, moment: Moment) -> bool:
    """Tell whether a moment is one of a seat's: others move or play, it is attacked, it fights, it throws or builds."""
    if moment.kind in ("moved", "card"):
        return moment.seat != seat
    if moment.kind == "launch":
        return turn.is_home(seat, moment.at)
    if moment.kind == "attacked":
        return moment.squadron is not None and moment.squadron.seat == seat
    if moment.kind in ("battle", "aftermath"):
        there = (*turn.fleets_at(moment.at), *(one for _, one in turn.fought if one.at == moment.at))
        return any(one.seat == seat for one in there)
    return moment.seat in ("", seat)


def play(turn: Turn, playing: Playing, moment: Moment) -> bool:
    """Play a card if it is in its seat's hand and fits the moment; tell whether it was played."""
    seat, card, order = playing.seat, playing.card, playing.order
    effect = EFFECTS.get(card)
    if effect is None or card not in turn.hands[seat] or not effect.fits(turn, playing, moment):
        return False
    deck.spend(turn, seat, card)
    turn.played.add(id(order))
    answer = Moment("card", seat=seat, card=card)
    if card != INTELLIGENCE:
        offer(turn, answer)
    turn.say(
        CardPlayed(
            seat=seat,
            card=card,
            target=Target() if order.more else _open_target(card, order.target),
            other=_open_target(card, order.other),
            goal=order.goal,
            negated_by=answer.negated_by,
        )
    )
    if not answer.negated:
        effect.apply(turn, playing, moment)
    return True


def _open_target(card: str, target: Target) -> Target:
    """Return what all are told of a card's target: types of ships only where the mats lie open."""
    return target if CARD[card].at in _OPEN else replace(target, kind="")


def unplayed(turn: Turn) -> None:
    """Tell seats which cards of their order sets found no moment."""
    for seat in turn.order:
        for order in turn.order_sets.get(seat, ()):
            if isinstance(order, Play) and id(order) not in turn.played:
                cause = _why_not(turn, seat, order)
                turn.say(OrderFailed(seat=seat, order=order, cause=cause, seen_by=(seat,)))


def _why_not(turn: Turn, seat: Seat, order: Play) -> str:
    """Return why a card was not played: it left the hand, found nothing at its moments, or had none.

    In the first reading only cards that are played at their line are said to have found nothing.
    """
    if order.card not in turn.hands[seat]:
        return "no-card"
    if CARD[order.card].at == "order":
        return "no-target"
    return "unsuited" if turn.options.second and id(order) in turn.unsuited else "not-now"


def _cards_for(turn: Turn, moment: Moment) -> list[Playing]:
    """Return the cards that are filed for a moment, in the order in which they are asked."""
    if turn.filed is None:
        turn.filed = _in_order(turn)
    return [
        playing
        for playing in turn.filed
        if playing.card in turn.hands[playing.seat]
        and id(playing.order) not in turn.played
        and _waits_for(turn, playing.seat, playing.order, moment)
    ]


def _in_order(turn: Turn) -> list[Playing]:
    """Return all that is filed for a turn: by priority, then in the order of the turn, then of the order set."""
    found = [
        (-priority, rank, place, Playing(seat, order))
        for rank, seat in enumerate(_seats_in_order(turn))
        for place, (priority, order) in enumerate(_cards_of(turn, seat))
    ]
    return [playing for *_, playing in sorted(found, key=lambda one: one[:3])]


def _seats_in_order(turn: Turn) -> tuple[Seat, ...]:
    """Return all seats, those that act this turn first."""
    return (*turn.order, *(seat for seat in turn.in_play if seat not in turn.order))


def _cards_of(turn: Turn, seat: Seat) -> Iterator[tuple[int, Play | PlayWhen]]:
    """Return what a seat has filed: its conditions, and the plain plays of its order set."""
    for standing in turn.doctrine.get(seat, ()):
        if isinstance(standing, PlayWhen):
            yield standing.priority, standing
    if seat in turn.order:
        for order in turn.order_sets.get(seat, ()):
            if isinstance(order, Play):
                yield PLAIN, order


def _waits_for(turn: Turn, seat: Seat, order: Play | PlayWhen, moment: Moment) -> bool:
    """Tell whether a filed card is meant for a moment."""
    known = CARD.get(order.card)
    if known is None:
        return False
    if isinstance(order, Play):
        return order is moment.order if moment.kind == "order" else known.at == moment.kind
    if known.moving and moment.kind not in MOVING:
        return False
    at = moment.kind if known.at == "order" and moment.kind != "dawn" else known.at
    return at == moment.kind and comes_true(turn, seat, order.trigger, moment)


def comes_true(turn: Turn, seat: Seat, trigger: Trigger, moment: Moment) -> bool:
    """Tell whether a seat's condition comes true at a moment."""
    if moment.kind not in MOMENTS[trigger.act]:
        return False
    if trigger.act == "attacked":
        return _is_mine(turn, seat, trigger, moment)
    if trigger.act in ("roll-lost", "battle"):
        return _is_at(turn, trigger.place, moment) and (moment.seat == seat or trigger.act == "battle")
    return moment.seat != seat and _somebody_does(turn, trigger, moment)


def _somebody_does(turn: Turn, trigger: Trigger, moment: Moment) -> bool:
    """Tell whether somebody does what a condition names; at dawn all are about to do it who act in the turn."""
    target = trigger.target
    if target.seat and moment.seat and target.seat != moment.seat:
        return False
    if trigger.act == "plays":
        return trigger.card in ("", moment.card)
    number = moment.squadron.number if moment.squadron is not None else target.fleet
    return target.fleet in (0, number) and _is_at(turn, trigger.place, moment)


def _is_at(turn: Turn, place: str, moment: Moment) -> bool:
    """Tell whether a moment is at a place; an empty place is anywhere."""
    return not place or (moment.at >= 0 and turn.name(moment.at) == place)


def _is_mine(turn: Turn, seat: Seat, trigger: Trigger, moment: Moment) -> bool:
    """Tell whether what is attacked is a seat's own and what its condition names."""
    target = trigger.target
    if not _is_at(turn, target.place or trigger.place, moment):
        return False
    if moment.squadron is None:
        return any(one.seat == seat and target.fleet in (0, one.number) for one in turn.fleets_at(moment.at))
    if moment.squadron.seat != seat or target.fleet not in (0, moment.squadron.number):
        return False
    return moment.craft is None or target.kind in ("", moment.craft.kind.key)
