"""Pistols, dodges, swords and what captains make of them (Rules: Crew Combat, Captain Damage; settings 19 to 21)."""

from typing import Any

from moderator.games.rayguns_and_rocketships.events.crew import (
    CaptainHurt,
    Dodged,
    Duel,
    EntryTried,
    FigureDefeated,
    FigureWounded,
    PistolFired,
    Shielded,
)
from moderator.games.rayguns_and_rocketships.events.gunnery import GunWrecked
from moderator.games.rayguns_and_rocketships.events.reveal import AbilityUsed, CrewGivenUp, TokensTaken
from moderator.games.rayguns_and_rocketships.events.tokens import CoreCooled, CoreReddened, WarbotDestroyed
from moderator.games.rayguns_and_rocketships.pieces import CAPTAIN, PRINCESS, Side
from moderator.games.rayguns_and_rocketships.rules.crews import captains, crew, harm
from tests.games.rayguns_and_rocketships.crews import Scene, ship, token
from tests.support.cases import every_case

RANGERS, ZARD = ship("Rangers", "E5"), ship("Zard", "E7", guns=())
PISTOL = ("pistol", "Rangers 1", "Rangers", "Zard")


def played(posts: Any, letters: Any = None, ships: Any = (RANGERS, ZARD), **more: Any) -> Scene:  # noqa: ANN401
    """Return a scene after the Crew phase of its first seat."""
    scene = Scene(ships, posts, letters=letters or {}, **more)
    crew.act(scene.table, scene.table.seats[0])
    return scene


def sword(*rounds: tuple[int, int], mine: str = "Rangers 1", yours: str = "Zard 1") -> dict[Any, list[int]]:
    """Return the dice of a duel."""
    (own, foe) = mine.split(maxsplit=1)[0], yours.split(maxsplit=1)[0]
    return {("melee", mine, own, foe): [a for a, _ in rounds], ("melee", yours, foe, own): [b for _, b in rounds]}


# ---- pistols ------------------------------------------------------------------------------------------------


@every_case(("throw", "outcome", "points"), [(5, "hit", 1), (4, "miss", 0)])
def test_a_pistol_hits_from_five(throw: int, outcome: str, points: int) -> None:
    """Ranged Attack: 5 to 8; a crew member has one health, and is worth a point."""
    posts = {"Rangers": {"1": "PANEL"}, "Zard": {"1": "Rangers AIRLOCK S1"}}
    scene = played(posts, loads={PISTOL: (throw,)})
    assert [(event.outcome, event.target) for event in scene.told(PistolFired)] == [(outcome, "1")]
    assert scene.table.sides["Rangers"].points == points
    assert bool(scene.where("Zard", "1")) == (outcome == "miss")


def test_a_bulkhead_bars_a_shot() -> None:
    """It must be in line of sight, past no bulkhead, and three squares are too far."""
    posts = {"Rangers": {"1": "HATCH", "2": "ENGINE 2"}, "Zard": {"1": "Rangers PANEL"}}
    scene = played(posts)
    assert scene.told(PistolFired) == []


@every_case(("letter", "outcome"), [("", "dodged"), ("DODGE NONE", "hit"), ("DODGE CAPTAIN", "hit")])
def test_a_token_dodges_a_shot(letter: str, outcome: str) -> None:
    """Dodging a Ranged Attack: 1 token, by DODGE."""
    posts = {"Rangers": {"1": "PANEL"}, "Zard": {"1": "Rangers AIRLOCK S1"}}
    letters = {"Zard": letter} if letter else {}
    scene = played(posts, letters, loads={PISTOL: (8,)}, sides={"Zard": Side(captain="A", actions=1)})
    assert [event.outcome for event in scene.told(PistolFired)] == [outcome]
    assert scene.table.sides["Zard"].actions == (0 if outcome == "dodged" else 1)
    assert len(scene.told(Dodged)) == (outcome == "dodged")


