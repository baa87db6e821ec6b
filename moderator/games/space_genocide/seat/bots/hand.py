"""How a bot plays its cards: some at once, some for the strike that it plans, some kept for what enemies do."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TypeAlias

from moderator.games.space_genocide.orders.phrases import Act, Target, Trigger
from moderator.games.space_genocide.orders.types import Discard, Forget, GenocideOrder, Play, PlayWhen
from moderator.games.space_genocide.pieces import World
from moderator.games.space_genocide.seat.bots.garrison import KEPT, Garrisons
from moderator.games.space_genocide.seat.bots.planning import Sketch, busters, can_move
from moderator.games.space_genocide.seat.bots.strikes import Group, Strike
from moderator.games.space_genocide.seat.view import FleetSeen
from moderator.games.space_genocide.tables import KIND

KEPT_LAST = (
    "intelligence",
    "its-a-dud",
    "strategic-push",
    "increased-production",
    "decoy",
    "defend-the-homeworld",
    "press-offensive",
    "surprise-attack",
    "salvage",
    "boarding-action",
)
"""What a hand that is too full is loath to lose, most of all first; other cards go before these."""

SOON = 1
"""A strike that is at most this many turns away is worth a card."""

CLOSE = 6
"""An enemy fleet at most this far from what matters is worth a card."""


class Hand:
    """A seat's cards in a turn, the planets that matter to it, and the strikes that it plans."""

    def __init__(self, sketch: Sketch, garrisons: Garrisons, strikes: Sequence[Strike]) -> None:
        """Look at the hand."""
        self.sketch, self.garrisons = sketch, garrisons
        self.cards = sketch.view.hand if sketch.options.cards else ()
        self.strikes = strikes
        self.now = [strike for strike in strikes if strike.turns <= SOON]
        self.dear = sorted(
            (at for at, worth in garrisons.worth.items() if worth >= KEPT[3]),
            key=lambda at: (-garrisons.worth[at] * (1 + garrisons.danger[at]), at),
        )
        self.threat = self._threat()
        self._orders = [order for card in self.cards if card in _WAYS for order in _WAYS[card](self, card)]

    def plays(self) -> list[GenocideOrder]:
        """Return what is played in this turn in any case; it stands before the moves."""
        return [order for order in self._orders if isinstance(order, Play)]

    def conditions(self) -> list[GenocideOrder]:
        """Return what waits for something, and what is discarded first; what waited before waits no longer."""
        waiting: list[GenocideOrder] = [order for order in self._orders if isinstance(order, PlayWhen)]
        if not waiting and any(isinstance(order, PlayWhen) for order in self.sketch.view.doctrine):
            waiting.append(Forget(topic="cards"))
        last = [card for card in self.cards if card in KEPT_LAST]
        first = [card for card in self.cards if card not in KEPT_LAST]
        last.sort(key=lambda card: -KEPT_LAST.index(card))
        return [*waiting, Discard(hand=(*first, *last))] if self.cards else waiting

    # ---- what cards are played on -------------------------------------------------------------------------

    def _threat(self) -> FleetSeen | None:
        """Return the enemy fleet that is nearest to what matters most, if it is close."""
        near = [
            (self.sketch.distance(there, at), fleet.seat, fleet.number, fleet)
            for at in self.dear[:2]
            for there, fleets in self.sketch.foes.items()
            for fleet in fleets
            if there not in self.sketch.prey
        ]
        found = min(near, key=lambda one: one[:3], default=None)
        return found[3] if found is not None and found[0] <= CLOSE else None

    def richest(self) -> str:
        """Return the rival with most cards, if any has some."""
        hands = self.sketch.view.hands
        return max(self.sketch.rivals, key=lambda seat: hands.get(seat, 0), default="")

    def short_of(self, reach: Callable[[Group], int]) -> tuple[Group, Strike] | None:
        """Return a group of a strike that would be there in this turn if it went as far as ``reach`` says."""
        for strike in self.strikes:
            for group in strike.groups:
                away = self.sketch.distance(group.at, strike.at)
                if group.pace and group.pace < away <= reach(group) and group.fleet in self.sketch.mine:
                    return group, strike
        return None


Way: TypeAlias = Callable[[Hand, str], Iterable[GenocideOrder]]


