"""A ledger of the table, kept by what events tell alone: it must come out as the position does."""

from collections import Counter
from collections.abc import Callable
from typing import Any

from moderator.core.game import Event
from moderator.core.seats import Seat
from moderator.games.rayguns_and_rocketships.board.deck import deck
from moderator.games.rayguns_and_rocketships.events import crew, ending, flight, gunnery, reveal, tokens
from moderator.games.rayguns_and_rocketships.pieces import CAPTAIN, PRINCESS, Figure, Position, Token, Who
from moderator.games.rayguns_and_rocketships.rules.state import State


class Ledger:
    """Who has what, and what is where: of ships, figures, special tokens and what lies before the seats."""

    def __init__(self, state: State) -> None:
        """Begin with a position."""
        self.places = {ship.seat: (ship.at, ship.heading) for ship in state.position.ships}
        self.guns = {ship.seat: set(ship.guns) for ship in state.position.ships}
        self.blasts = {ship.seat: Counter(ship.blasts) for ship in state.position.ships}
        self.spares = state.position.spares
        self.figures: dict[Who, Figure] = {figure.who: figure for figure in state.position.figures}
        self.tokens = {token.key: _lying(token) for token in state.position.tokens}
        self.red = {token.key for token in state.position.tokens if token.red}
        sides = dict(zip(state.seats, state.position.sides, strict=True))
        self.points = {seat: side.points for seat, side in sides.items()}
        self.actions = {seat: side.actions for seat, side in sides.items()}
        self.hurt = {seat: set(side.hurt) for seat, side in sides.items()}
        self.discards = {seat: list(side.discards) for seat, side in sides.items()}
        self.first = state.position.first

    def follow(self, events: tuple[Event, ...]) -> None:
        """Keep the ledger through some events."""
        for event in events:
            if paid := getattr(event, "paid", 0):
                self._pay(event.seat, paid)  # type: ignore[attr-defined]
            if keep := _KEPT.get(type(event)):
                keep(self, event)

    def check(self, position: Position, seats: tuple[Seat, ...]) -> None:
        """Compare the ledger with a position."""
        told = Ledger(State(position=position, seats=seats, **_NOTHING))
        for what, found in vars(told).items():
            kept = vars(self)[what]
            assert kept == found, (what, kept, found)

    # ---- ships --------------------------------------------------------------------------------------------

    def _pay(self, seat: Seat, count: int) -> None:
        assert self.actions[seat] >= count
        self.actions[seat] -= count

    def moved(self, event: flight.ShipMoved) -> None:
        """Note that a ship made steps."""
        self.places[event.seat] = (event.at, event.heading)

    def reoriented(self, event: flight.Reoriented) -> None:
        """Note that a ship turned after the void."""
        self.places[event.seat] = (self.places[event.seat][0], event.heading)

    def collided(self, event: flight.Collided) -> None:
        """Note that two ships met."""
        self.places[event.seat] = (event.at, self.places[event.seat][1])
        self.places[event.on] = (event.pushed, self.places[event.on][1])

    def shifted(self, event: reveal.Shifted) -> None:
        """Note that a Star card moved a ship."""
        self.places[event.on] = ((self.places[event.on][0], *event.path)[-1], event.heading)

    def blasted(self, event: gunnery.BlastPlaced) -> None:
        """Note that a Blast is on a square."""
        self.blasts[event.seat][deck(event.seat).square(event.where)] += 1

    def put_out(self, event: crew.BlastOut) -> None:
        """Note that a Blast is gone."""
        self._quench(event.seat, event.where)

    def _quench(self, seat: Seat, where: str) -> None:
        blasts, square = self.blasts[seat], deck(seat).square(where)
        assert blasts[square]
        blasts[square] -= 1
        self.blasts[seat] = +blasts

    def wrecked(self, event: gunnery.GunWrecked) -> None:
        """Note that a raygun goes to the spares."""
        self.guns[event.seat].remove(event.port)
        self.spares += 1

    def searched(self, event: crew.HatchSearched) -> None:
        """Note that a raygun comes out of the spares, perhaps."""
        if event.found == "gun":
            self._mount(event.seat, event.port)

    def _mount(self, seat: Seat, port: str) -> None:
        assert port not in self.guns[seat]
        assert self.spares
        self.guns[seat].add(port)
        self.spares -= 1

    def destroyed(self, event: gunnery.ShipDestroyed) -> None:
        """Note that a ship is gone, its rayguns are spares."""
        del self.places[event.seat], self.blasts[event.seat]
        self.spares += len(self.guns.pop(event.seat))

    def restored(self, event: reveal.Restored) -> None:
        """Note that blasts are gone, or rayguns come."""
        for place in event.places:
            if event.what == "ship":
                self._quench(event.seat, place)
            elif event.what == "gun":
                self._mount(event.seat, place)
            else:
                self.hurt[event.seat].remove(place)

    # ---- figures ------------------------------------------------------------------------------------------

    def _put(self, who: Who, where: str, ship: Seat = "", **changes: Any) -> None:  # noqa: ANN401 - of Figure
        at = deck(ship).square(where) if ship else where
        was = self.figures[who]
        kept = {"wounded": was.wounded, "scarred": was.scarred} | changes
        self.figures[who] = Figure(*who, at, ship, **kept)

    def walked(self, event: crew.Walked) -> None:
        """Note that a figure is at the end of its way."""
        self._put((event.seat, event.figure), event.way[-1], event.ship)

    def left(self, event: crew.Exited | gunnery.Evacuated | flight.FigureBumped) -> None:
        """Note that a figure is on a node."""
        self._put((event.seat, event.figure), event.node)

    def came_home(self, event: crew.CameHome) -> None:
        """Note that a figure is aboard its own ship."""
        self._put((event.seat, event.figure), event.airlock, event.seat)

    def entered(self, event: crew.EntryTried | reveal.Jumped) -> None:
        """Note that a figure is aboard an enemy's ship, perhaps."""
        if event.airlock:
            self._put((event.seat, event.figure), event.airlock, event.on)

    def returned(self, event: reveal.CrewReturned) -> None:
        """Note that a crew member is back."""
        self._come((event.seat, event.figure), event.post, event.seat)

    def _come(self, who: Who, where: str, ship: Seat) -> None:
        assert who not in self.figures
        self.figures[who] = Figure(*who, "")
        self._put(who, where, ship)

    def gone(self, event: crew.FigureDefeated | reveal.CrewGivenUp) -> None:
        """Note that a figure is out of play."""
        del self.figures[event.seat, event.figure]
        assert (event.seat, event.figure) not in self.tokens.values()
        if event.figure == CAPTAIN:
            self.hurt[event.seat].clear()

    def wounded(self, event: crew.FigureWounded) -> None:
        """Note that a crew member lies down."""
        who = (event.seat, event.figure)
        self._put(who, _name(self.figures[who]), self.figures[who].ship, wounded=True)

    def healed(self, event: crew.FigureHealed) -> None:
        """Note that a crew member stands."""
        who = (event.seat, event.figure)
        changes = {"wounded": False, "scarred": event.healer == event.figure}
        self._put(who, _name(self.figures[who]), self.figures[who].ship, **changes)

    def captain_hurt(self, event: crew.CaptainHurt) -> None:
        """Note that an ability is off."""
        assert event.ability not in self.hurt[event.seat]
        self.hurt[event.seat].add(event.ability)

    def captain_healed(self, event: crew.CaptainHealed) -> None:
        """Note that an ability works again."""
        self.hurt[event.seat].remove(event.ability)

    # ---- special tokens -----------------------------------------------------------------------------------

    def collected(self, event: tokens.Collected) -> None:
        """Note that a figure has a token."""
        assert (event.seat, event.figure) not in self.tokens.values()
        self.tokens[event.token] = (event.seat, event.figure)

    def dropped(self, event: tokens.Dropped) -> None:
        """Note that a token lies somewhere."""
        self._lay(event.token, event.where, event.ship)

    def installed(self, event: tokens.Installed) -> None:
        """Note that a token is at work."""
        self._lay(event.token, event.post, event.seat, work=True)

    def _lay(self, key: str, where: str, ship: Seat, *, work: bool = False) -> None:
        self.tokens[key] = (deck(ship).square(where) if ship else where, ship, work)

    def no_more(self, event: tokens.WarbotDestroyed | tokens.CoreExploded) -> None:
        """Note that a token is gone."""
        del self.tokens[event.token]
        self.red.discard(event.token)

    def reddened(self, event: tokens.CoreReddened) -> None:
        """Note that a core is red."""
        self.red.add(event.token)

    def cooled(self, event: tokens.CoreCooled) -> None:
        """Note that a core is green."""
        self.red.remove(event.token)

    def rescued(self, event: tokens.PrincessRescued) -> None:
        """Note that the princess is a figure."""
        del self.tokens["princess"]
        self._come((event.seat, PRINCESS), event.where, event.ship)

    def taken(self, event: crew.PrincessTaken) -> None:
        """Note that the princess is a token."""
        del self.figures[event.seat, PRINCESS]
        self._lay("princess", "HATCH" if event.ship else event.node, event.ship)

    # ---- seats --------------------------------------------------------------------------------------------

    def revealed(self, event: reveal.CardRevealed) -> None:
        """Note that a card brings Action tokens."""
        self.actions[event.seat] += event.tokens + event.captain
        assert self.actions[event.seat] == event.actions

    def tokens_taken(self, event: reveal.TokensTaken) -> None:
        """Note that Action tokens come from the stock, or another seat."""
        self.actions[event.seat] += event.gained + event.stolen
        if event.victim:
            self._pay(event.victim, event.stolen)

    def scored(self, event: ending.Scored) -> None:
        """Note that a seat has points."""
        assert event.points > 0
        self.points[event.seat] += event.points
        assert self.points[event.seat] == event.total

    def discarded(self, event: ending.StarDiscarded) -> None:
        """Note that a Star card is gone."""
        self.discards[event.seat].append(event.card)

    def passed(self, event: ending.FirstPassed) -> None:
        """Note that the First Player token goes on."""
        self.first = event.first

    def round_ended(self, event: ending.RoundEnded) -> None:
        """Note that Action tokens are gone."""
        assert dict(event.lapsed) == {seat: left for seat, left in self.actions.items() if left}
        self.actions = dict.fromkeys(self.actions, 0)


