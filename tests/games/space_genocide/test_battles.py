"""What a preview of Space Genocide tells of battles: whom own ships would attack, and with which chance."""

from collections import Counter
from typing import Any

from msgspec.structs import replace

from moderator.core.dice import Dice
from moderator.games.space_genocide import GAME
from moderator.games.space_genocide.board.odds import chance
from moderator.games.space_genocide.events.battle import SalvoFired
from moderator.games.space_genocide.pieces import Fleet, Ship, new_ship, ranked
from moderator.games.space_genocide.rules.state import Memory, Sighting, State
from moderator.games.space_genocide.seat.battles import Attack, BattleForeseen, BattlesAssume, Opponent
from moderator.games.space_genocide.seat.preview import LaunchForeseen
from tests.games.space_genocide.test_preview import foreseen, orders, position
from tests.games.space_genocide.test_words import speak
from tests.support.cases import every_case

SEEN = 3
"""The turn in which Red saw what it remembers."""


def fleet(seat: str, number: int, place: str, *kinds: str) -> Fleet:
    """Return a fleet of new ships."""
    return Fleet(seat, number, place, ranked([new_ship(kind) for kind in kinds]))


def remembered(*fleets: Fleet, unseen: tuple[Fleet, ...] = ()) -> State:
    """Return a position in which Red has seen some of the fleets of others, in turn 3, and the rest never."""
    known = tuple(Sighting(one.seat, one.number, one.ships, SEEN) for one in fleets if one.seat != "Red")
    every = sorted((*fleets, *unseen), key=lambda one: (one.seat != "Red", one.number))
    state = position(*every)
    return replace(state, turn=SEEN + 1, memory={**state.memory, "Red": Memory(fleets=known)})


def battles(state: State, *lines: str) -> list[Any]:
    """Return what Red is told of battles, and of what their odds assume."""
    return [fact for fact in foreseen(state, *lines) if isinstance(fact, BattleForeseen | BattlesAssume)]


def test_a_battle_is_told_with_the_chance_of_each_own_attack() -> None:
    """Who attacks whom by doctrine, the exact chance of their dice, and in which turn the enemy was seen."""
    state = remembered(fleet("Red", 1, "H4", "destroyer", "drone"), fleet("Blue", 2, "H5", "cruiser", "scout"))
    battle, assumed = battles(state, "MOVE 1 H5", "TARGET Scout")
    attack = Attack(("destroyer",), "Blue", 2, "scout", float(chance(3, 3)), 1)
    assert battle == BattleForeseen(place="H5", against=(Opponent("Blue", 2, SEEN),), attacks=(attack,))
    assert assumed == BattlesAssume(rounds=False, bursts=False)


def test_a_fleet_that_stays_with_an_enemy_is_told_of_too() -> None:
    """No line is needed for a battle."""
    state = remembered(fleet("Red", 1, "H5", "destroyer"), fleet("Blue", 2, "H5", "scout"))
    assert [fact.place for fact in battles(state)[:1]] == ["H5"]
    assert battles(state, "MOVE 1 H4") == []


def test_of_ships_never_seen_no_odds_are_told() -> None:
    """The fleet is named, for its marker stands open on the map, and nothing is said of what it may be."""
    state = remembered(fleet("Red", 1, "H5", "destroyer"), unseen=(fleet("Blue", 2, "H5", "scout"),))
    assert battles(state) == [BattleForeseen(place="H5", against=(Opponent("Blue", 2, 0),), attacks=())]


def test_fleets_never_seen_are_left_out_of_the_odds_of_others_beside_them() -> None:
    """Whatever Blue 3 is, Red is told the same."""
    known = (fleet("Red", 1, "H5", "destroyer"), fleet("Blue", 2, "H5", "scout"))
    told = [battles(remembered(*known, unseen=(fleet("Blue", 3, "H5", kind),))) for kind in ("carrier", "monitor")]
    assert told[0] == told[1]
    assert [(one.fleet, one.seen) for one in told[0][0].against] == [(2, SEEN), (3, 0)]
    assert [attack.kind for attack in told[0][0].attacks] == ["scout"]


def test_attacks_that_are_alike_are_told_once() -> None:
    """One on each of two Scouts."""
    state = remembered(fleet("Red", 1, "H5", "monitor", "monitor"), fleet("Blue", 2, "H5", "scout", "scout"))
    attack = Attack(("monitor",), "Blue", 2, "scout", float(chance(6, 3)), 2)
    assert battles(state, "FIRE SPREAD")[0].attacks == (attack,)


def test_who_has_no_attack_dice_is_told_of_a_battle_without_attacks() -> None:
    """Drones carry Planet Busters and nothing else."""
    state = remembered(fleet("Red", 1, "H5", "drone"), fleet("Blue", 2, "H5", "scout"))
    assert [fact.attacks for fact in battles(state)] == [()]


def test_a_card_that_makes_peace_leaves_neither_battle_nor_launch_to_tell_of() -> None:
    """Diplomacy takes both phases away; only from the hand, of course."""
    state = remembered(fleet("Red", 1, "H9", "destroyer"), fleet("Blue", 2, "H9", "scout"))
    state = replace(state, options=replace(state.options, launch_past_defenders=True))
    held = replace(state, hands={"Red": ("diplomacy",), "Blue": ()})
    told = [fact for fact in foreseen(held, "PLAY Diplomacy") if isinstance(fact, BattleForeseen | LaunchForeseen)]
    assert told == []
    assert battles(state, "PLAY Diplomacy") == battles(state) != []


