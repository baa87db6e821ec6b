"""What Action tokens buy in the Crew phase: SPEND and KEEP, hatch, fire, healing (Rules: Action Tokens; BY-MAIL 5)."""

from typing import Any

from moderator.games.rayguns_and_rocketships.events.crew import (
    BlastOut,
    CaptainHealed,
    Duel,
    FigureHealed,
    HatchSearched,
    PistolFired,
    StarFound,
    Walked,
)
from moderator.games.rayguns_and_rocketships.events.lines import LineFailed
from moderator.games.rayguns_and_rocketships.pieces import CAPTAIN, PRINCESS, Side
from moderator.games.rayguns_and_rocketships.rules.crews import crew, purse
from tests.games.rayguns_and_rocketships.crews import Scene, figure, ship
from tests.support.cases import every_case

ZARD = ship("Zard", "E7", guns=())
HATCH = ("hatch", "Rangers 1", "Rangers")


def played(posts: Any, letter: str = "", own: Any = None, actions: int = 1, **more: Any) -> Scene:  # noqa: ANN401
    """Return a scene after the Rangers' Crew phase; ``posts`` are theirs."""
    sides = {"Rangers": Side(captain="A", actions=actions, hurt=more.pop("hurt", ()))}
    letters = {"Rangers": letter} if letter else {}
    scene = Scene((own or ship("Rangers", "E5"), ZARD), {"Rangers": posts}, letters=letters, sides=sides, **more)
    crew.act(scene.table, "Rangers")
    return scene


# ---- KEEP ---------------------------------------------------------------------------------------------------


@every_case(
    ("posts", "turn", "first", "blasts", "kept"),
    [
        ({"Rangers": {"1": "HATCH"}}, 1, "Rangers", (), 0),
        ({"Rangers": {"1": "NODE A1"}}, 1, "Rangers", (), 1),
        ({"Rangers": {"1": "HATCH"}, "Zard": {"1": "Rangers PANEL"}}, 2, "Rangers", (), 1),
        ({"Rangers": {"1": "NODE A1"}, "Zard": {"1": "PANEL"}}, 3, "Rangers", (), 3),
        ({"Rangers": {"1": "NODE A1"}, "Zard": {"1": "PANEL"}}, 3, "Zard", (), 0),
        ({"Rangers": {str(at): post for at, post in enumerate(("PANEL", "HATCH"), 1)}}, 1, "Rangers", "GFEHC", 2),
    ],
)
def test_how_many_tokens_are_kept(posts: Any, turn: int, first: str, blasts: Any, kept: int) -> None:  # noqa: ANN401
    """BY-MAIL 3 and 6: for dodges where enemies are near, for leaving a ship that has five Blasts; KEEP decides."""
    own = ship("Rangers", "E5", blasts=tuple(f"DECK {row}3" for row in blasts))
    scene = Scene((own, ZARD), posts, turn=turn, first=first)
    assert purse.tokens_to_keep(scene.table, "Rangers") == kept
    scene = Scene((own, ZARD), posts, turn=turn, first=first, letters={"Rangers": "KEEP 4"})
    assert purse.tokens_to_keep(scene.table, "Rangers") == 4


def test_nothing_is_spent_that_is_to_be_kept() -> None:
    """KEEP 1 of one token: the fire burns on; SPEND without the use: likewise."""
    own = ship("Rangers", "E5", blasts=("DECK F3",))
    for letter, out in (("", 1), ("KEEP 1", 0), ("SPEND ATTACK, SEARCH", 0)):
        scene = played({"2": "HATCH"}, letter, own)
        assert len(scene.told(BlastOut)) == out


def test_tokens_go_use_by_use() -> None:
    """The order of SPEND: a single token searches before it puts a fire out, if it says so."""
    own = ship("Rangers", "E5", blasts=("DECK F3",), guns=())
    scene = played({"1": "HATCH"}, "SPEND SEARCH, EXTINGUISH", own)
    assert (len(scene.told(HatchSearched)), len(scene.told(BlastOut))) == (1, 0)


# ---- fire ---------------------------------------------------------------------------------------------------


def test_fires_are_put_out_in_order_by_who_is_beside() -> None:
    """Extinguish Fire: adjacent, diagonally too; EXTINGUISH first, then cockpits, engines, and so on."""
    own = ship("Rangers", "E5", blasts=("DECK F3", "HATCH", "DECK G5"))
    posts = {"1": "DECK F5", "2": "DECK G3"}
    scene = played(posts, "EXTINGUISH DECK", own, actions=2)
    assert [(event.where, event.figure) for event in scene.told(BlastOut)] == [("DECK F3", "2"), ("DECK G5", "1")]
    scene = played(posts, "", own, actions=2)
    assert [event.where for event in scene.told(BlastOut)] == ["HATCH", "DECK F3"]
    assert scene.table.sides["Rangers"].actions == 0