def _at_once(hand: Hand, card: str) -> Iterable[GenocideOrder]:
    del hand
    return (Play(card=card),)


def _more_ships(hand: Hand, card: str) -> Iterator[GenocideOrder]:
    if hand.sketch.room_for_more:
        yield Play(card=card)


def _on_rival(hand: Hand, card: str) -> Iterator[GenocideOrder]:
    seat = hand.richest()
    if seat and hand.sketch.view.hands.get(seat, 0) > 1:
        yield Play(card=card, target=Target(seat=seat))


def _probe(hand: Hand, card: str) -> Iterator[GenocideOrder]:
    sketch = hand.sketch
    unknown = [strike.at for strike in hand.strikes if sketch.prey[strike.at].world is None]
    unknown += [at for at, planet in sketch.prey.items() if planet.world is None and at in sketch.foes]
    if unknown:
        yield Play(card=card, target=Target(place=sketch.board.names[unknown[0]]))


def _scan(hand: Hand, card: str) -> Iterator[GenocideOrder]:
    places = [strike.at for strike in hand.strikes]
    unseen = [fleet for at in places for fleet in hand.sketch.foes.get(at, ()) if fleet.ships is None]
    if unseen:
        yield Play(card=card, target=Target(seat=unseen[0].seat, fleet=unseen[0].number))


def _hurry(points: int) -> Way:
    """Return how a card is played that gives a fleet some movement points more."""

    def play(hand: Hand, card: str) -> Iterator[GenocideOrder]:
        late = hand.short_of(lambda group: group.pace + points)
        if late is not None:
            yield Play(card=card, target=Target(fleet=late[0].fleet))

    return play


def _burn(hand: Hand, card: str) -> Iterator[GenocideOrder]:
    late = hand.short_of(lambda group: group.pace + 3)
    if late is not None and len(late[0].ships) == 1 and can_move(late[0].ships[0]):
        yield Play(card=card, target=Target(kind=late[0].ships[0].kind, fleet=late[0].fleet))


def _operations(hand: Hand, card: str) -> Iterator[GenocideOrder]:
    late = hand.short_of(lambda group: 2 * group.pace)
    if late is not None:
        group, strike = late
        yield Play(card=card, target=Target(fleet=group.fleet), goal=hand.sketch.board.names[strike.at])


def _push(hand: Hand, card: str) -> Iterator[GenocideOrder]:
    if any(strike.turns == SOON + 1 for strike in hand.strikes):
        yield Play(card=card)


def _when(act: Act, *, dear: bool = False, strike: bool = False) -> Way:
    """Return how a card is played that waits: where something matters, where the bot strikes, or anywhere."""

    def play(hand: Hand, card: str) -> Iterator[GenocideOrder]:
        names = hand.sketch.board.names
        if strike and hand.now:
            yield PlayWhen(card=card, trigger=Trigger(act, place=names[hand.now[0].at]))
        elif dear and hand.dear:
            yield PlayWhen(card=card, trigger=Trigger(act, place=names[hand.dear[0]]))
        elif not dear and not strike:
            yield PlayWhen(card=card, trigger=Trigger(act))

    return play


def _jam(hand: Hand, card: str) -> Iterator[GenocideOrder]:
    if hand.threat is not None and hand.sketch.board.index[hand.threat.place] not in hand.sketch.home:
        target = Target(seat=hand.threat.seat, fleet=hand.threat.number)
        if hand.sketch.options.tempo == "seats":
            yield PlayWhen(card=card, target=target, trigger=Trigger("moves", target=target))
        else:
            yield Play(card=card, target=target)


def _truce(hand: Hand, card: str) -> Iterator[GenocideOrder]:
    if hand.dear and not hand.now:
        at = hand.dear[0]
        if at in hand.sketch.foes and hand.garrisons.danger[at] > len(hand.garrisons.held[at]):
            yield Play(card=card)


def _resupply(hand: Hand, card: str) -> Iterator[GenocideOrder]:
    sketch = hand.sketch
    for number in sorted(sketch.mine):
        for ship in sketch.mine[number]:
            lacking = KIND[ship.kind].busters - ship.busters
            if lacking > 1 and sketch.where[number] not in sketch.home:
                yield Play(card=card, target=Target(kind=ship.kind, fleet=number))
                return


