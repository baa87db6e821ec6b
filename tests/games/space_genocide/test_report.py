"""What a player reads after a turn: what happened first, told once, to those who may know."""

from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from moderator.core.game import Event, Outcome, Report
from moderator.core.seats import Observer
from moderator.games.space_genocide.events.battle import (
    EngagementBegun,
    EngagementOver,
    Force,
    PlanetDestroyed,
    SalvoFired,
    ShipLost,
    ShipTaken,
)
from moderator.games.space_genocide.events.cards import AttackNegated, CardPlayed, CardsDrawn, CardsGained
from moderator.games.space_genocide.events.ending import MatchWon, SeatFallen
from moderator.games.space_genocide.events.production import ShipsBuilt, ShipsProduced
from moderator.games.space_genocide.events.transport import (
    CourseKept,
    FleetAppeared,
    FleetGone,
    FleetMoved,
    OrderFailed,
    PlanetScouted,
    ShipGained,
)
from moderator.games.space_genocide.orders.phrases import Fleets, Target
from moderator.games.space_genocide.orders.types import Move, Targets
from moderator.games.space_genocide.pieces import SEATS, Ruin, Ship, World, new_ship, ranked
from moderator.games.space_genocide.seat.nested_events import under
from moderator.games.space_genocide.seat.report import (
    SECTIONS,
    BattleSeen,
    CountTaken,
    LastStand,
    MarkersSeen,
    Trace,
    TurnInShort,
    report,
)
from moderator.games.space_genocide.seat.situation import (
    CardHeld,
    ContactStands,
    DoctrineStands,
    FleetStands,
    LastWorldStands,
    PlanetsStand,
    SeatStands,
    UnseenStand,
)
from moderator.games.space_genocide.seat.view import DeckSeen, HandSeen, TurnNote
from tests.games.space_genocide.paper import fleet, planet, view
from tests.support.cases import every_case


def facts(told: Report, key: str) -> tuple[Any, ...]:
    """Return the facts of a section, none if it is left out."""
    return next((section.facts for section in told.sections if section.key == key), ())


def mat(*kinds: str) -> tuple[Ship, ...]:
    """Return new ships as a mat shows them."""
    return ranked([new_ship(kind) for kind in kinds])


def battle(*seats: str) -> Sequence[Event]:
    """Return a battle at E5 in which the second seat loses its ship."""
    one, other = seats
    before = (Force(one, 3, mat("scout", "drone"), entered=True), Force(other, 2, mat("drone"), entered=False))
    salvo = SalvoFired(
        place="E5",
        seat=one,
        attackers=("scout",),
        owner=other,
        fleet=2,
        kind="drone",
        attack=(5,),
        defence=(1,),
        destroyed=True,
    )
    return (
        EngagementBegun(place="E5", round=1, forces=before),
        AttackNegated(place="E5", seat=one, fleet=3, kind="drone", card="decoy"),
        salvo,
        EngagementOver(place="E5", round=1, forces=before[:1]),
    )


def test_a_battle_is_told_shot_by_shot_to_who_fought() -> None:
    """Ships, every attack, the cards played in it and what is left, in their order."""
    events = battle("Red", "Blue")
    assert facts(report(view(), events), "battles") == (events[0], *map(under, events[1:]))
    assert facts(report(view(), events), "elsewhere") == ()


def test_a_battle_of_others_is_told_in_outline() -> None:
    """What each brought and lost; a card played in it is told, single attacks are not."""
    events = battle("Blue", "Green")
    told = report(view(seats=SEATS[:3]), events)
    assert facts(told, "battles") == ()
    outline, card = facts(told, "elsewhere")
    assert isinstance(card, AttackNegated)
    assert isinstance(outline, BattleSeen)
    assert [(force.seat, force.ships, force.lost) for force in outline.forces] == [("Blue", 2, 0), ("Green", 1, 1)]


def test_the_gm_reads_every_battle_shot_by_shot() -> None:
    """Who sees everything is told everything."""
    events = battle("Blue", "Red")
    told = facts(report(view(who=Observer.GM.value), events), "battles")
    assert told == (events[0], *map(under, events[1:]))


