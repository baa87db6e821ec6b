"""Figures walk, leave ships, cross space and enter others (Rules: Crew Movement, Using the Airlock; BY-MAIL 4, 5)."""

from typing import Any

from moderator.games.rayguns_and_rocketships.events.crew import CameHome, EntryTried, Exited, PistolFired, Walked
from moderator.games.rayguns_and_rocketships.events.flight import FigureBumped
from moderator.games.rayguns_and_rocketships.events.lines import LineFailed
from moderator.games.rayguns_and_rocketships.pieces import CAPTAIN, Side
from moderator.games.rayguns_and_rocketships.rules import letters
from moderator.games.rayguns_and_rocketships.rules.crews import crew, space
from tests.games.rayguns_and_rocketships.crews import Scene, ship, token
from tests.support.cases import every_case

NEAR = (ship("Rangers", "E5", "N"), ship("Zard", "E7", "N"))
BESIDE = (ship("Rangers", "E5", "N"), ship("Zard", "E6", "N"))


def played(*ships: Any, posts: Any, letters: Any = None, **more: Any) -> Scene:  # noqa: ANN401 - as Scene takes them
    """Return a scene after the Crew phase of its first seat."""
    scene = Scene(ships or NEAR, posts, letters=letters or {}, **more)
    crew.act(scene.table, scene.table.seats[0])
    return scene


def causes(scene: Scene) -> list[str]:
    """Return why lines failed."""
    return [event.cause for event in scene.told(LineFailed)]


def test_a_figure_walks_two_spaces_and_goes_on_next_turn() -> None:
    """Crew movement: 2 spaces, orthogonally or diagonally; GO goes on until it is done."""
    scene = played(posts={"Rangers": {"1": "ENGINE 1"}}, letters={"Rangers": "GO 1 TO PANEL"})
    assert [event.way for event in scene.told(Walked)] == [("DECK G2", "GUN P3")]
    scene.table.new_turn(2)
    crew.act(scene.table, "Rangers")
    assert scene.where("Rangers", "1") == "DECK D3"
    scene.table.new_turn(3)
    crew.act(scene.table, "Rangers")
    assert scene.where("Rangers", "1") == "PANEL"
    assert scene.table.tasks["Rangers"] == []


def test_a_line_with_turn_waits_for_it_and_goes_on() -> None:
    """BY-MAIL 2: begun in its Turn, it is done in the next."""
    scene = played(posts={"Rangers": {"1": "ENGINE 1"}}, letters={"Rangers": "GO 1 TO GUN P2 TURN 2"})
    assert scene.where("Rangers", "1") == "ENGINE 1"
    for turn, where in ((2, "GUN P3"), (3, "GUN P2")):
        scene.table.new_turn(turn)
        crew.act(scene.table, "Rangers")
        assert scene.where("Rangers", "1") == where


def test_a_condition_keeps_a_line_back() -> None:
    """IF TOKENS 1 with none; once begun, a task asks no more."""
    scene = played(posts={"Rangers": {"1": "ENGINE 1"}}, letters={"Rangers": "GO 1 TO PANEL IF TOKENS 1"})
    assert scene.where("Rangers", "1") == "ENGINE 1"
    scene.table.set_side("Rangers", actions=1)
    scene.table.new_turn(2)
    crew.act(scene.table, "Rangers")
    scene.table.set_side("Rangers", actions=0)
    scene.table.new_turn(3)
    crew.act(scene.table, "Rangers")
    assert scene.where("Rangers", "1") == "DECK D3"
    letters.tell_failures(scene.table)
    assert causes(scene) == []


def test_nobody_walks_through_figures_or_blasts() -> None:
    """Damage: a Blast bars the way; BY-MAIL 5: none shares a square."""
    posts = {"Rangers": {"1": "HATCH", "2": "DECK G3", "3": "GUN P3"}}
    ships = (ship("Rangers", "E5", blasts=("DECK F3", "ENGINE 1", "DECK H3")), NEAR[1])
    scene = played(*ships, posts=posts, letters={"Rangers": "GO 1 TO DECK G2"})
    assert scene.told(Walked) == []
    assert causes(scene) == ["no-way"]
    scene = Scene(ships, posts, letters={"Rangers": "GO 1 TO DECK G2"})
    scene.table.permits.add(("Rangers", "walk-blast"))
    crew.act(scene.table, "Rangers")
    assert scene.where("Rangers", "1") == "DECK G2"


def test_nobody_stops_on_a_blast_that_he_may_pass() -> None:
    """Through the Fire lets crew pass Blasts, no more."""
    ships = (ship("Rangers", "E5", blasts=("GUN P3",), guns=()), NEAR[1])
    scene = Scene(ships, {"Rangers": {"1": "ENGINE 1"}}, letters={"Rangers": "GO 1 TO GUN P2"})
    scene.table.permits.add(("Rangers", "walk-blast"))
    crew.act(scene.table, "Rangers")
    assert scene.where("Rangers", "1") == "DECK G2"


