"""What knows the whole position: cards, then shots, then sailing, then a look around, then new cards."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from hex_duel import board
from hex_duel import events as said
from hex_duel.orders import CHANGEABLE, DuelFault, Fire, Play, Sail
from hex_duel.seat.view import View
from moderator.core.dice import Dice, Why
from moderator.core.errors import Problem
from moderator.core.game import Event, Outcome, Prompt, Resolution
from moderator.core.orders import Order
from moderator.core.seats import Observer, Who
from moderator.kit.amend import SetOption, refusal, with_option
from moderator.kit.cards import Cards
from moderator.kit.options import faulty_seats, faulty_values, in_order, read_options

K = TypeVar("K", Sail, Fire, Play)


class State(Struct, frozen=True, kw_only=True):
    """The whole position; ``watchful`` are the captains who see the enemy now."""

    options: board.Options
    seats: tuple[str, ...]
    turn: int = 1
    place: dict[str, str]
    hull: dict[str, int]
    deck: tuple[str, ...]
    discards: tuple[str, ...] = ()
    hands: dict[str, tuple[str, ...]]
    watchful: tuple[str, ...] = ()


def check_options(options: Mapping[str, Any], seats: Sequence[str]) -> tuple[Problem, ...]:
    """Complain about options, and about anything but two captains."""
    return (*faulty_seats(seats, board.SEATS, fewest=2), *faulty_values(options, board.Options))


def setup(seats: Sequence[str], options: Mapping[str, Any], dice: Dice) -> Resolution[State]:
    """Let each ship leave a harbour of its coast, and deal the hands."""
    chosen, ranked = read_options(options, board.Options), in_order(seats, board.SEATS)
    deck = dice.secret.shuffled(board.DECK, Why("shuffle"))
    hands = {seat: tuple(deck.pop(0) for _ in range(board.HAND)) for seat in ranked}
    place = {seat: dice.secret.pick(board.HARBOURS[seat], Why("harbour", seats=(seat,))) for seat in ranked}
    hull = dict.fromkeys(ranked, chosen.hull)
    return Resolution(State(options=chosen, seats=ranked, place=place, hull=hull, deck=tuple(deck), hands=hands), ())


def pending(state: State) -> dict[str, Prompt]:
    """Ask both captains until the duel is over."""
    return {} if outcome(state) else {seat: Prompt(phase="watch", turn=state.turn) for seat in state.seats}


def outcome(state: State) -> Outcome | None:
    """End with a sunken ship or the last turn; the better hull wins."""
    is_sunk = not all(state.hull.values())
    if not is_sunk and state.turn <= state.options.turns:
        return None
    hulls = sorted(set(state.hull.values()), reverse=True)
    ranking = tuple(tuple(seat for seat in state.seats if state.hull[seat] == hull) for hull in hulls)
    return Outcome(ranking[0] if hulls[0] else (), ranking, "sunk" if is_sunk else "time")


def view_for(state: State, who: Who) -> View:
    """Show a captain its own ship and hand, the enemy only in sight; the GM all, the public neither ship."""
    own = tuple(seat for seat in state.seats if who in (seat, Observer.GM))
    return View(
        who=who.value if isinstance(who, Observer) else who,
        turn=state.turn,
        options=state.options,
        seats=state.seats,
        hull=state.hull,
        place={seat: at for seat, at in state.place.items() if seat in own or who in state.watchful},
        held={seat: state.hands[seat] for seat in own},
        cards={seat: len(state.hands[seat]) for seat in state.seats},
        discards=state.discards,
    )


def suppose(view: View) -> State:
    """Put an unseen enemy as far away as can be, and deal it cards of those that are left."""
    left = list(board.DECK)
    for card in (*view.discards, *(card for hand in view.held.values() for card in hand)):
        left.remove(card)
    hands = {seat: view.held.get(seat) or tuple(left.pop() for _ in range(n)) for seat, n in view.cards.items()}
    known = next(iter(view.place.values()), board.SEA.names[0])
    away = max(board.SEA.names, key=lambda at: board.steps_between(at, known))
    return State(
        options=view.options,
        seats=view.seats,
        turn=view.turn,
        place={seat: view.place.get(seat, away) for seat in view.seats},
        hull=view.hull,
        hands=hands,
        deck=tuple(left),
        discards=view.discards,
        watchful=tuple(seat for seat in view.seats if seat == view.who and view.enemy),
    )


class Turn:
    """The position while a turn is played."""

    def __init__(self, state: State, orders: Mapping[str, Sequence[Order]], dice: Dice) -> None:
        """Lay the position out."""
        self.state, self.orders, self.dice = state, orders, dice
        self.place, self.hull = dict(state.place), dict(state.hull)
        self.cards = Cards([*state.deck], [*state.discards], {seat: [*hand] for seat, hand in state.hands.items()})
        self.played: dict[str, str] = {}
        self.watchful: list[str] = []
        self.events: list[Event] = []

    def given(self, kind: type[K]) -> Iterator[tuple[str, str, K]]:
        """Give each captain's first order of a kind: whose, who the enemy is, and the order."""
        for seat, enemy in zip(self.state.seats, self.state.seats[::-1], strict=True):
            yield from [(seat, enemy, order) for order in self.orders.get(seat, ()) if isinstance(order, kind)][:1]

    def fail(self, seat: str, cause: str) -> None:
        """Tell a captain alone that an order came to nothing."""
        self.events.append(said.OrderFailed(seat=seat, cause=cause, seen_by=(seat,)))


