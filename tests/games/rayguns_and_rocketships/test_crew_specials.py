"""Special tokens and lost ships: fetching, work, the princess, red cores, evacuation (Rules: Special Tokens)."""

from typing import Any

from moderator.games.rayguns_and_rocketships.board.deck import deck
from moderator.games.rayguns_and_rocketships.events.crew import FigureDefeated, PrincessTaken
from moderator.games.rayguns_and_rocketships.events.ending import GoalReached
from moderator.games.rayguns_and_rocketships.events.gunnery import BlastLost, BlastPlaced, Evacuated, ShipDestroyed
from moderator.games.rayguns_and_rocketships.events.lines import LineFailed
from moderator.games.rayguns_and_rocketships.events.tokens import (
    Collected,
    CoreExploded,
    CoreReddened,
    Dropped,
    Installed,
    PrincessRescued,
)
from moderator.games.rayguns_and_rocketships.pieces import CAPTAIN, CREW, PRINCESS, Side
from moderator.games.rayguns_and_rocketships.rules import damage
from moderator.games.rayguns_and_rocketships.rules.crews import cores, crew, evacuation, explosion, harm
from tests.games.rayguns_and_rocketships.crews import Scene, ship, token
from tests.support.cases import every_case

RANGERS, ZARD = ship("Rangers", "E5", guns=("P1", "P2", "S1", "S2", "S3")), ship("Zard", "E8")


def played(posts: Any, letter: str, *tokens: Any, turns: int = 1, **more: Any) -> Scene:  # noqa: ANN401
    """Return a scene after some of the Rangers' Crew phases; they have five tokens."""
    more = {"sides": {"Rangers": Side(captain="A", actions=5)}} | more
    scene = Scene((RANGERS, ZARD), posts, letters={"Rangers": letter}, tokens=tokens, **more)
    for turn in range(1, turns + 1):
        scene.table.new_turn(turn)
        crew.act(scene.table, "Rangers")
    return scene


def test_a_warbot_is_fetched_and_put_to_work() -> None:
    """Warbot remains: 1 token from beside it; home, onto a cockpit or raygun, where it acts as a crew member."""
    scene = played({"Rangers": {"6": "AIRLOCK S1"}}, "COLLECT WARBOT WITH 6", token("warbot 1", "F7"), turns=2)
    assert [(event.token, event.paid) for event in scene.told(Collected)] == [("warbot 1", 1)]
    assert [event.post for event in scene.told(Installed)] == ["COCKPIT"]
    assert scene.table.manned("Rangers", "COCKPIT") == ("COCKPIT",)
    assert scene.table.lacks("Rangers", "Sharpshooters") == ()
    assert scene.table.tasks["Rangers"] == []
    assert scene.table.sides["Rangers"].worked == ("warbot 1",)


@every_case(
    ("key", "place", "posts", "post"),
    [
        ("warbot 1", " FOR GUN S2", {}, "GUN S2"),
        ("warbot 1", " FOR GUN", {"4": "GUN P1"}, "GUN S1"),
        ("warbot 1", "", {CAPTAIN: "COCKPIT", "4": "GUN P1"}, "GUN S1"),
        ("warbot 1", " FOR GUN P3", {}, ""),
        ("core 1", "", {"3": "PANEL"}, "ENGINE 1"),
        ("core 1", " FOR COCKPIT", {}, ""),
    ],
)
def test_where_tokens_are_put_to_work(key: str, place: str, posts: Any, post: str) -> None:  # noqa: ANN401
    """Warbots at cockpits and rayguns, cores at panels and engines; where nobody is, unless the line says otherwise."""
    figures = {"6": "NODE F6"} | posts
    letter = f"COLLECT {key.split(maxsplit=1)[0].upper()} WITH 6{place}"
    scene = played({"Rangers": figures}, letter, token(key, "F6"))
    assert [event.post for event in scene.told(Installed)] == ([post] if post else [])
    assert [event.cause for event in scene.told(LineFailed)] == ([] if post else ["no-room"])