def test_a_battle_is_one_block() -> None:
    """Where and who fights heads it; attacks, cards, later rounds and what is left stand under that, in their order."""
    first = battle("Blue", "Red")
    again = [replace(event, round=2) if hasattr(event, "round") else event for event in first]
    for seen in (view(), view(who=Observer.GM.value)):
        told = facts(report(seen, (*first, *again)), "battles")
        assert [fact.nested for fact in told] == [False] + [True] * (len(told) - 1)
    (outline, *cards) = facts(report(view(seats=SEATS[:3]), battle("Blue", "Green")), "elsewhere")
    assert [getattr(fact, "nested", False) for fact in (outline, *cards)] == [False, True]


def test_who_falls_is_told_what_took_its_last_planets_and_ships() -> None:
    """Who destroyed which, and that nobody took the rest: fleets that go after the fall go with it, others do not."""
    razed = PlanetDestroyed(place="A1", owner="Red", world=World.HOMEWORLD, by=("Blue",))
    events = (
        FleetGone(seat="Red", fleet=1, place="A1"),
        razed,
        SeatFallen(seat="Red", cause=World.HOMEWORLD),
        FleetGone(seat="Red", fleet=3, place="E5"),
    )
    (told,) = [fact for fact in facts(report(view(), events), "outcome") if isinstance(fact, LastStand)]
    assert told == LastStand((razed,), ((3, "E5"),), remain=False)
    others = report(view(), (SeatFallen(seat="Blue", cause=World.METAL),))
    assert not [fact for fact in facts(others, "outcome") if isinstance(fact, LastStand)]


def test_a_report_leads_with_the_turn_in_one_line() -> None:
    """What the reader destroyed and lost, and what it has left."""
    seen = view(
        fleet("Red", 1, "C4", "scout", "drone"),
        planet("Red", "C4"),
        history=(TurnNote(5, (9, 9), (2, 1), ("E5",)),),
    )
    fell = PlanetDestroyed(place="H9", owner="Blue", world=World.METAL, by=("Red",))
    told = report(seen, [*battle("Red", "Blue"), fell])
    assert facts(told, "headline") == (
        TurnInShort(destroyed=1, lost=2, razed=("H9",), fallen=(), failed=0, planets=1, ships=2),
    )
    assert told.sections[0].key == "headline"


def test_a_loss_is_told_once_where_seats_act_one_after_another() -> None:
    """A round has a note for each seat's turn, and what was told after the first is no news after the second."""
    notes = (TurnNote(3, (3, 3), (2, 0)), TurnNote(3, (3, 3), (0, 1)))
    told = report(view(turn=4, history=notes), battle("Red", "Blue"))
    assert facts(told, "headline")[0].lost == 0


def test_moves_are_told_in_the_first_round_too_where_seats_act_one_after_another() -> None:
    """The first seat's turn is over while the round is still the first: only at the set-up there is nothing to tell."""
    went = FleetMoved(seat="Blue", fleet=2, path=("E4", "E5"))
    told = report(view(turn=1, history=(TurnNote(1, (3, 3), (0, 0)),)), (went,))
    assert facts(told, "sighted") == (MarkersSeen("Blue", ((2, (Trace("moved", ("E4", "E5")),)),)),)
    assert facts(told, "headline")


def test_what_happened_comes_before_how_things_stand() -> None:
    """Own orders and sightings, battles, planets, new ships, then fleets, contacts, planets, hand and doctrine."""
    order = [
        "own",
        "sighted",
        "battles",
        "destruction",
        "production",
        "positions",
        "contacts",
        "planets",
        "hand",
        "doctrine",
        "score",
    ]
    assert sorted(order, key=SECTIONS.index) == order