def test_a_post_that_is_taken_is_waited_for() -> None:
    """The line says so, and goes on."""
    posts = {"Rangers": {"1": "DECK F3", "2": "HATCH"}}
    scene = played(posts=posts, letters={"Rangers": "GO 1 TO HATCH"})
    assert causes(scene) == ["taken"]
    del scene.table.figures["Rangers", "2"]
    scene.table.new_turn(2)
    crew.act(scene.table, "Rangers")
    assert scene.where("Rangers", "1") == "HATCH"


@every_case(
    ("posts", "actions", "paid", "options"),
    [
        ({"1": "AIRLOCK S1"}, 1, 1, {}),
        ({"1": "AIRLOCK S1", "2": "PANEL"}, 1, 0, {}),
        ({"1": "AIRLOCK S1", "2": "PANEL"}, 1, 1, {"panel_opens": False}),
    ],
)
def test_leaving_the_own_ship_costs_a_token(posts: Any, actions: int, paid: int, options: Any) -> None:  # noqa: ANN401
    """Using the Airlock; a manned control panel opens all (setting 25, option ``panel_opens``)."""
    sides = {"Rangers": Side(captain="A", actions=actions)}
    scene = played(posts={"Rangers": posts}, letters={"Rangers": "GO 1 TO NODE E6"}, sides=sides, **options)
    assert [(event.node, event.paid) for event in scene.told(Exited)] == [("E6", paid)]
    assert scene.table.sides["Rangers"].actions == actions - paid


def test_without_a_token_nobody_leaves() -> None:
    """The line says why."""
    scene = played(posts={"Rangers": {"1": "AIRLOCK S1"}}, letters={"Rangers": "GO 1 TO NODE E6"})
    assert scene.where("Rangers", "1") == "AIRLOCK S1"
    assert causes(scene) == ["no-tokens"]


def test_a_blast_on_the_panel_shuts_the_airlocks() -> None:
    """Setting 9: a post with a Blast is of no use; the figure on it does not help."""
    posts = {"Rangers": {"1": "AIRLOCK S1", "2": "PANEL"}}
    scene = played(
        ship("Rangers", "E5", blasts=("PANEL",)), NEAR[1], posts=posts, letters={"Rangers": "GO 1 TO NODE E6"}
    )
    assert causes(scene) == ["no-tokens"]


def test_entering_the_own_ship_is_free() -> None:
    """Using the Airlock: it costs nothing to leave an enemy's or to enter the own ship; a space each."""
    scene = played(*BESIDE, posts={"Rangers": {"1": "Zard AIRLOCK P1"}}, letters={"Rangers": "GO 1 TO HOME"})
    (out,), (home,) = scene.told(Exited), scene.told(CameHome)
    assert (out.ship, out.node, out.paid) == ("Zard", "D6", 0)
    assert (home.airlock, home.paid) == ("AIRLOCK S1", 0)
    assert scene.table.tasks["Rangers"] == []


def test_an_entry_is_the_attack_and_needs_a_five() -> None:
    """To enter an enemy's rocketship: a ranged attack roll; a miss is tried again next Turn."""
    posts = {"Rangers": {"1": "NODE E6"}}
    loads = {("entry", "Rangers 1", "Rangers", "Zard"): (4,)}
    scene = played(posts=posts, letters={"Rangers": "BOARD Zard WITH 1"}, loads=loads)
    (tried,) = scene.told(EntryTried)
    assert (tried.throw, tried.number, tried.inside) == (4, 5, False)
    assert scene.where("Rangers", "1") == "NODE E6"
    assert len(scene.table.tasks["Rangers"]) == 1


@every_case(
    ("where", "heading", "letter", "airlock"),
    [
        ("E6", "N", "BOARD Zard WITH 1", "AIRLOCK P1"),
        ("E8", "N", "BOARD Zard WITH 1", "AIRLOCK S1"),
        ("D7", "N", "BOARD Zard WITH 1", "AIRLOCK P1"),
        ("D7", "E", "BOARD Zard WITH 1", "AIRLOCK P1"),
        ("E8", "N", "BOARD Zard WITH 1 FOR GUN P3", "AIRLOCK P2"),
    ],
)
def test_who_enters_comes_by_his_side_or_near_his_prey(where: str, heading: str, letter: str, airlock: str) -> None:
    """BY-MAIL 5: a free airlock nearest to the prey, else on the side that he comes from, else in reading order."""
    scene = played(
        ship("Rangers", "E5"),
        ship("Zard", "E7", heading),
        posts={"Rangers": {"1": f"NODE {where}"}},
        letters={"Rangers": letter},
        loads={("entry", "Rangers 1", "Rangers", "Zard"): (5,)},
    )
    assert [event.airlock for event in scene.told(EntryTried)] == [airlock]