def test_figures_in_space_shoot_two_nodes_past_no_rock() -> None:
    """Up to 2 star nodes; pistols pass no rock, not even ice (BY-MAIL 4)."""
    posts = {"Rangers": {"1": "NODE B2"}, "Zard": {"1": "NODE B4"}}
    assert len(played(posts).told(PistolFired)) == 1
    assert played(posts, tokens=(token("iceteroid 1", "B3"),)).told(PistolFired) == []
    assert played({"Rangers": {"1": "NODE B2"}, "Zard": {"1": "NODE B5"}}).told(PistolFired) == []


def test_nobody_shoots_between_ship_and_space() -> None:
    """A ranged attack from outside may not attack anything inside; out of airlocks by the option ``fire_out`` alone."""
    posts = {"Rangers": {"1": "AIRLOCK S1"}, "Zard": {"1": "NODE E6"}}
    assert played(posts).told(PistolFired) == []
    assert len(played(posts, fire_out=True).told(PistolFired)) == 1
    posts = {"Rangers": {"1": "NODE E6"}, "Zard": {"1": "AIRLOCK P1"}}
    assert played(posts, fire_out=True).told(PistolFired) == []


def test_a_boarder_shoots_unmanned_guns_first() -> None:
    """Rayguns can be destroyed from inside; a raygun does not dodge (setting 19), and is worth a point."""
    posts = {"Rangers": {"1": "Zard AIRLOCK P2"}, "Zard": {"1": "GUN P3"}}
    zard = ship("Zard", "E7", guns=("P2", "P3"))
    sides = {"Zard": Side(captain="A", actions=3)}
    scene = played(posts, {"Rangers": "BOARD Zard WITH 1"}, (RANGERS, zard), loads={PISTOL: (5,)}, sides=sides)
    assert [event.port for event in scene.told(GunWrecked)] == ["P2"]
    assert scene.table.ships["Zard"].guns == ("P3",)
    assert (scene.table.sides["Rangers"].points, scene.table.spares) == (1, 5)


@every_case(("prey", "target"), [("", "GUN P2"), (" FOR CREW", "1"), (" FOR GUN P3", "GUN P3")])
def test_a_boarder_strikes_what_he_came_for(prey: str, target: str) -> None:
    """BOARD … FOR goes before STRIKE, and that before what is usual."""
    posts = {"Rangers": {"1": "Zard AIRLOCK P2"}, "Zard": {"1": "GUN P3"}}
    zard = ship("Zard", "E7", guns=("P2", "P3"))
    scene = played(posts, {"Rangers": f"BOARD Zard WITH 1{prey}"}, (RANGERS, zard), loads={PISTOL: (1,)})
    assert [event.target for event in scene.told(PistolFired)] == [target]


def test_a_boarder_walks_to_what_he_came_for() -> None:
    """Two squares nearer to the captain, and then a shot at what is in reach."""
    posts = {"Rangers": {"1": "Zard AIRLOCK P2"}, "Zard": {CAPTAIN: "COCKPIT", "1": "HATCH"}}
    scene = played(posts, {"Rangers": "BOARD Zard WITH 1 FOR CAPTAIN"}, loads={PISTOL: (1,)})
    assert scene.where("Rangers", "1") == "Zard GUN P2"
    assert [event.target for event in scene.told(PistolFired)] == ["1"]


def test_a_captain_with_two_blasts_goes_first() -> None:
    """The usual order of STRIKE: such a captain, guns, crew, other captains."""
    posts = {"Rangers": {"1": "PANEL"}, "Zard": {CAPTAIN: "Rangers AIRLOCK S1", "1": "Rangers DECK D3"}}
    assert [event.target for event in played(posts).told(PistolFired)] == ["1"]
    sides = {"Zard": Side(captain="A", hurt=("Captain", "Jaws"))}
    scene = played(posts, sides=sides, loads={PISTOL: (8,)})
    assert [event.target for event in scene.told(PistolFired)] == [CAPTAIN]
    assert [event.figure for event in scene.told(FigureDefeated)] == [CAPTAIN]
    assert scene.table.sides["Rangers"].points == 3