def test_markers_that_moved_stand_in_one_line_for_each_seat() -> None:
    """Number, where from, where to; a second move of the turn is one with the first, and where that ended stands."""
    moves = (
        FleetMoved(seat="Blue", fleet=2, path=("C4", "C5")),
        FleetMoved(seat="Blue", fleet=2, path=("C5", "C6")),
        FleetMoved(seat="Blue", fleet=4, path=("H9",)),
        FleetMoved(seat="Red", fleet=1, path=("D4", "D5")),
        FleetMoved(seat="Red", fleet=3, path=("D7", "D8"), halted="enemy"),
    )
    told = report(view(), moves)
    assert facts(told, "sighted") == (MarkersSeen("Blue", ((2, (Trace("moved", ("C4", "C5", "C6")),)),)),)
    assert facts(told, "own") == (MarkersSeen("Red", ((1, (Trace("moved", ("D4", "D5")),)),)), moves[-1])


def test_a_marker_that_comes_and_goes_is_told_in_its_order_and_once() -> None:
    """One line a fleet: what came and was gone again at the same place is left out."""
    marks = (
        FleetGone(seat="Blue", fleet=9, place="M7"),
        FleetAppeared(seat="Blue", fleet=9, place="M7"),
        FleetGone(seat="Blue", fleet=9, place="M7"),
        FleetAppeared(seat="Blue", fleet=8, place="H9"),
        FleetAppeared(seat="Blue", fleet=9, place="G10"),
        FleetGone(seat="Blue", fleet=8, place="H9"),
    )
    told = facts(report(view(), marks), "sighted")
    assert told == (MarkersSeen("Blue", ((9, (Trace("gone", ("M7",)), Trace("came", ("G10",)))),)),)


def test_ships_that_fall_to_the_readers_cards_and_planets_are_its_own() -> None:
    """They are counted in the headline and stand with its battles; what others did is news from elsewhere."""
    hit = ShipLost(seat="Blue", fleet=2, kind="drone", place="E5", cause="card", card="critical-hit")
    orbit = ShipLost(seat="Blue", fleet=3, kind="monitor", place="H9", cause="orbit")
    stranded = ShipLost(seat="Blue", fleet=4, kind="fighter", place="A1", cause="stranded")
    fell = PlanetDestroyed(place="H9", owner="Blue", world=World.METAL, by=("Red",))
    told = report(view(), (CardPlayed(seat="Red", card="critical-hit"), hit, fell, orbit, stranded))
    assert facts(told, "headline")[0].destroyed == 2
    assert facts(told, "battles") == (hit, orbit)
    assert facts(told, "elsewhere") == (stranded,)
    other = report(view(), (CardPlayed(seat="Green", card="critical-hit"), hit))
    assert facts(other, "headline")[0].destroyed == 0
    assert facts(other, "elsewhere") == (hit,)


def test_a_battle_of_others_names_the_types_that_were_lost() -> None:
    """The mats of a battle lie open to everybody."""
    (outline, _) = facts(report(view(seats=SEATS[:3]), battle("Blue", "Green")), "elsewhere")
    assert [force.kinds for force in outline.forces] == [(), ("drone",)]


def test_a_card_and_its_answer_are_told_once() -> None:
    """The card that was answered names who answered it."""
    answer = CardPlayed(seat="Blue", card="intelligence")
    spies = CardPlayed(seat="Green", card="spies", target=Target(seat="Red"), negated_by="Blue")
    assert facts(report(view(), (answer, spies)), "cards") == (spies,)


def test_a_match_that_is_counted_is_told_with_the_figures() -> None:
    """Planets and ships of all that were left."""
    seen = view(
        planet("Red", "C4"), planet("Red", "C6"), planet("Blue", "H9"), fleet("Blue", 1, "H9", "scout", "drone")
    )
    won = MatchWon(winners=("Red",), ranking=(("Red",), ("Blue",)), reason="more-planets", turn=16)
    told = facts(
        report(replace(seen, outcome=Outcome(("Red",), (("Red",), ("Blue",)), "more-planets")), (won,)), "outcome"
    )
    assert told == (won, CountTaken("Red", 2, 0), CountTaken("Blue", 1, 2))


def test_a_fleet_at_ruins_that_are_used_up_is_in_empty_space() -> None:
    """Nobody has to remember what was taken there."""
    seen = view(fleet("Red", 1, "C4", "scout"), terrain=(("C4", "alien-ruins"),))
    assert facts(report(seen, ()), "positions")[0].terrain == "alien-ruins"
    assert facts(report(replace(seen, spent=("C4",)), ()), "positions")[0].terrain == ""