def test_a_core_pays_in_its_episode() -> None:
    """Hot Cores: a point when it is first put to work."""
    core = token("core 1", "F6")
    scene = played({"Rangers": {"6": "NODE F6"}}, "COLLECT CORE WITH 6", core, episode="hot-cores")
    assert len(scene.told(GoalReached)) == 1
    assert scene.table.sides["Rangers"].points == 1


def test_a_figure_carries_one_and_pays_for_it() -> None:
    """BY-MAIL 8: carried one each; without a token nothing is taken."""
    held = token("tape", "F6")
    scene = Scene(
        (RANGERS, ZARD),
        {"Rangers": {"6": "NODE F6"}},
        letters={"Rangers": "COLLECT WARBOT WITH 6"},
        tokens=(held, token("warbot 1", "F6")),
    )
    scene.table.set_token("tape", at="", bearer=("Rangers", "6"))
    crew.act(scene.table, "Rangers")
    assert [event.cause for event in scene.told(LineFailed)] == ["full"]
    scene = played({"Rangers": {"6": "NODE F6"}}, "COLLECT CORE WITH 6", token("core 1", "F6"), sides={})
    assert [event.cause for event in scene.told(LineFailed)] == ["no-tokens"]
    scene = played({"Rangers": {"6": "NODE F6"}}, "COLLECT CORE WITH 6")
    assert [event.cause for event in scene.told(LineFailed)] == ["no-token"]


def test_the_tape_is_stolen_from_a_panel_and_dropped_where_its_bearer_falls() -> None:
    """Data tape: an adjacent crew member takes it for 1 token; if he is defeated, it stays where he fell."""
    posts = {"Rangers": {"6": "Zard DECK D3"}, "Zard": {}}
    scene = played(posts, "COLLECT TAPE WITH 6", token("tape", "Zard PANEL"))
    assert [event.token for event in scene.told(Collected)] == ["tape"]
    assert scene.where("Rangers", "6").startswith("Zard AIRLOCK")
    assert scene.table.carried(("Rangers", "6")) is not None
    where = scene.table.figures["Rangers", "6"].at
    harm.hurt(scene.table, ("Rangers", "6"), "pistol", "Zard")
    assert [event.ship for event in scene.told(Dropped)] == ["Zard"]
    assert (scene.table.tokens["tape"].at, scene.table.tokens["tape"].bearer) == (where, None)


def test_the_princess_is_rescued_and_walks_home() -> None:
    """Princess Persevone: 1 token from beside her; she is a figure with 4 spaces, and goes to her post."""
    posts = {"Rangers": {"6": "Zard DECK F3"}, "Zard": {"2": "HATCH"}}
    scene = played(
        posts, "COLLECT PRINCESS WITH 6 FOR GUN S2\nSPEND HEAL", token("princess", "Zard HATCH"), captor="Zard"
    )
    (rescued,) = scene.told(PrincessRescued)
    assert (rescued.figure, rescued.where, rescued.ship) == ("6", "DECK E3", "Zard")
    assert (scene.table.figures["Rangers", PRINCESS].at, scene.table.tokens) == ("E3", {})
    for turn in (2, 3, 4, 5):
        scene.table.new_turn(turn)
        crew.act(scene.table, "Rangers")
    assert scene.where("Rangers", PRINCESS) == "GUN S2"
    assert scene.table.manned("Rangers", "GUN") == ("GUN S2",)


def test_in_space_the_princess_joins_her_rescuer_on_his_node() -> None:
    """A ship may lie where she drifts, and no figure is on a ship's node (BY-MAIL 4)."""
    princess = token("princess", "E8")
    scene = played({"Rangers": {"6": "NODE E7"}}, "COLLECT PRINCESS WITH 6", princess, captor="Zard")
    assert scene.where("Rangers", PRINCESS) == "NODE E7"