def test_an_eight_hits_and_a_one_misses_whatever_is_added() -> None:
    """BY-MAIL 7, option ``naturals``."""
    posts = {"Rangers": {"1": "PANEL"}, "Zard": {"1": "Rangers AIRLOCK S1"}}
    for naturals, throw, outcome in ((True, 1, "miss"), (False, 1, "hit"), (True, 2, "hit")):
        scene = Scene((RANGERS, ZARD), posts, loads={PISTOL: (throw,)}, naturals=naturals)
        scene.table.stats["Rangers", "pistol"] = 4
        crew.act(scene.table, "Rangers")
        assert [event.outcome for event in scene.told(PistolFired)] == [outcome]


def test_a_warbot_falls_like_a_gun_and_a_core_turns_red() -> None:
    """Special Tokens: 2 points for a warbot at its post; a core is hit only where a line says so, and may be cooled."""
    tokens = (
        token("warbot 1", "Zard GUN P3", installed=True),
        token("core 1", "Zard ENGINE 1", installed=True),
    )
    posts = {"Rangers": {"1": "Zard AIRLOCK P2"}, "Zard": {"1": "COCKPIT"}}
    loads = {PISTOL: (5,)}
    scene = played(posts, {"Rangers": "BOARD Zard WITH 1"}, tokens=tokens, loads=loads)
    assert [event.token for event in scene.told(WarbotDestroyed)] == ["warbot 1"]
    assert scene.table.sides["Rangers"].points == 2
    for actions, cooled in ((0, 0), (1, 1)):
        sides = {"Zard": Side(captain="A", actions=actions)}
        letters = {"Rangers": "BOARD Zard WITH 1 FOR CORE"}
        scene = played(posts, letters, tokens=tokens, loads=loads, sides=sides)
        assert [event.by for event in scene.told(CoreReddened)] == ["Rangers"]
        assert len(scene.told(CoreCooled)) == cooled
        assert scene.table.tokens["core 1"].red is (not cooled)


# ---- swords -------------------------------------------------------------------------------------------------

BESIDE = {"Rangers": {"1": "GUN S2"}, "Zard": {"1": "Rangers AIRLOCK S1"}}
BY_SWORD = {"Rangers": "STRIKE CREW BY SWORD"}


@every_case(
    ("rounds", "outcome", "fallen"),
    [
        ([(6, 4)], "hit", [("Zard", "1")]),
        ([(4, 6)], "blocked", []),
        ([(4, 4), (3, 7)], "riposte", [("Rangers", "1")]),
        ([(4, 4), (7, 3)], "blocked", []),
        ([(4, 4), (5, 5), (8, 1)], "hit", [("Zard", "1")]),
        ([(4, 4), (5, 5), (1, 8)], "blocked", []),
    ],
)
def test_a_tie_changes_the_roles(rounds: Any, outcome: str, fallen: Any) -> None:  # noqa: ANN401
    """Melee Attack: higher hits, lower is blocked; after a tie the defender attacks, until there is a hit or a miss."""
    scene = played(BESIDE, BY_SWORD, loads=sword(*rounds))
    (duel,) = scene.told(Duel)
    assert (duel.outcome, list(duel.rounds)) == (outcome, rounds)
    assert [(event.seat, event.figure) for event in scene.told(FigureDefeated)] == fallen
    scored = {seat: side.points for seat, side in scene.table.sides.items()}
    assert sum(scored.values()) == len(fallen)
    assert all(scored[seat] == 0 for seat, _ in fallen)