def test_a_way_round_something_is_told_hex_by_hex_to_its_seat() -> None:
    """A straight way, and that of another's fleet, by its ends."""
    bent, straight = ("D4", "D5", "E5", "E4"), ("C4", "C5", "C6")
    moves = (FleetMoved(seat="Red", fleet=1, path=bent), FleetMoved(seat="Red", fleet=2, path=straight))
    told = facts(report(view(), (*moves, FleetMoved(seat="Blue", fleet=1, path=bent))), "own")
    assert told == (MarkersSeen("Red", ((1, (Trace("moved", bent),)), (2, (Trace("moved", ("C4", "C6")),)))),)
    (theirs,) = facts(report(view(), (FleetMoved(seat="Blue", fleet=1, path=bent),)), "sighted")
    assert theirs == MarkersSeen("Blue", ((1, (Trace("moved", ("D4", "E4")),)),))


def test_what_the_lists_say_is_not_told_as_news() -> None:
    """A course that goes on stands with its fleet; routine draws and an idle yard are no news."""
    quiet = (
        CourseKept(seat="Red", fleet=3, course=("H9",), seen_by=("Red",)),
        CardsDrawn(seat="Blue", count=2),
        CardsDrawn(seat="Red", count=2),
        ShipsProduced(seat="Blue", count=0),
        ShipsBuilt(seat="Red", berths=(), seen_by=("Red",)),
    )
    told = report(view(), quiet)
    assert all(facts(told, key) == () for key in ("own", "cards", "production", "elsewhere"))


def test_what_is_not_routine_is_told_and_the_readers_own_only_in_full() -> None:
    """Three cards for Blue are news; that Red drew as many is told with their names alone."""
    more = CardsDrawn(seat="Blue", count=3)
    gained = CardsGained(seat="Red", cards=("luck", "spies", "decoy"), seen_by=("Red",))
    told = report(view(), (more, CardsDrawn(seat="Red", count=3), gained))
    assert facts(told, "cards") == (more, gained)


def test_what_is_secret_of_others_stands_apart_for_who_may_know() -> None:
    """The GM reads failed orders of seats in a section of its own."""
    failed = OrderFailed(seat="Red", order=Move(fleets=Fleets((3,)), way=("H9",)), cause="no-fleet", seen_by=("Red",))
    assert facts(report(view(), (failed,)), "own") == (failed,)
    assert facts(report(view(who=Observer.GM.value), (failed,)), "others") == (failed,)


def test_contacts_seen_last_stand_first_with_their_age() -> None:
    """Then, seat by seat, where fleets are whose ships nobody saw."""
    seen = view(
        fleet("Blue", 1, "C4", "scout", seen=2),
        fleet("Blue", 2, "H9", "drone", seen=5),
        fleet("Blue", 3, "H9"),
        fleet("Blue", 7, "H9"),
    )
    newer, older, rest = facts(report(seen, ()), "contacts")
    assert isinstance(newer, ContactStands)
    assert (newer.number, newer.age, older.number, older.age) == (2, 0, 1, 3)
    assert rest == UnseenStand("Blue", ("H9",), ((3, 7),))


def test_an_own_fleet_stands_with_ships_speed_and_where_it_is() -> None:
    """Speed is that of the slowest ship that goes; what would stay is counted, terrain and a planet's owner named."""
    seen = view(
        fleet("Red", 1, "C4", "scout", "monitor"),
        planet("Blue", "C4"),
        fleet("Red", 2, "D5", "scout", course=("H9",)),
        terrain=(("D5", "nebula"),),
        races={},
    )
    first, second, _ = facts(report(seen, ()), "positions")
    assert isinstance(first, FleetStands)
    assert (first.speed, first.planet, first.terrain) == (1, "Blue", "")
    third = facts(report(view(fleet("Red", 1, "C4", "scout", "battle-station"), planet("Red", "C4")), ()), "positions")[
        0
    ]
    assert (third.speed, third.stays) == (6, 1)
    assert (second.speed, second.planet, second.terrain, second.course) == (6, None, "nebula", ("H9",))


