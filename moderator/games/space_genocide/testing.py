"""Material on Space Genocide for the laws over games."""

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from moderator.core.seats import Seat, Who
from moderator.games.space_genocide.pieces import Ship, World
from moderator.games.space_genocide.rules import fog
from moderator.games.space_genocide.rules.state import State
from moderator.games.space_genocide.seat.view import View
from moderator.kit.testing import Letters, Lines, Scene, Table, Testing, at_once, from_turn, without


def _hidden(state: State, who: Who) -> Iterator[State]:
    """Change mats, type counters, hands, doctrine and the deck, as far as they are not known."""
    if state.outcome:
        return
    view = fog.view_for(state, who)
    mats = tuple(
        replace(fleet, ships=(Ship("carrier"), Ship("monitor")), course=(fleet.place,))
        if (seen := view.fleet(fleet.seat, fleet.number)) is None or (seen.ships is None and not seen.seen)
        else fleet
        for fleet in state.fleets
    )
    yield replace(state, fleets=mats)
    turned = {World.METAL: World.POPULATION, World.POPULATION: World.METAL}
    hidden = {planet.place for planet in view.planets if planet.seat and planet.world is None}
    yield replace(
        state,
        planets=tuple(
            replace(planet, world=turned[planet.world]) if planet.place in hidden and planet.world in turned else planet
            for planet in state.planets
        ),
    )
    yield replace(state, doctrine={seat: state.doctrine[seat] if seat == who else () for seat in state.seats})
    open_hands = {hand.seat for hand in view.seen_hands}
    others = [seat for seat in state.seats if seat not in open_hands and seat != who and state.hands[seat]]
    if others and view.seen_deck is None and len(state.deck) >= len(state.hands[others[0]]):
        held = state.hands[others[0]]
        deck = (*held, *state.deck[: -len(held)])
        yield replace(state, deck=deck, hands={**state.hands, others[0]: state.deck[-len(held) :]})
    yield replace(state, deck=state.deck[::-1] if view.seen_deck is None else state.deck, pile=state.pile[::-1])


def _aimed(view: View, _states: Sequence[State]) -> Iterator[str]:
    """Send each fleet to the nearest whose mat was never seen."""
    board = view.board
    foes = [fleet.place for fleet in view.fleets if fleet.ships is None]
    for fleet in view.own if foes else ():
        at = board.index[fleet.place]
        yield f"MOVE {fleet.number} {min(foes, key=lambda place: board.distance(at, board.index[place]))}"


def _amended(view: View) -> str:
    return f"MOVE {view.own[0].number} {view.own_planets[-1].place} FOR {view.who}"


def _hidden_edits(state: State, view: View, _others: Sequence[Seat]) -> tuple[Lines, Lines]:
    """Change ships of a fleet that the seat never saw into as many others, so that the pile is as large."""
    seen = {(fleet.seat, fleet.number): fleet for fleet in view.fleets}
    fleet = next(one for one in state.fleets if one.seat != view.who and seen[one.seat, one.number].ships is None)
    gone = fleet.ships[0].kind

    def lines(kind: str) -> Lines:
        where = f"IN {fleet.number} AT {fleet.place} FOR {fleet.seat}"
        return f"PLACE 1 {kind} {where}", f"REMOVE 1 {gone} FROM {fleet.number} FOR {fleet.seat}"

    first, second = [kind for kind in ("monitor", "carrier", "scout") if kind != gone][:2]
    return lines(first), lines(second)


_SMALL = {"map_size": "small", "turn_limit": 20}
_TWO = ("Red", "Blue")

TESTING: Testing[State, View] = Testing(
    tables={
        "two in fog": Table(2, {"map_size": "small", "turn_limit": 25}, hides=True),
        "three in fog": Table(3, {"map_size": "small", "turn_limit": 6}, hides=True, slow=True),
        "four in fog": Table(4, {"map_size": "small", "turn_limit": 5, "terrain": "rich"}, hides=True, slow=True),
        "seat after seat in fog": Table(
            3, {"tempo": "seats", "map_size": "small", "turn_limit": 8, "symmetry": "exact"}, hides=True
        ),
        "other settings in fog": Table(
            2,
            {
                "map_size": "small",
                "turn_limit": 12,
                "bursts": True,
                "combat": "repeated",
                "return_fire": False,
                "carrier_shield": "present",
                "wonders": "each",
                "launches": "planet",
                "rearm": "production",
                "eliminated": "remain",
                "races": "drawn",
                "planet_spacing": 3,
            },
            hides=True,
            slow=True,
        ),
        "without cards in fog": Table(
            2, {"map_size": "small", "turn_limit": 6, "cards": False, "races": "none"}, hides=True
        ),
    },
    hidden=_hidden,
    aimed=_aimed,
    scenes={
        "beginning": Scene(_TWO, "Red", at_once, _SMALL),
        "amid": Scene(_TWO, "Red", from_turn(6), _SMALL, thorough=True, slow=True),
        "others are asked": Scene(("Red", "Blue", "Green"), "Red", without("Red"), {**_SMALL, "tempo": "seats"}),
        "unanswered": Scene(_TWO, "Red", from_turn(2), _SMALL, answered=False),
    },
    amended=_amended,
    hidden_edits=_hidden_edits,
    letters=Letters(
        options={"map_size": "small"},
        seat="Red",
        other="Blue",
        said="RACE Hive\nMOVE 1 A1\nMOV 1 A1\nPREVIEW\nMAP POSTER",
        silent="RACE Hive",
        theirs=("RACE Simians", "RACE Terrans\nLEAVE 1 Carrier\nPRESS TO Red: I have none"),
    ),
    gm_sees_more=frozenset({"MAP", "MAP POSTER", "PREVIEW"}),
)