def test_the_pistol_is_drawn_unless_the_enemy_can_dodge() -> None:
    """BY-MAIL 5: with tokens on the other side the sword; farther off there is no choice; STRIKE … BY decides."""
    rich = {"Zard": Side(captain="A", actions=1)}
    assert len(played(BESIDE).told(PistolFired)) == 1
    assert len(played(BESIDE, sides=rich).told(Duel)) == 1
    assert len(played(BESIDE, {"Rangers": "STRIKE CREW BY PISTOL"}, sides=rich).told(PistolFired)) == 1
    far = {"Rangers": {"1": "PANEL"}, "Zard": {"1": "Rangers AIRLOCK S1"}}
    assert len(played(far, sides=rich).told(PistolFired)) == 1
    assert played(far, BY_SWORD).told(PistolFired, Duel) == []


def test_figures_on_one_node_are_beside_each_other() -> None:
    """BY-MAIL 4; and on nodes side by side."""
    for node in ("B2", "C3"):
        posts = {"Rangers": {"1": "NODE B2"}, "Zard": {"1": f"NODE {node}"}}
        assert len(played(posts, BY_SWORD, loads=sword((6, 4))).told(Duel)) == 1


def test_captains_and_cards_add_to_swords() -> None:
    """Jaws adds 2 to the captain's own throws, Inspiring Command 1 to crew beside him, War Cry to all."""
    posts = {"Rangers": {"1": "GUN S2", CAPTAIN: "DECK D5"}, "Zard": {CAPTAIN: "Rangers AIRLOCK S1"}}
    scene = Scene(
        (RANGERS, ZARD),
        posts,
        letters={"Rangers": "STRIKE CAPTAIN WITH 1 BY SWORD"},
        loads=sword((5, 4), (8, 2), yours="Zard CAPTAIN"),
        sides={"Rangers": Side(captain="B"), "Zard": Side(captain="A")},
    )
    scene.table.stats["Zard", "melee"] = -2
    crew.act(scene.table, "Rangers")
    duel = scene.told(Duel)[-1]
    assert duel.bonuses == (1, 0)
    assert duel.outcome == "hit"
    assert [event.ability for event in scene.told(CaptainHurt)][-1:] == ["Jaws"]


def test_the_duelist_throws_a_lost_throw_again_once_an_opponent() -> None:
    """Expert Duelist: the second miss of the Turn against Zard stays."""
    posts = {"Pirates": {CAPTAIN: "GUN S2"}, "Zard": {"1": "Pirates AIRLOCK S1", "2": "Pirates DECK D5"}}
    loads = {
        ("melee", "Pirates CAPTAIN", "Pirates", "Zard"): (2, 8, 2),
        ("melee", "Zard 1", "Zard", "Pirates"): (5,),
        ("melee", "Zard 2", "Zard", "Pirates"): (5,),
    }
    scene = played(
        posts,
        {"Pirates": "STRIKE CREW BY SWORD\nSPEND ATTACK\nKEEP 0"},
        (ship("Pirates", "E5"), ZARD),
        loads=loads,
        sides={"Pirates": Side(captain="A", actions=1)},
    )
    assert [(duel.rounds, duel.outcome) for duel in scene.told(Duel)] == [(((8, 5),), "hit"), (((2, 5),), "blocked")]
    assert [event.ability for event in scene.told(AbilityUsed)] == ["Expert Duelist"]


def test_tentacles_strike_a_second_enemy() -> None:
    """A melee attack that succeeds damages two beside the Masterbrain; a block none."""
    posts = {
        "Blaarg": {CAPTAIN: "PANEL"},
        "Zard": {"1": "Blaarg AIRLOCK P1", "2": "Blaarg DECK C2", "3": "Blaarg HATCH"},
    }
    letters = {"Blaarg": "STRIKE CREW BY SWORD"}
    ships = (ship("Blaarg", "E5"), ZARD)
    for throws, fallen in (((6, 4), ["1", "2"]), ((4, 6), [])):
        scene = played(posts, letters, ships, loads=sword(throws, mine="Blaarg CAPTAIN"))
        assert [event.figure for event in scene.told(FigureDefeated)] == fallen
        assert scene.table.sides["Blaarg"].points == len(fallen)