def test_an_occupied_airlock_is_not_entered() -> None:
    """Setting 26: with figures on all of them nobody tries."""
    locks = {str(at): f"AIRLOCK {lock}" for at, lock in enumerate(("P1", "S1", "P2", "S2"), 1)}
    posts = {"Rangers": {"1": "NODE E6"}, "Zard": locks}
    scene = played(posts=posts, letters={"Rangers": "BOARD Zard WITH 1"})
    assert scene.told(EntryTried) == []
    assert causes(scene) == ["no-airlock"]


def test_moves_are_bought_only_if_they_bring_him_in() -> None:
    """BY-MAIL 5: airlock, out, two nodes: one move more is enough for E7, not for E9."""
    for at, bought in (("E7", 1), ("E9", 0)):
        sides = {"Rangers": Side(captain="A", actions=2)}
        scene = played(
            ship("Rangers", "E5"),
            ship("Zard", at),
            posts={"Rangers": {"1": "DECK D4"}},
            letters={"Rangers": "BOARD Zard WITH 1"},
            loads={("entry", "Rangers 1", "Rangers", "Zard"): (5,)},
            sides=sides,
        )
        assert sum(event.paid for event in scene.told(Walked, Exited)) - len(scene.told(Exited)) == bought
        assert bool(scene.told(EntryTried)) == bool(bought)


@every_case(
    ("posts", "letter", "where", "left"),
    [
        ({"1": "ENGINE 1"}, "GO 1 TO PANEL", "GUN P3", 3),
        ({"1": "ENGINE 1"}, "GO 1 TO PANEL\nSPEND MOVE", "PANEL", 1),
        ({"1": "ENGINE 1"}, "GO 1 TO PANEL\nSPEND MOVE\nKEEP 2", "GUN P3", 3),
        ({"1": "ENGINE 1", "2": "PANEL"}, "GO 1 TO PANEL\nSPEND MOVE", "GUN P3", 3),
        ({"1": "NODE E8"}, "GO 1 TO HOME\nSPEND MOVE", "AIRLOCK S1", 2),
        ({"1": "NODE A1"}, "GO 1 TO NODE A5\nSPEND MOVE", "NODE A5", 2),
    ],
)
def test_moves_are_bought_for_other_lines_if_spend_says_so(posts: Any, letter: str, where: str, left: int) -> None:  # noqa: ANN401
    """Crew Movement: a token for 2 spaces more, where they bring a figure to where it goes, and KEEP allows it."""
    sides = {"Rangers": Side(captain="A", actions=3)}
    scene = played(
        ship("Rangers", "E5"), ship("Zard", "I9"), posts={"Rangers": posts}, letters={"Rangers": letter}, sides=sides
    )
    assert scene.where("Rangers", "1") == where
    assert scene.table.sides["Rangers"].actions == left
    assert sum(event.paid for event in scene.told(Walked, CameHome)) == 3 - left


def test_nobody_buys_a_way_to_a_shut_airlock() -> None:
    """With enemies on all airlocks a boarder who is too far off pays nothing."""
    posts = {"Rangers": {"1": "COCKPIT"}, "Zard": {"1": "Rangers AIRLOCK P1", "2": "Rangers AIRLOCK S1"}}
    sides = {"Rangers": Side(captain="A", actions=5)}
    letter = "BOARD Zard WITH 1\nSPEND COOL"
    scene = played(*BESIDE, posts=posts, letters={"Rangers": letter}, sides=sides)
    assert scene.table.sides["Rangers"].actions == 5 - sum(event.paid for event in scene.told(Walked))


def test_ventura_swings_aboard_without_a_throw() -> None:
    """Boarding Rope: one token, no throw, and the attack is left."""
    posts = {"Pirates": {CAPTAIN: "NODE E6"}, "Zard": {}}
    sides = {"Pirates": Side(captain="B", actions=2)}
    scene = played(
        ship("Pirates", "E5"), NEAR[1], posts=posts, letters={"Pirates": "BOARD Zard WITH CAPTAIN"}, sides=sides
    )
    (tried,) = scene.told(EntryTried)
    assert (tried.throw, tried.inside, tried.paid) == (0, True, 1)
    assert [event.figure for event in scene.told(PistolFired)] == [CAPTAIN]


