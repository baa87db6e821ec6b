"""The worked Round of BY-MAIL 9 (examples.toml), played from the letters alone with every die of it."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec

from moderator.core.dice import LoadedDice, Why
from moderator.core.game import Event
from moderator.games.rayguns_and_rocketships.board.deck import deck
from moderator.games.rayguns_and_rocketships.events import crew, ending, flight, gunnery, reveal
from moderator.games.rayguns_and_rocketships.options import Options
from moderator.games.rayguns_and_rocketships.orders.language import LANGUAGE
from moderator.games.rayguns_and_rocketships.orders.types import RayOrder
from moderator.games.rayguns_and_rocketships.pieces import CAPTAIN, CREW, Figure, Position, Ship, Side
from moderator.games.rayguns_and_rocketships.rules import play
from moderator.games.rayguns_and_rocketships.rules.state import State
from moderator.games.rayguns_and_rocketships.seat.view import Secret
from moderator.games.rayguns_and_rocketships.tables import basics_of, ship_of, stars_of

EXAMPLE = msgspec.toml.decode((Path(__file__).parent / "examples.toml").read_bytes())["example"][0]
SEATS = tuple(ship["seat"] for ship in EXAMPLE["ship"])
_OTHER = dict(zip(SEATS, SEATS[::-1], strict=True))


def start() -> State:
    """Return the position before the Round."""
    hands = {
        ship["seat"]: tuple(card for card in ship["program"] if card not in basics_of(ship["seat"]))
        for ship in EXAMPLE["ship"]
    }
    return State(
        options=Options(),
        seats=SEATS,
        round=EXAMPLE["round"],
        turn=1,
        phase="round",
        position=Position(
            ships=tuple(
                Ship(one["seat"], one["at"], one["heading"], ship_of(one["seat"]).guns) for one in EXAMPLE["ship"]
            ),
            figures=tuple(
                Figure(one["seat"], name, deck(one["seat"]).posts[one["crew"][name]], one["seat"])
                for one in EXAMPLE["ship"]
                for name in (CAPTAIN, *CREW)
            ),
            sides=(Side(captain="A"), Side(captain="A")),
            first=EXAMPLE["first"],
            spares=4,
        ),
        secrets={seat: Secret(hands[seat]) for seat in SEATS},
        decks={seat: tuple(card for card in stars_of(seat) if card not in hands[seat]) for seat in SEATS},
    )


def letters() -> dict[str, tuple[RayOrder, ...]]:
    """Read the letters."""
    found: dict[str, tuple[RayOrder, ...]] = {}
    for one in EXAMPLE["ship"]:
        readings = [LANGUAGE.read(line) for line in one["letter"].strip().splitlines()]
        found[one["seat"]] = tuple(reading.order for reading in readings if reading.order is not None)
        assert len(found[one["seat"]]) == len(readings)
    return found


# ---- dice ---------------------------------------------------------------------------------------------------


def thrown() -> Iterator[tuple[str, str, tuple[str, ...], int, int]]:
    """Give every throw of the example: kind, place, seats, Turn, what the die shows."""
    turn = 1
    for event in EXAMPLE["event"]:
        kind, seat = event["kind"], event.get("seat", "")
        turn += kind == "check"
        pair = (seat, _OTHER.get(seat, ""))
        mine = f"{seat} {event.get('who', '')}"
        if kind == "fire":
            yield from (("raygun", f"{seat} {gun}", pair, turn, die) for gun, die, _ in event["guns"])
        elif kind == "enter":
            yield "entry", mine, pair, turn, event["die"]
        elif kind == "shoot":
            yield "pistol", mine, pair, turn, event["die"]
        elif kind == "search":
            yield "hatch", f"{seat} 2", (seat,), turn, event["die"]
        elif kind == "melee":
            for one, other in as_begun(event["dice"]):
                yield "melee", mine, pair, turn, one
                yield "melee", " ".join(event["on"]), pair[::-1], turn, other
        elif "dice" in event:
            yield "ram", seat, pair, turn, event["dice"][0]
            yield "ram", pair[1], pair[::-1], turn, event["dice"][1]


def as_begun(rounds: Sequence[Sequence[int]]) -> list[list[int]]:
    """Turn round every other pair of throws: the example has the attacker of the moment first, events who began."""
    return [list(pair)[:: 1 - 2 * (number % 2)] for number, pair in enumerate(rounds)]


def dice() -> LoadedDice:
    """Load every throw of the example."""
    loads: dict[Why, int] = {}
    times: Counter[tuple[Any, ...]] = Counter()
    for kind, place, seats, turn, die in thrown():
        key = (kind, place, seats, turn)
        loads[Why(kind, place, seats, turn * 100 + times[key])] = die
        times[key] += 1
    return LoadedDice(loads)


# ---- events as the example writes them ----------------------------------------------------------------------


class Teller:
    """Writes events as the example does, one after the other."""

    def __init__(self) -> None:
        self.told: list[dict[str, Any]] = []
        self.tokens: Counter[str] = Counter()
        self.points: Counter[str] = Counter()
        self.ships: dict[str, str] = {}

    def tell(self, event: Event) -> None:
        """Add what an event is in the example."""
        if seat := getattr(event, "seat", ""):
            self.tokens[seat] -= getattr(event, "paid", 0)
        self._round(event)
        self._ship(event)
        self._figure(event)

    def _add(self, kind: str, **facts: Any) -> None:  # noqa: ANN401 - facts of an example
        self.told.append({"kind": kind, **{key: value for key, value in facts.items() if value}})

    def _round(self, event: Event) -> None:
        if isinstance(event, reveal.CardRevealed):
            self.tokens[event.seat] = event.actions
            self._add("reveal", seat=event.seat, card=event.card, captain=event.captain, tokens=event.actions)
        elif isinstance(event, ending.Scored):
            self.points[event.seat] = event.total
        elif isinstance(event, ending.StarDiscarded):
            self._add("round-end", seat=event.seat, stars=1)
        elif isinstance(event, ending.FirstPassed):
            self._add("check", **self._standing(), tokens=dict(self.tokens))
        elif isinstance(event, ending.RoundEnded):
            self._add("check", points=dict(self.points))

    def _standing(self) -> dict[str, Any]:
        return {"ships": dict(self.ships), "points": {seat: self.points[seat] for seat in SEATS}}

    def _ship(self, event: Event) -> None:
        if isinstance(event, flight.ShipMoved):
            to = self.ships[event.seat] = f"{event.at} {event.heading}"
            facts = {"card": event.card} if event.card else {"steps": event.steps}
            self._add("move", seat=event.seat, to=to, **facts)
        elif isinstance(event, flight.Collided):
            heading = self.ships[event.seat].split()[1]
            to = self.ships[event.seat] = f"{event.at} {heading}"
            self.ships[event.on] = f"{event.pushed} {self.ships[event.on].split()[1]}"
            self.told[-1] |= {"steps": f"{self.told[-1]['steps']}F", "dice": list(event.throws), "to": to}
            self.told[-1] |= {"happens": [f"ram {event.result}"], "pushed": {event.on: event.pushed}}
        elif isinstance(event, reveal.Shifted):
            self.ships[event.on] = f"{event.path[-1]} {event.heading}"
            self._add("shift", seat=event.seat, card=event.card, on=event.on, path=list(event.path))
        elif isinstance(event, gunnery.BatteryFired):
            guns = [[f"GUN {shot.port}", shot.throw, shot.hit] for shot in event.shots]
            self._add("fire", seat=event.seat, on=event.on, plus=event.shots[0].bonus, guns=guns)
        elif isinstance(event, gunnery.BlastPlaced):
            self.told[-1].setdefault("blasts", []).append(event.where)
        elif isinstance(event, gunnery.GunWrecked) and not event.figure:
            self.told[-1].setdefault("wrecks", []).append(f"GUN {event.port}")

    def _figure(self, event: Event) -> None:
        if isinstance(event, crew.Walked):
            to = event.way[-1] if event.ship else f"NODE {event.way[-1]}"
            self._add("walk", seat=event.seat, who=event.figure, spend=event.paid, to=to)
        elif isinstance(event, crew.Exited):
            self._add("walk", seat=event.seat, who=event.figure, spend=event.paid, to=f"NODE {event.node}")
        elif isinstance(event, crew.EntryTried):
            facts = {"die": event.throw, "in": event.inside, "airlock": event.airlock}
            self._add("enter", seat=event.seat, who=event.figure, on=event.on, **facts)
        elif isinstance(event, crew.PistolFired):
            facts = {"on": [event.on, event.target], "die": event.throw, "outcome": event.outcome}
            self._add("shoot", seat=event.seat, who=event.figure, spend=event.paid, **facts)
        elif isinstance(event, crew.Duel):
            throws = {"dice": as_begun(event.rounds), "outcome": event.outcome}
            self._add("melee", seat=event.seat, who=event.figure, on=[event.on, event.target], **throws)
        elif isinstance(event, crew.BlastOut):
            self._add("extinguish", seat=event.seat, at=event.where)
        elif isinstance(event, crew.HatchSearched):
            finds = f"GUN {event.port}" if event.port else event.found
            self._add("search", seat=event.seat, die=event.throw, finds=finds)


def as_told(events: Sequence[Event]) -> list[dict[str, Any]]:
    """Return events as the example writes them."""
    teller = Teller()
    for event in events:
        teller.tell(event)
    return teller.told


def as_written(event: Mapping[str, Any]) -> dict[str, Any]:
    """Return an event of the example without what is told elsewhere."""
    return {key: value for key, value in event.items() if not (event["kind"] == "check" and key == "blasts")}


def test_the_round_of_the_example_comes_out_of_its_letters() -> None:
    """Event for event, throw for throw, token for token."""
    resolution = play.resolve(start(), letters(), dice())
    assert as_told(resolution.events) == [as_written(event) for event in EXAMPLE["event"]]
    assert all(not ship.blasts for ship in resolution.state.position.ships)
    assert [side.points for side in resolution.state.position.sides] == [5, 3]