# ---- Mind Control, Ruthless Pirate --------------------------------------------------------------------------


@every_case(("letter", "fallen"), [("", []), ("USE Mind Control ON RAM", ["1"])])
def test_mind_control_makes_an_enemy_throw_again(letter: str, fallen: list[str]) -> None:
    """Once a Turn, the first success of the kind that USE names: an 8 becomes a 2."""
    posts = {"Rangers": {"1": "Blaarg PANEL"}, "Blaarg": {"1": "HATCH", "2": "AIRLOCK P1", CAPTAIN: "ENGINE 1"}}
    loads = {("pistol", "Rangers 1", "Rangers", "Blaarg"): (8, 2)}
    letters = {"Rangers": "STRIKE 2", "Blaarg": letter} if letter else {"Rangers": "STRIKE 2"}
    sides = {"Blaarg": Side(captain="B")}
    ships = (RANGERS, ship("Blaarg", "E7", guns=()))
    letters["Rangers"] = "STRIKE CREW BY PISTOL"
    scene = played(posts, letters, ships, loads=loads, sides=sides)
    assert [event.throw for event in scene.told(PistolFired)] == [2 if not letter else 8]
    assert len(scene.told(AbilityUsed)) == (not letter)
    assert len(scene.told(FigureDefeated)) == len(fallen)


def test_mind_control_works_once_a_turn() -> None:
    """A Blast on it, or a Turn that has seen it, and it does not."""
    scene = Scene((RANGERS, ship("Blaarg", "E7")), {"Blaarg": {CAPTAIN: "PANEL"}}, sides={"Blaarg": Side(captain="B")})
    assert captains.makes_enemy_throw_again(scene.table, "Rangers", "Blaarg", "raygun", 6)
    assert not captains.makes_enemy_throw_again(scene.table, "Rangers", "Blaarg", "ram", 6)
    scene.table.new_turn(2)
    scene.table.set_side("Blaarg", hurt=("Mind Control",))
    assert not captains.makes_enemy_throw_again(scene.table, "Rangers", "Blaarg", "raygun", 6)


def test_mind_control_takes_an_entry_and_a_duel() -> None:
    """Entries and swords are successes, too; the duel's throw that stands is the second."""
    ships = (RANGERS, ship("Blaarg", "E7"))
    sides = {"Blaarg": Side(captain="B")}
    scene = played(
        {"Rangers": {"1": "NODE E6"}, "Blaarg": {CAPTAIN: "PANEL"}},
        {"Rangers": "BOARD Blaarg WITH 1"},
        ships,
        loads={("entry", "Rangers 1", "Rangers", "Blaarg"): (8, 1)},
        sides=sides,
    )
    assert [(event.throw, event.inside) for event in scene.told(EntryTried)] == [(1, False)]
    posts = {"Rangers": {"1": "GUN S2"}, "Blaarg": {"1": "Rangers AIRLOCK S1", CAPTAIN: "PANEL"}}
    loads = {("melee", "Rangers 1", "Rangers", "Blaarg"): (8, 2), ("melee", "Blaarg 1", "Blaarg", "Rangers"): (5,)}
    scene = played(posts, BY_SWORD, ships, loads=loads, sides=sides)
    assert [(duel.rounds, duel.outcome) for duel in scene.told(Duel)] == [(((2, 5),), "blocked")]