def _name(figure: Figure) -> str:
    return deck(figure.ship).name(figure.at) if figure.ship else figure.at


def _lying(token: Token) -> Any:  # noqa: ANN401 - who bears it, or where it lies and whether at work
    return token.bearer or (token.at, token.ship, token.installed)


_NOTHING: dict[str, Any] = {
    "options": None,
    "round": 0,
    "turn": 0,
    "phase": "round",
    "secrets": {},
    "decks": {},
}
_KEPT: dict[type[Event], Callable[[Ledger, Any], None]] = {
    flight.ShipMoved: Ledger.moved,
    flight.Reoriented: Ledger.reoriented,
    flight.Collided: Ledger.collided,
    flight.FigureBumped: Ledger.left,
    reveal.Shifted: Ledger.shifted,
    reveal.Restored: Ledger.restored,
    reveal.Jumped: Ledger.entered,
    reveal.CrewReturned: Ledger.returned,
    reveal.CrewGivenUp: Ledger.gone,
    reveal.CardRevealed: Ledger.revealed,
    reveal.TokensTaken: Ledger.tokens_taken,
    gunnery.BlastPlaced: Ledger.blasted,
    gunnery.GunWrecked: Ledger.wrecked,
    gunnery.ShipDestroyed: Ledger.destroyed,
    gunnery.Evacuated: Ledger.left,
    crew.Walked: Ledger.walked,
    crew.Exited: Ledger.left,
    crew.CameHome: Ledger.came_home,
    crew.EntryTried: Ledger.entered,
    crew.BlastOut: Ledger.put_out,
    crew.HatchSearched: Ledger.searched,
    crew.FigureDefeated: Ledger.gone,
    crew.FigureWounded: Ledger.wounded,
    crew.FigureHealed: Ledger.healed,
    crew.CaptainHurt: Ledger.captain_hurt,
    crew.CaptainHealed: Ledger.captain_healed,
    crew.PrincessTaken: Ledger.taken,
    tokens.Collected: Ledger.collected,
    tokens.Dropped: Ledger.dropped,
    tokens.Installed: Ledger.installed,
    tokens.WarbotDestroyed: Ledger.no_more,
    tokens.CoreExploded: Ledger.no_more,
    tokens.CoreReddened: Ledger.reddened,
    tokens.CoreCooled: Ledger.cooled,
    tokens.PrincessRescued: Ledger.rescued,
    ending.Scored: Ledger.scored,
    ending.StarDiscarded: Ledger.discarded,
    ending.FirstPassed: Ledger.passed,
    ending.RoundEnded: Ledger.round_ended,
}