def test_planets_stand_by_type_with_the_turn_in_which_it_was_seen() -> None:
    """The reader's own first, unknown types apart."""
    seen = view(
        planet("Blue", "C15"),
        planet("Blue", "C16", World.METAL, 4),
        planet("Red", "C4", World.HOMEWORLD),
        planet("", "E5"),
        Ruin("D17", "Blue", World.METAL, 3),
    )
    own, blue, neutral, lost = facts(report(seen, ()), "planets")
    assert own == PlanetsStand("Red", 1, (World.HOMEWORLD,), (("C4",),), ((0,),), ())
    assert blue == PlanetsStand("Blue", 2, (World.METAL,), (("C16",),), ((4,),), ("C15",))
    assert (neutral.places, [gone.place for gone in lost.ruins]) == (("E5",), ["D17"])


@every_case(("who", "foe"), [("Red", "Blue"), ("Blue", "Red")])
def test_a_card_on_others_is_shown_with_another_seat_than_the_readers(who: str, foe: str) -> None:
    """A line that names the reader itself would be refused."""
    card = facts(report(view(who=who, hand=("lure",)), ()), "hand")[0]
    assert isinstance(card, CardHeld)
    assert card.foe == foe


def test_the_hand_stands_with_what_was_seen_of_others() -> None:
    """Each card with what it must name, then known hands, the deck and the piles."""
    seen = view(
        hand=("decoy", "lure"),
        seen_hands=(HandSeen("Blue", ("luck",), 4),),
        seen_deck=DeckSeen(("spies",), 4),
        discards=("ambush",),
    )
    cards = facts(report(seen, ()), "hand")
    assert [type(fact).__name__ for fact in cards] == ["CardHeld", "CardHeld", "HandKnown", "DeckKnown", "PilesStand"]
    assert isinstance(cards[0], CardHeld)
    assert [card.waits for card in cards[:2]] == [True, False]
    without = replace(seen, options=replace(seen.options, cards=False))
    assert facts(report(without, ()), "hand") == ()


def test_doctrine_stands_as_the_reader_would_write_it() -> None:
    """So that it can be copied into a letter."""
    seen = view(doctrine=(Targets(prey=("carrier", "busters")),))
    assert facts(report(seen, ()), "doctrine") == (DoctrineStands("TARGET Carrier, BUSTERS"),)


def test_everybody_stands_in_the_list_of_who_is_in() -> None:
    """With what all can see: planets, fleets and cards; who has lost is out."""
    seen = view(planet("Red", "C4"), fleet("Blue", 1, "H9"), in_play=("Red",))
    red, blue, _ = facts(report(seen, ()), "score")
    assert red == SeatStands("Red", "terrans", 1, 0, 3, out=False, active=False)
    assert (blue.fleets, blue.out) == (1, True)


def test_at_the_end_nothing_is_held_in_hand() -> None:
    """Hands are opened with the books; lists of cards and doctrine are over."""
    won = MatchWon(winners=("Red",), ranking=(("Red",), ("Blue",)), reason="last-standing", turn=5)
    over = view(hand=("luck",), doctrine=(Targets(prey=("carrier",)),))
    ended = report(replace(over, outcome=Outcome(("Red",), (("Red",), ("Blue",)), "last-standing")), (won,))
    assert facts(ended, "outcome") == (won,)
    assert facts(ended, "hand") == facts(ended, "doctrine") == ()


def test_what_was_looked_at_comes_before_markers() -> None:
    """New knowledge leads the sightings."""
    event = PlanetScouted(seat="Red", place="H9", owner="Blue", world=World.METAL)
    told = facts(report(view(), (FleetMoved(seat="Blue", fleet=2, path=("C4", "C5")), event)), "sighted")
    assert told[0] == event


def test_a_card_outside_of_battles_is_told_with_the_cards() -> None:
    """To everybody, since cards are played openly."""
    card = CardPlayed(seat="Blue", card="spies")
    assert facts(report(view(), (card,)), "cards") == (card,)