def test_who_fetches_the_princess_fails_without_her() -> None:
    """She is somebody's figure: there is no such token."""
    posts = {"Rangers": {"6": "Zard DECK F3"}, "Zard": {PRINCESS: "HATCH"}}
    scene = played(posts, "COLLECT PRINCESS WITH 6")
    assert [event.cause for event in scene.told(LineFailed)] == ["no-token"]


# ---- cores --------------------------------------------------------------------------------------------------


def red_core(*, blasts: Any = (), actions: int = 0, letter: str = "") -> Scene:  # noqa: ANN401 - posts
    """Return a scene with a core that Zard turned red on the Rangers' panel, figures beside it and farther off."""
    scene = Scene(
        (ship("Rangers", "E5", blasts=blasts), ZARD),
        {"Rangers": {"1": "DECK D3", "2": "HATCH", CAPTAIN: "COCKPIT"}, "Zard": {"1": "Rangers DECK D5"}},
        letters={"Rangers": letter} if letter else {},
        tokens=(token("core 1", "Rangers PANEL", installed=True), token("core 2", "Rangers GUN P1")),
        sides={"Rangers": Side(captain="A", actions=actions)},
    )
    cores.redden(scene.table, "core 1", "Zard")
    return scene


def test_a_red_core_explodes() -> None:
    """Atomic core: 1 Blast and 1 damage on everything within 1 space; points to who turned it red."""
    scene = red_core()
    explosion.explode(scene.table)
    assert [(event.ship, event.where) for event in scene.told(CoreExploded)] == [("Rangers", "PANEL")]
    fallen = [(event.seat, event.figure, event.harm) for event in scene.told(FigureDefeated)]
    assert fallen[:2] == [("Rangers", "1", "core"), ("Zard", "1", "core")]
    assert fallen[2:] == [("Rangers", CAPTAIN, "lost"), ("Rangers", "2", "lost")]
    assert len(scene.told(BlastPlaced)) == 8
    assert [event.seat for event in scene.told(ShipDestroyed)] == ["Rangers"]
    assert [event.token for event in scene.told(CoreReddened)] == ["core 1", "core 2"]
    assert (scene.table.tokens["core 2"].ship, scene.table.tokens["core 2"].at) == ("", "E5")
    assert scene.table.sides["Zard"].points == 1 + 3 + 1 + 3


@every_case(("actions", "letter", "red"), [(1, "", False), (0, "", True), (1, "SPEND ATTACK", True)])
def test_a_core_is_cooled_for_a_token(actions: int, letter: str, *, red: bool) -> None:
    """As soon as it turns red, if a token is left and SPEND has COOL (BY-MAIL 6)."""
    scene = red_core(actions=actions, letter=letter)
    cores.cool(scene.table)
    assert scene.table.tokens["core 1"].red is red
    assert scene.table.sides["Rangers"].actions == actions - (not red)


def test_a_core_in_space_explodes_around_its_node() -> None:
    """Ships beside it take a Blast, figures a damage."""
    scene = Scene(
        (RANGERS, ZARD),
        {"Rangers": {"1": "NODE F6", "2": "HATCH"}},
        tokens=(token("core 1", "E6", red=True, by="Zard"),),
    )
    explosion.explode(scene.table)
    assert [event.seat for event in scene.told(BlastPlaced)] == ["Rangers"]
    assert [event.figure for event in scene.told(FigureDefeated)] == ["1"]
    assert scene.table.tokens == {}


@every_case(("actions", "cooled"), [(1, True), (0, False)])
def test_a_red_core_explodes_with_who_carries_it(actions: int, *, cooled: bool) -> None:
    """Its owner is who carries it, and may cool it; else it goes off where he is."""
    scene = Scene(
        (RANGERS, ZARD),
        {"Zard": {"1": "Rangers DECK D3", "2": "Rangers HATCH"}, "Rangers": {"3": "PANEL"}},
        tokens=(token("core 1", "", red=True, by="Rangers", bearer=("Zard", "1")),),
        sides={"Zard": Side(captain="A", actions=actions)},
    )
    cores.cool(scene.table)
    explosion.explode(scene.table)
    assert [event.where for event in scene.told(CoreExploded)] == ([] if cooled else ["DECK D3"])
    fallen = [(event.seat, event.figure) for event in scene.told(FigureDefeated)]
    assert fallen == ([] if cooled else [("Rangers", "3"), ("Zard", "1")])
    assert scene.table.sides["Rangers"].points == (0 if cooled else 1)
    assert bool(scene.table.ships["Rangers"].blasts) is not cooled