def _redeploy(hand: Hand, card: str) -> Iterator[GenocideOrder]:
    sketch, garrisons = hand.sketch, hand.garrisons
    for goal in hand.dear[:1]:
        if garrisons.danger[goal] <= len(garrisons.held[goal]):
            return
        for number in sorted(sketch.mine):
            at = sketch.where[number]
            if at in sketch.home and at != goal and garrisons.worth[at] < KEPT[3] and _all_fly(hand, number):
                yield Play(card=card, target=Target(fleet=number), goal=sketch.board.names[goal])
                return


def _all_fly(hand: Hand, number: int) -> bool:
    return all(can_move(ship) for ship in hand.sketch.mine[number])


def _fighters_home(hand: Hand, card: str) -> Iterator[GenocideOrder]:
    sketch = hand.sketch
    for goal in hand.dear[:1]:
        for number in sorted(sketch.mine):
            fighters = [ship for ship in sketch.mine[number] if KIND[ship.kind].fighter]
            at = sketch.where[number]
            if fighters and at in sketch.home and hand.garrisons.worth[at] < KEPT[3]:
                target = Target(kind=fighters[0].kind, fleet=number)
                yield Play(card=card, target=target, goal=sketch.board.names[goal])
                return


def _refit(hand: Hand, card: str) -> Iterator[GenocideOrder]:
    sketch = hand.sketch
    poor = [
        (KIND[ship.kind].attack + KIND[ship.kind].defence + 3 * KIND[ship.kind].busters, ship.kind, number)
        for number in sorted(sketch.mine)
        for ship in sketch.mine[number]
        if sketch.where[number] in sketch.home
    ]
    if poor:
        _, kind, number = min(poor)
        yield Play(card=card, target=Target(kind=kind, fleet=number))


def _to_the_homeworld(hand: Hand, card: str) -> Iterator[GenocideOrder]:
    homeworlds = [at for at, planet in hand.sketch.home.items() if planet.world is World.HOMEWORLD]
    for at in homeworlds:
        if hand.garrisons.worth[at] >= KEPT[3] and hand.garrisons.danger[at] > 1:
            yield PlayWhen(card=card, trigger=Trigger("enters", place=hand.sketch.board.names[at]))


def _intercept(hand: Hand, card: str) -> Iterator[GenocideOrder]:
    sketch = hand.sketch
    for at in hand.dear[:1]:
        able = [number for number in sketch.mine if _all_fly(hand, number) and not busters(sketch.mine[number])]
        if able:
            number = min(able, key=lambda one: (sketch.distance(sketch.where[one], at), one))
            place = sketch.board.names[at]
            yield PlayWhen(card=card, target=Target(fleet=number), trigger=Trigger("enters", place=place))


_WAYS: Mapping[str, Way] = {
    "interstellar-shortcut": _hurry(2),
    "defend-the-homeworld": _to_the_homeworld,
    "sustained-burn": _hurry(1),
    "surprise-attack": _when("battle", strike=True),
    "ambush": _when("battle", dear=True),
    "defensive-formation": _when("battle", dear=True),
    "increased-production": _more_ships,
    "long-range-probe": _probe,
    "scanners": _scan,
    "spies": _on_rival,
    "strategic-push": _push,
    "boarding-action": _when("battle"),
    "space-mines": _when("moves"),
    "sabotage": _on_rival,
    "diplomacy": _truce,
    "tactical-advantage": _when("battle", strike=True),
    "opportunity": _at_once,
    "jam-communications": _jam,
    "data-analysis": _at_once,
    "decoy": _when("attacked", dear=True),
    "its-a-dud": _when("launches", dear=True),
    "salvage": _when("battle"),
    "repairs": _when("battle"),
    "suicide-attack": _when("battle", dear=True),
    "intelligence": _when("plays"),
    "critical-hit": _when("battle"),
    "luck": _when("roll-lost"),
    "resupply": _resupply,
    "redeploy": _redeploy,
    "operations": _operations,
    "intercept": _intercept,
    "refit": _refit,
    "afterburners": _burn,
    "fighter-base": _fighters_home,
    "strafing-run": _when("battle"),
    "skirmish": _when("battle", dear=True),
    "point-defense": _when("battle"),
    "press-offensive": _when("battle", strike=True),
}
"""How each card is played; bypass, lure, switch and retreat are beyond this bot and go first where a hand is full."""