@every_case(
    ("letter", "given", "stolen"),
    [
        ("", [], []),
        ("USE Ruthless Pirate", ["3"], [("Zard", 6)]),
        ("USE Ruthless Pirate ON Rangers", ["3"], [("Rangers", 2)]),
    ],
)
def test_the_ruthless_pirate_gives_a_boarder_for_tokens(letter: str, given: Any, stolen: Any) -> None:  # noqa: ANN401
    """Only where USE says so: a boarder first, up to six tokens from who has most or is named; nobody scores."""
    scene = played(
        {"Pirates": {CAPTAIN: "COCKPIT", "3": "Zard HATCH", "5": "PANEL"}, "Zard": {}, "Rangers": {}},
        {"Pirates": letter} if letter else {},
        (ship("Pirates", "B2"), ZARD, RANGERS),
        sides={"Zard": Side(captain="A", actions=8), "Rangers": Side(captain="A", actions=2)},
    )
    assert [event.figure for event in scene.told(CrewGivenUp)] == given
    assert [(event.victim, event.stolen) for event in scene.told(TokensTaken)] == stolen
    assert all(side.points == 0 for side in scene.table.sides.values())


# ---- harm ---------------------------------------------------------------------------------------------------


def test_a_captain_loses_named_abilities_first() -> None:
    """Captain Damage: of those that work in card order, Captain last; the third Blast defeats, for 3 points."""
    scene = Scene((RANGERS, ZARD), {"Zard": {CAPTAIN: "PANEL"}}, sides={"Zard": Side(captain="B")})
    for at in range(3):
        assert harm.hurt(scene.table, ("Zard", CAPTAIN), "pistol", "Rangers") is (at == 2)
    assert [event.ability for event in scene.told(CaptainHurt)] == ["Thick Hull", "Toothed Prow"]
    assert scene.table.sides["Rangers"].points == 3


def test_with_ironwill_crew_take_two() -> None:
    """Ironwill: the first lays a figure down; who stood up by himself still has the first."""
    scene = Scene((RANGERS, ZARD), {"Zard": {"1": "PANEL"}}, ironwill=True)
    assert not harm.hurt(scene.table, ("Zard", "1"), "pistol", "Rangers")
    assert scene.table.figures["Zard", "1"].wounded
    scene.table.set_figure(("Zard", "1"), wounded=False, scarred=True)
    assert harm.hurt(scene.table, ("Zard", "1"), "pistol", "Rangers")
    assert (len(scene.told(FigureWounded)), scene.table.sides["Rangers"].points) == (1, 1)


def test_the_princess_takes_one_damage_a_turn_off() -> None:
    """Heal: an own figure beside her ignores the first damage, before a token is spent on a dodge."""
    posts = {"Rangers": {"1": "PANEL"}, "Zard": {"1": "Rangers AIRLOCK S1", PRINCESS: "Rangers DECK F5"}}
    letters = {"Rangers": "STRIKE 1\nSPEND ATTACK\nKEEP 0"}
    sides = {"Rangers": Side(captain="A", actions=1), "Zard": Side(captain="A", actions=1)}
    scene = played(posts, letters, loads={PISTOL: (8, 8)}, sides=sides)
    assert [event.outcome for event in scene.told(PistolFired)] == ["shielded", "dodged"]
    scene.table.new_turn(2)
    assert not harm.hurt(scene.table, ("Zard", "1"), "sword", "Rangers")
    assert harm.hurt(scene.table, ("Zard", "1"), "sword", "Rangers")
    assert len(scene.told(Shielded)) == 1


@every_case(("captor", "ship_there"), [("Zard", True), ("Pirates", False)])
def test_a_damaged_princess_returns_to_her_captor(captor: str, *, ship_there: bool) -> None:
    """Royalty: she cannot be defeated; without the captor's ship she is at Vaporia (BY-MAIL 8). Nobody scores."""
    scene = Scene((RANGERS, ZARD), {"Rangers": {PRINCESS: "PANEL"}}, captor=captor)
    assert harm.hurt(scene.table, ("Rangers", PRINCESS), "pistol", "Zard")
    lying = scene.table.tokens["princess"]
    assert (lying.ship, lying.at) == (("Zard", "F4") if ship_there else ("", "F6"))
    assert scene.table.sides["Zard"].points == 0