# ---- ships that are lost ------------------------------------------------------------------------------------


def test_on_a_full_deck_a_blast_goes_to_a_post_where_nobody_stands() -> None:
    """Setting 13: a raygun or token does not keep it off then; without such a post it is lost."""
    plan = deck("Zard")
    taken = [f"Zard {plan.name(square)}" for square in plan.squares if square != plan.posts["GUN P1"]]
    names = [(seat, name) for seat in ("Rangers", "Pirates", "Zard", "Blaarg") for name in (CAPTAIN, *CREW)]
    posts: dict[str, dict[str, str]] = {}
    for (seat, name), where in zip(names, taken, strict=True):
        posts.setdefault(seat, {})[name] = where
    scene = Scene((RANGERS, ZARD), posts, seats=tuple(posts))
    damage.blast(scene.table, "Zard", "Rangers", "raygun", count=2)
    assert [event.where for event in scene.told(BlastPlaced)] == ["GUN P1"]
    assert len(scene.told(BlastLost)) == 1


@every_case(
    ("letter", "left"),
    [("", [(CAPTAIN, "D5"), ("5", "D6")]), ("EVACUATE 6, 1", [("6", "D5"), ("1", "D6")])],
)
def test_figures_leave_a_destroyed_ship_for_tokens(letter: str, left: list[tuple[str, str]]) -> None:
    """Evacuating: the captain, who carries a token, crew by number; nodes clockwise from north; others fall."""
    scene = Scene(
        (RANGERS, ZARD),
        {"Rangers": {CAPTAIN: "COCKPIT", "1": "PANEL", "5": "HATCH", "6": "ENGINE 1"}, "Zard": {"1": "Rangers GUN P1"}},
        letters={"Rangers": letter} if letter else {},
        tokens=(token("tape", "F6"), token("warbot 1", "Rangers GUN S2", installed=True)),
        sides={"Rangers": Side(captain="A", actions=2), "Zard": Side(captain="B", actions=1)},
    )
    scene.table.set_token("tape", at="", bearer=("Rangers", "5"))
    evacuation.evacuate(scene.table, "Rangers", "E5", "Zard")
    gone = [(event.figure, event.node) for event in scene.told(Evacuated) if event.seat == "Rangers"]
    assert gone == left
    assert [(event.figure, event.node) for event in scene.told(Evacuated) if event.seat == "Zard"] == [("1", "E6")]
    fallen = [event.figure for event in scene.told(FigureDefeated)]
    assert len(fallen) == 2
    assert scene.table.sides["Zard"].points == (2 if not letter else 4)
    assert (scene.table.tokens["warbot 1"].at, scene.table.tokens["warbot 1"].installed) == ("E5", False)
    assert (scene.table.tokens["tape"].bearer is None) == bool(letter)


def test_a_boarder_of_the_victor_that_falls_scores_nothing() -> None:
    """BY-MAIL 8: own figures, nobody."""
    scene = Scene((RANGERS, ZARD), {"Zard": {"1": "Rangers GUN P1"}})
    evacuation.evacuate(scene.table, "Rangers", "E5", "Zard")
    assert [event.figure for event in scene.told(FigureDefeated)] == ["1"]
    assert scene.table.sides["Zard"].points == 0


def test_a_princess_who_is_not_paid_for_goes_back() -> None:
    """She cannot be defeated."""
    scene = Scene((RANGERS, ZARD), {"Rangers": {PRINCESS: "PANEL"}}, captor="Zard")
    evacuation.evacuate(scene.table, "Rangers", "E5", "Zard")
    assert [event.ship for event in scene.told(PrincessTaken)] == ["Zard"]