def _play_cards(turn: Turn) -> None:
    for seat, _, order in turn.given(Play):
        if order.card not in turn.cards.hands[seat]:
            turn.fail(seat, DuelFault.NOT_HELD)
            continue
        turn.cards.discard(seat, order.card)
        turn.played[seat] = order.card
        turn.events.append(said.CardPlayed(seat=seat, card=order.card))


def _fire(turn: Turn) -> None:
    """Throw for every shot, whether anybody is there or not: that a die is thrown must not tell."""
    for seat, enemy, order in turn.given(Fire):
        here, target = turn.place[seat], order.place
        if target not in board.SEA.index or not board.is_open(board.RANGE, here, target):
            turn.fail(seat, DuelFault.OUT_OF_RANGE)
            continue
        face = turn.dice.secret.d(board.FACES, Why("shot", target, (seat,)))
        is_hit = turn.place[enemy] == target and face > board.steps_between(here, target)
        damage = is_hit + (is_hit and turn.played.get(seat) == board.SALVO)
        turn.hull[enemy] = max(0, turn.hull[enemy] - damage)
        turn.events.append(said.ShotFired(seat=seat, place=target, damage=damage))


def _sail(turn: Turn) -> None:
    for seat, _, order in turn.given(Sail):
        place = board.sailed(turn.place[seat], order.place, haste=turn.played.get(seat) == board.STEAM)
        if place == turn.place[seat]:
            turn.fail(seat, DuelFault.NO_WAY)
        turn.place[seat] = place


def _look(turn: Turn) -> None:
    is_near = board.is_open(turn.state.options.sight, *turn.place.values())
    for seat, enemy in zip(turn.state.seats, turn.state.seats[::-1], strict=True):
        if (is_near and turn.played.get(enemy) != board.SMOKE) or turn.played.get(seat) == board.SONAR:
            turn.watchful.append(seat)
            turn.events.append(said.EnemySighted(seat=enemy, place=turn.place[enemy], seen_by=(seat,)))


def _deal(turn: Turn) -> None:
    for seat, hand in turn.cards.hands.items():
        if not turn.cards.deck:
            turn.cards.renew(turn.dice.secret, Why("shuffle"))
        if len(hand) < board.HAND and (card := turn.cards.draw(seat)):
            turn.events.append(said.CardDrawn(seat=seat, card=card, seen_by=(seat,)))


def resolve(state: State, orders: Mapping[str, Sequence[Order]], dice: Dice) -> Resolution[State]:
    """Play one turn."""
    if outcome(state):
        return Resolution(state, ())
    turn = Turn(state, orders, dice)
    for step in (_play_cards, _fire, _sail, _look, _deal):
        step(turn)
    after = replace(
        state,
        turn=state.turn + 1,
        place=turn.place,
        hull=turn.hull,
        deck=tuple(turn.cards.deck),
        discards=tuple(turn.cards.discards),
        hands={seat: tuple(hand) for seat, hand in turn.cards.hands.items()},
        watchful=tuple(turn.watchful),
    )
    return Resolution(after, tuple(turn.events))


def amend(state: State, amendments: Sequence[SetOption], _dice: Dice) -> Resolution[State]:
    """Set options, all of them or, raising IllegalAmendment, none."""
    told: tuple[Event, ...] = ()
    for index, wish in enumerate(amendments):
        options, event = with_option(state.options, wish, CHANGEABLE, refusal(index))
        state, told = replace(state, options=options), (*told, event)
    return Resolution(state, told)