def test_a_launch_after_a_battle_is_told_as_one() -> None:
    """The ships that launch may be lost before."""
    state = remembered(fleet("Red", 1, "H9", "destroyer"), fleet("Blue", 2, "H9", "scout"))
    assert [fact.fought for fact in foreseen(state) if isinstance(fact, LaunchForeseen)] == [True]
    alone = remembered(fleet("Red", 1, "H9", "destroyer"))
    assert [fact.fought for fact in foreseen(alone) if isinstance(fact, LaunchForeseen)] == [False]


def test_what_the_odds_assume_tells_of_rounds_and_of_space_bursts() -> None:
    """Where battles go on, the odds are of the first round; bursts go off before."""
    state = remembered(fleet("Red", 1, "H5", "destroyer"), fleet("Blue", 2, "H5", "scout"))
    state = replace(state, options=replace(state.options, combat="repeated", bursts=True))
    assert battles(state)[-1] == BattlesAssume(rounds=True, bursts=False)
    assert battles(state, "BURST 1 FROM 1")[-1] == BattlesAssume(rounds=True, bursts=True)


MIXED = ("carrier", "fighter", "bomber", "cruiser", "destroyer", "scout", "monitor")

FOUGHT: dict[str, tuple[tuple[Fleet, ...], tuple[str, ...]]] = {
    "combined": (
        (fleet("Red", 1, "H4", "frigate", "destroyer", "escort", "battler"), fleet("Blue", 2, "H5", *MIXED)),
        ("MOVE 1 H5",),
    ),
    "spread": (
        (fleet("Red", 1, "H4", "frigate", "destroyer", "escort", "battler"), fleet("Blue", 2, "H5", *MIXED)),
        ("MOVE 1 H5", "FIRE SPREAD"),
    ),
    "focused on a class": (
        (fleet("Red", 1, "H4", "frigate", "destroyer", "escort", "battler"), fleet("Blue", 2, "H5", *MIXED)),
        ("MOVE 1 H5", "FIRE FOCUSED", "TARGET MOBILE"),
    ),
    "two fleets with targets of their own": (
        (
            fleet("Red", 1, "H5", "frigate", "destroyer"),
            fleet("Red", 2, "H4", "battler", "frigate"),
            fleet("Blue", 2, "H5", *MIXED),
        ),
        ("MOVE 2 H5", "TARGET Scout FOR 1", "TARGET Monitor"),
    ),
    "joined on the way": (
        (
            fleet("Red", 1, "H3", "frigate", "destroyer"),
            fleet("Red", 2, "H4", "battler", "frigate"),
            fleet("Blue", 2, "H5", *MIXED),
            fleet("Blue", 3, "H5", "escort"),
        ),
        ("MOVE 1 H4", "JOIN 2 INTO 1", "MOVE 1 H5"),
    ),
    "at the enemy's planet": (
        (fleet("Red", 1, "H8", "frigate", "battle-drone", "battle-drone"), fleet("Blue", 2, "H9", "scout", "cruiser")),
        ("MOVE 1 H9",),
    ),
    "at home": (
        (fleet("Red", 1, "A1", "drone", "defense-satellite"), fleet("Blue", 2, "A1", "scout", "cruiser")),
        (),
    ),
    "ramming": (
        (fleet("Red", 1, "H4", "drone", "destroyer"), fleet("Blue", 2, "H5", "cruiser")),
        ("MOVE 1 H5", "RAM WITH Drone OF 1"),
    ),
}
"""Fleets and an order set of Red's by what is to be seen from them."""


@every_case("case", FOUGHT)
def test_ships_attack_as_they_were_said_to_if_all_is_as_it_was_seen(case: str) -> None:
    """Targets, attackers and dice are those of the battle that follows."""
    fleets, lines = FOUGHT[case]
    state = replace(remembered(*fleets), races={"Red": "orions", "Blue": "crustaceans"})
    told: Counter[tuple[Any, ...]] = Counter()
    for battle in battles(state, *lines)[:-1]:
        for one in battle.attacks:
            told[tuple(sorted(one.attackers)), one.seat, one.fleet, one.kind, one.chance] += one.count
    resolution = GAME.resolve(state, {"Red": orders(*lines)}, Dice.throwaway("battle"))
    fired = Counter(
        (tuple(sorted(one.attackers)), one.owner, one.fleet, one.kind, float(chance(len(one.attack), len(one.defence))))
        for one in resolution.events
        if isinstance(one, SalvoFired) and one.seat == "Red"
    )
    assert told
    assert told == fired


def test_what_was_seen_may_be_out_of_date_and_is_told_as_it_was_seen() -> None:
    """A preview follows the memory, not the truth."""
    state = remembered(fleet("Red", 1, "H5", "monitor"), fleet("Blue", 2, "H5", "scout"))
    moved_on = replace(state, fleets=(state.fleets[0], Fleet("Blue", 2, "H5", (Ship("carrier", 2), Ship("monitor")))))
    assert battles(moved_on) == battles(state)


def test_the_example_of_the_page_is_what_is_told() -> None:
    """Who reads the page finds the line in a letter."""
    mine, theirs = ("destroyer", "cruiser", "battler"), ("cruiser", "scout")
    told = battles(remembered(fleet("Red", 1, "H4", *mine), fleet("Blue", 2, "H5", *theirs)), "MOVE 1 H5")
    page = GAME.page.read_text(encoding="utf-8")
    assert f"\n    {speak('Red').say(told[0])}\n" in page