def test_follow_me_adds_to_entries() -> None:
    """An ability for all crew: 4 and 1 is in."""
    scene = played(
        posts={"Rangers": {"1": "NODE E6", CAPTAIN: "COCKPIT"}},
        letters={"Rangers": "BOARD Zard WITH 1"},
        loads={("entry", "Rangers 1", "Rangers", "Zard"): (4,)},
        sides={"Rangers": Side(captain="B")},
    )
    assert [(event.bonus, event.inside) for event in scene.told(EntryTried)] == [(1, True)]


def test_the_way_through_space_goes_around_rock_and_ships() -> None:
    """BY-MAIL 4: no figure enters rock; a node holds one ship or any number of figures."""
    rocks = [token(f"asteroid {at}", node) for at, node in enumerate(("D5", "E5", "F5"), 1)]
    scene = played(
        ship("Rangers", "E2"),
        ship("Zard", "D8"),
        posts={"Rangers": {"1": "NODE E4"}},
        letters={"Rangers": "GO 1 TO NODE E6"},
        tokens=rocks,
    )
    assert [event.way for event in scene.told(Walked)] == [("D4", "C5")]


def test_a_captive_of_mind_lock_does_nothing() -> None:
    """Frozen figures neither move nor attack (commands.toml: freeze)."""
    scene = Scene(NEAR, {"Rangers": {"1": "ENGINE 1"}}, letters={"Rangers": "GO 1 TO PANEL"})
    scene.table.frozen.add(("Rangers", "1"))
    crew.act(scene.table, "Rangers")
    assert causes(scene) == ["frozen"]
    assert scene.where("Rangers", "1") == "ENGINE 1"


def test_mechanical_pants_and_red_alert_add_spaces() -> None:
    """Walk adds to every move (commands.toml: walk)."""
    scene = Scene(
        (ship("Blaarg", "E5"), NEAR[1]),
        {"Blaarg": {CAPTAIN: "ENGINE 1", "1": "ENGINE 2"}},
        letters={"Blaarg": "GO CAPTAIN TO COCKPIT 1\nGO 1 TO COCKPIT 2"},
        sides={"Blaarg": Side(captain="B")},
    )
    scene.table.stats["Blaarg", "walk"] = 1
    crew.act(scene.table, "Blaarg")
    assert [len(event.way) for event in scene.told(Walked)] == [5, 3]


def test_the_masterbrain_takes_a_blaargling_along() -> None:
    """Grav Disc: who stands beside him and mans nothing ends beside him, without a move of its own."""
    scene = played(
        ship("Blaarg", "E5"),
        NEAR[1],
        posts={"Blaarg": {CAPTAIN: "DECK F3", "1": "DECK F4", "2": "ENGINE 1"}},
        letters={"Blaarg": "GO CAPTAIN TO PANEL"},
    )
    walks = [(event.figure, event.way[-1], event.along) for event in scene.told(Walked)]
    assert walks == [(CAPTAIN, "PANEL", False), ("1", "DECK E2", True)]
    assert scene.where("Blaarg", "2") == "ENGINE 1"


def test_man_lines_are_filled_by_the_nearest() -> None:
    """Duty: who stands on a post that is named stays there, others fill what is left."""
    scene = played(
        posts={"Rangers": {"1": "DECK H3", "2": "DECK D3", "3": "ENGINE 3"}},
        letters={"Rangers": "MAN ENGINES, GUN S1 WITH 1, 2, 3"},
    )
    assert scene.where("Rangers", "1") == "ENGINE 1"
    assert scene.where("Rangers", "3") == "ENGINE 3"
    assert scene.where("Rangers", "2") == "GUN P3"


def test_who_has_another_line_leaves_his_task() -> None:
    """BY-MAIL 3: BOARD goes on until the figure has another line."""
    scene = played(
        *BESIDE,
        posts={"Rangers": {"1": "Zard AIRLOCK P1"}, "Zard": {}},
        letters={"Rangers": "BOARD Zard WITH 1 TURN 1\nGO 1 TO HOME TURN 2"},
    )
    assert len(scene.table.tasks["Rangers"]) == 1
    scene.table.new_turn(2)
    crew.act(scene.table, "Rangers")
    assert scene.where("Rangers", "1").startswith("AIRLOCK")
    assert scene.table.tasks["Rangers"] == []


def test_figures_make_way_for_a_ship() -> None:
    """Ramming Ships, Crew Members: to a node beside it, nearest to their goal, else clockwise from north."""
    scene = Scene(
        (ship("Rangers", "E5"), ship("Zard", "E8")),
        {"Rangers": {"1": "NODE E5"}, "Zard": {"1": "NODE E5"}},
        letters={"Rangers": "BOARD Zard WITH 1"},
    )
    space.make_way(scene.table, "Rangers")
    assert [(event.seat, event.node) for event in scene.told(FigureBumped)] == [("Rangers", "D6"), ("Zard", "D5")]