def test_a_figure_steps_there_and_back() -> None:
    """Nobody is beside it: who can step beside it and back does; two squares off is too far."""
    own = ship("Rangers", "E5", blasts=("HATCH",))
    scene = played({"1": "PANEL", "2": "GUN S2"}, "", own)
    assert [event.way for event in scene.told(Walked)] == [("DECK E5",), ("GUN S2",)]
    assert len(scene.told(BlastOut)) == 1
    assert played({"1": "PANEL"}, "", own).told(BlastOut, Walked) == []


def test_boarders_put_out_nothing() -> None:
    """Setting 30: own crew alone, on its own ship."""
    zard = ship("Zard", "E7", blasts=("HATCH",), guns=())
    sides = {"Rangers": Side(captain="A", actions=5)}
    scene = Scene((ship("Rangers", "E5"), zard), {"Rangers": {"1": "Zard DECK F3"}}, sides=sides)
    crew.act(scene.table, "Rangers")
    assert scene.told(BlastOut) == []


# ---- the hatch ----------------------------------------------------------------------------------------------


@every_case(("throw", "found"), [(4, "nothing"), (5, "gun")])
def test_the_hatch_gives_a_gun_from_five(throw: int, found: str) -> None:
    """Search the Hatch: onto the first empty port by MOUNT; from the spares (setting 31)."""
    own = ship("Rangers", "E5", guns=("P1", "P2", "S1"))
    scene = played({"1": "HATCH"}, "MOUNT S3, P3", own, loads={HATCH: (throw,)})
    assert [(event.found, event.port) for event in scene.told(HatchSearched)] == [
        (found, "S3" if found == "gun" else "")
    ]
    assert ("S3" in scene.table.ships["Rangers"].guns, scene.table.spares) == (found == "gun", 4 - (found == "gun"))


@every_case(("letter", "card"), [("SEARCH FOR Loop", "Loop"), ("SEARCH FOR STAR", "Sharpshooters")])
def test_the_hatch_gives_a_star_card_that_is_chosen(letter: str, card: str) -> None:
    """The seat alone is told which; others see that it found one. Chosen where not named: one that could be played."""
    decks = {"Rangers": ("Damage Control", "Loop", "Sharpshooters")}
    scene = played({"1": "HATCH", "2": "GUN S1", "3": "PANEL"}, letter, decks=decks, loads={HATCH: (8,)})
    assert [event.found for event in scene.told(HatchSearched)] == ["star"]
    (found,) = scene.told(StarFound)
    assert (found.card, found.seen_by) == (card, ("Rangers",))
    assert scene.table.hands["Rangers"] == [card]
    assert len(scene.table.decks["Rangers"]) == 2


def test_who_is_told_to_search_walks_to_the_hatch() -> None:
    """SEARCH WITH: then the token is paid; a line counts once, SPEND goes on while there is something to find."""
    own = ship("Rangers", "E5", guns=("P1",))
    scene = played({"1": "DECK F3"}, "SEARCH FOR GUN WITH 1\nSPEND HEAL", own, actions=3, loads={HATCH: (5,)})
    assert scene.where("Rangers", "1") == "HATCH"
    assert len(scene.told(HatchSearched)) == 1
    scene = played({"1": "HATCH"}, "", own, actions=3, loads={HATCH: (5, 5, 5)})
    assert len(scene.told(HatchSearched)) == 3


@every_case(
    ("posts", "letter", "own", "actions", "cause"),
    [
        ({"1": "PANEL"}, "SEARCH", {}, 1, "no-hatch"),
        ({"1": "HATCH"}, "SEARCH FOR GUN", {}, 1, "no-port"),
        ({"1": "HATCH"}, "SEARCH FOR STAR", {}, 1, "no-deck"),
        ({"1": "HATCH"}, "SEARCH FOR GUN", {"guns": ()}, 0, "no-tokens"),
        ({"1": "HATCH"}, "SEARCH FOR GUN", {"guns": (), "blasts": ("HATCH",)}, 1, "blasted"),
        ({"1": "HATCH"}, "SEARCH FOR GUN WITH 2", {"guns": ()}, 1, "gone"),
        ({"1": "HATCH", "2": "PANEL"}, "SEARCH FOR GUN WITH 2", {"guns": ()}, 1, "taken"),
    ],
)
def test_why_nothing_is_searched(posts: Any, letter: str, own: Any, actions: int, cause: str) -> None:  # noqa: ANN401
    """Each line says why."""
    scene = played(posts, letter + "\nSPEND HEAL", ship("Rangers", "E5", **own), actions)
    assert [event.cause for event in scene.told(LineFailed)] == [cause]
    assert scene.told(HatchSearched) == []


# ---- attacks ------------------------------------------------------------------------------------------------