def test_the_gm_is_shown_all_fleets_and_an_observer_what_was_seen() -> None:
    """What the GM sees is of now; what the public saw in a battle bears its turn."""
    there = (fleet("Red", 1, "C4", "scout", seen=3), fleet("Blue", 1, "H9"))
    known = replace(there[1], ships=mat("drone"), seen=6)
    gm = report(view(there[0], known, who=Observer.GM.value), ())
    assert [fact.seat for fact in facts(gm, "positions")] == ["Red", "Blue"]
    assert facts(gm, "contacts") == ()
    public = report(view(*there, who=Observer.PUBLIC.value), ())
    assert facts(public, "positions") == ()
    assert [type(fact) for fact in facts(public, "contacts")] == [ContactStands, UnseenStand]


PAST = (TurnNote(3, (9,) * len(SEATS), (0,) * len(SEATS)),)
"""A quiet turn before."""


def test_a_ship_that_was_taken_stands_with_the_readers_battles() -> None:
    """Whoever took it or lost it; to others it is news from elsewhere."""
    taken = ShipTaken(seat="Blue", owner="Red", kind="drone", place="E5", fleet=2, card="boarding-action")
    for who, key in (("Red", "battles"), ("Blue", "battles"), ("Green", "elsewhere")):
        assert facts(report(view(who=who, turn=4, history=PAST), (taken,)), key) == (taken,)


def test_what_happened_is_told_in_its_order() -> None:
    """Where fleets went, then each thing as it came about, whatever its weight."""
    went = FleetMoved(seat="Red", fleet=3, path=("E4", "E5"))
    failed = OrderFailed(seat="Red", order=Move(fleets=Fleets((2,)), way=("A1",)), cause="no-fleet", seen_by=("Red",))
    found = ShipGained(seat="Red", kind="scout", place="E5", fleet=3, seen_by=("Red",))
    lost = ShipLost(seat="Red", fleet=4, kind="drone", place="E9", cause="mines", card="space-mines")
    told = facts(report(view(turn=4, history=PAST), (went, failed, found, lost)), "own")
    assert [type(fact) for fact in told] == [MarkersSeen, OrderFailed, ShipGained, ShipLost]


def _last(told: Report) -> list[LastWorldStands]:
    """Return the last worlds that a report names."""
    return [fact for fact in facts(told, "planets") if isinstance(fact, LastWorldStands)]


def _razed(seat: str, *places: str, neutral: bool = False) -> tuple[Ruin, ...]:
    """Return Metal worlds of a seat that are no more."""
    return tuple(Ruin(place, seat, World.METAL, 3, neutral) for place in places)


def test_a_last_world_of_the_readers_is_named() -> None:
    """One Metal world is left, so the match hangs on it; of two neither is named."""
    one = planet("Red", "C4", World.METAL)
    assert _last(report(view(one), ())) == [LastWorldStands("Red", World.METAL, "C4")]
    assert _last(report(view(one, planet("Red", "C5", World.METAL)), ())) == []


def test_a_last_world_of_anothers_is_named_from_what_all_saw_destroyed() -> None:
    """Two of three Metal worlds are gone; where the third is stands there only if the reader has seen it."""
    hidden, gone = planet("Blue", "H9"), _razed("Blue", "H7", "H8")
    assert _last(report(view(hidden, *gone), ())) == [LastWorldStands("Blue", World.METAL, "")]
    known = planet("Blue", "H9", World.METAL, 4)
    assert _last(report(view(known, *gone), ())) == [LastWorldStands("Blue", World.METAL, "H9")]
    assert _last(report(view(known, gone[0]), ())) == []
    assert _last(report(view(known, *gone, in_play=("Red",)), ())) == []


def test_claimed_worlds_count_as_the_match_counts_them() -> None:
    """A claimed Metal world stands in for a lost one only where neutral worlds count."""
    claimed = replace(planet("Blue", "E5", World.METAL, 2), neutral=True)
    there = view(claimed, planet("Blue", "H9"), *_razed("Blue", "H7", "H8"), *_razed("Blue", "E6", neutral=True))
    for counted, told in ((True, []), (False, [LastWorldStands("Blue", World.METAL, "")])):
        options = replace(there.options, neutral_worlds_count=counted)
        assert _last(report(replace(there, options=options), ())) == told