def test_attacks_are_bought_as_often_as_spend_names_them() -> None:
    """Crew Movement: tokens give extra attacks; each ATTACK of SPEND is one for every figure."""
    for uses, attacks in (("SEARCH", 1), ("ATTACK", 2), ("ATTACK, ATTACK", 3)):
        letters = {"Rangers": f"SPEND {uses}\nSTRIKE GUNS\nKEEP 0"}
        sides = {"Rangers": Side(captain="A", actions=5)}
        ships = (ship("Rangers", "E5"), ship("Zard", "E7"))
        scene = Scene(ships, {"Rangers": {"1": "Zard GUN S1"}}, letters=letters, sides=sides)
        crew.act(scene.table, "Rangers")
        assert len(scene.told(PistolFired)) == attacks


def test_attacks_are_bought_once_a_figure_where_they_are_likely() -> None:
    """ATTACK at 40 % or more: a sword of 44 % is, against one who adds 2 it is not."""
    posts = {"Rangers": {"1": "GUN S2"}, "Zard": {CAPTAIN: "Rangers AIRLOCK S1"}}
    for hurt, duels in ((("Jaws",), 2), ((), 1)):
        scene = Scene(
            (ship("Rangers", "E5"), ZARD),
            posts,
            letters={"Rangers": "STRIKE CAPTAIN BY SWORD\nKEEP 0"},
            loads={
                ("melee", "Rangers 1", "Rangers", "Zard"): (1, 1),
                ("melee", "Zard CAPTAIN", "Zard", "Rangers"): (8, 8),
            },
            sides={"Rangers": Side(captain="A", actions=5), "Zard": Side(captain="A", hurt=hurt)},
        )
        crew.act(scene.table, "Rangers")
        assert [duel.paid for duel in scene.told(Duel)] == [0, 1][:duels]
        assert scene.table.sides["Rangers"].actions == 6 - duels


# ---- healing ------------------------------------------------------------------------------------------------


@every_case(
    ("posts", "letter", "healed"),
    [
        ({CAPTAIN: "COCKPIT", "1": "DECK B4"}, "", ["Captain"]),
        ({CAPTAIN: "COCKPIT", "1": "DECK B4"}, "HEAL Ace Pilot", ["Ace Pilot"]),
        ({CAPTAIN: "COCKPIT", "1": "PANEL"}, "", []),
    ],
)
def test_a_figure_beside_the_captain_heals_an_ability(posts: Any, letter: str, healed: list[str]) -> None:  # noqa: ANN401
    """Healing the Captain: a token each; Captain first unless HEAL says otherwise."""
    scene = played(posts, letter, hurt=("Ace Pilot", "Captain"))
    assert [(event.ability, event.healer) for event in scene.told(CaptainHealed)] == [(name, "1") for name in healed]
    assert len(scene.table.sides["Rangers"].hurt) == 2 - len(healed)


def test_with_ironwill_the_wounded_stand_up_or_are_healed() -> None:
    """By himself he is scarred; a friend beside him heals him wholly, for a token."""
    for posts, scarred, healer in (({"1": "PANEL"}, True, "1"), ({"1": "PANEL", "2": "DECK D3"}, False, "2")):
        scene = Scene(
            (ship("Rangers", "E5"), ZARD),
            {"Rangers": posts},
            letters={"Rangers": "SPEND HEAL" if healer == "2" else "SPEND STAND"},
            sides={"Rangers": Side(captain="A", actions=1)},
            ironwill=True,
        )
        scene.table.set_figure(("Rangers", "1"), wounded=True)
        crew.act(scene.table, "Rangers")
        assert (scene.table.figures["Rangers", "1"].wounded, scene.table.figures["Rangers", "1"].scarred) == (
            False,
            scarred,
        )
        assert [(event.healer, event.paid) for event in scene.told(FigureHealed)] == [(healer, 1)]


def test_the_wounded_do_nothing() -> None:
    """Ironwill: they lie until they stand."""
    scene = Scene(
        (ship("Rangers", "E5"), ZARD), {"Rangers": {"1": "PANEL"}}, letters={"Rangers": "GO 1 TO HATCH"}, ironwill=True
    )
    scene.table.set_figure(("Rangers", "1"), wounded=True)
    scene.table.figures["Zard", "1"] = figure("Zard", "1", "Rangers DECK D3")
    crew.act(scene.table, "Rangers")
    assert [event.cause for event in scene.told(LineFailed)] == ["wounded"]
    assert scene.told(Walked, PistolFired) == []


def test_the_princess_heals_for_nothing_once_a_turn() -> None:
    """Heal: as a free action at the end of the own Crew phase, where she has taken no damage off."""
    scene = played({CAPTAIN: "COCKPIT", PRINCESS: "DECK B4"}, actions=0, hurt=("Ace Pilot", "Captain"))
    assert [(event.healer, event.ability, event.paid) for event in scene.told(CaptainHealed)] == [
        (PRINCESS, "Captain", 0)
    ]
