"""The geometry of ships and decks: the round of examples.toml as far as no rule but geometry is in it."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from moderator.games.rayguns_and_rocketships.board.arcs import hits_from, is_in_arc, range_of, side_of
from moderator.games.rayguns_and_rocketships.board.compass import between, distance, is_line_clear, turn_heading
from moderator.games.rayguns_and_rocketships.board.deck import deck, names_square
from moderator.games.rayguns_and_rocketships.board.stars import StarMap, stars
from moderator.games.rayguns_and_rocketships.board.steps import Sky, collide, direction, step
from moderator.games.rayguns_and_rocketships.options import Options
from moderator.games.rayguns_and_rocketships.pieces import Heading
from moderator.games.rayguns_and_rocketships.tables import cards_of
from tests.support.cases import every_case

EXAMPLE = msgspec.toml.decode((Path(__file__).parent / "examples.toml").read_bytes())["example"][0]
STARS: StarMap = stars(Options())


class Replay:
    """Moves the ships of the example as its events say, with nothing but geometry."""

    def __init__(self) -> None:
        """Put the ships on their starts."""
        self.ships: dict[str, tuple[str, Heading]] = {
            one["seat"]: (one["at"], one["heading"]) for one in EXAMPLE["ship"]
        }

    def play(self) -> Iterator[tuple[dict[str, Any], str]]:
        """Carry out what moves ships, and give each event with what met the ship that moved."""
        for event in EXAMPLE["event"]:
            met = ""
            if event["kind"] == "move":
                met = self.move(event["seat"], event)
            elif event["kind"] == "shift":
                self.ships[event["on"]] = (event["path"][-1], self.ships[event["on"]][1])
            yield event, met

    def move(self, seat: str, event: dict[str, Any]) -> str:
        """Make the steps of a card or of engines and cockpits."""
        met = ""
        for sign in cards_of(seat)[event["card"]].moves if "card" in event else event["steps"]:
            at, heading = self.ships[seat]
            others = {place: other for other, (place, _) in self.ships.items() if other != seat}
            sky = Sky(STARS, (), others)
            stepped = step(at, heading, sign, sky)
            met = stepped.met
            self.ships[seat] = (stepped.at, stepped.heading)
            if met == "ship":
                mine, yours = event["dice"]
                rammed = collide(at, stepped.goal, direction(heading, sign), (mine, yours), sky)
                target = others[stepped.goal]
                self.ships[target] = (rammed.pushed, self.ships[target][1])
                self.ships[seat] = (rammed.at, heading)
                met = f"ram {rammed.result}"
        return met


def test_ships_move_as_the_example_says() -> None:
    """Cards, engines, cockpits, the tractor beam and the ram lead to where the example has the ships."""
    replay, tried = Replay(), 0
    for event, met in replay.play():
        if event["kind"] == "move":
            assert " ".join(replay.ships[event["seat"]]) == event["to"]
            assert [met] == event.get("happens", [met])
            tried += 1
            for pushed, place in event.get("pushed", {}).items():
                assert replay.ships[pushed][0] == place
        if event["kind"] == "check" and "ships" in event:
            assert {seat: " ".join(ship) for seat, ship in replay.ships.items()} == event["ships"]
    assert tried == 7


def test_guns_bear_as_the_example_says() -> None:
    """All guns that fire have their target in arc and range, and hit from the number that the example hits from."""
    replay, tried = Replay(), 0
    for event, _ in replay.play():
        if event["kind"] != "fire":
            continue
        (at, heading), (goal, _) = replay.ships[event["seat"]], replay.ships[event["on"]]
        for gun, throw, hit in event["guns"]:
            manned = gun in ("GUN P2", "GUN S2")  # in both ships
            assert is_in_arc(at, heading, side_of(gun.removeprefix("GUN ")), goal)
            assert distance(at, goal) <= range_of(manned=manned)
            assert hit == (throw + event.get("plus", 0) >= hits_from(manned=manned))
            tried += 1
    assert tried == 10


@every_case(
    ("side", "target", "holds"),
    [
        ("S", "F8", True),
        ("P", "F8", False),
        ("S", "D8", True),
        ("S", "H8", True),
        ("S", "C7", False),
        ("S", "D6", False),
        ("P", "D4", True),
        ("P", "I6", False),
        ("O", "I6", True),
    ],
)
def test_an_arc_is_90_degrees_with_both_ends(side: Any, target: str, holds: bool) -> None:  # noqa: ANN401, FBT001
    """From F6 heading N: exactly 45 and 135 degrees off the bow are in, dead ahead and astern are not."""
    assert is_in_arc("F6", "N", side, target) is holds


def test_the_void_stops_a_ship() -> None:
    """A ship that would leave the map stays on its last node; turns are made."""
    sky = Sky(STARS, (), {})
    assert step("A5", "N", "F", sky).met == "void"
    assert step("L11", "E", "F", sky).met == "void"
    assert step("A5", "N", "F", sky).at == "A5"
    assert step("A5", "N", "S", sky).heading == "NE"


def test_a_ship_stops_before_rock() -> None:
    """It does not enter the node, slipping or backing either."""
    sky = Sky(STARS, ("E6", "E5", "G6"), {})
    for sign in "FLR":
        assert (step("F6", "N", sign, sky).met, step("F6", "N", sign, sky).at) == ("rock", "F6")
    assert step("F6", "N", "K", sky).at == "E7"


@every_case(
    ("throws", "result", "at", "pushed"),
    [((6, 3), "won", "E6", "D6"), ((3, 6), "lost", "F6", "E6"), ((4, 4), "tied", "F6", "D6")],
)
def test_collisions(throws: tuple[int, int], result: str, at: str, pushed: str) -> None:
    """Rammer higher: it takes the node; lower: nothing; tied: the target is pushed, the rammer stays."""
    rammed = collide("F6", "E6", "N", throws, Sky(STARS, (), {"E6": "Zard"}))
    assert (rammed.result, rammed.at, rammed.pushed) == (result, at, pushed)


def test_a_push_into_rock_does_not_happen() -> None:
    """Then the rammer stays, too."""
    rammed = collide("F6", "E6", "N", (8, 1), Sky(STARS, ("D6",), {"E6": "Zard"}))
    assert (rammed.result, rammed.at, rammed.pushed) == ("won", "F6", "E6")


def test_a_line_passes_between_two_places_if_one_is_free() -> None:
    """A knight's move is barred by both squares between, a straight line by the one."""
    assert set(between("F6", "D7")[0]) == {"E6", "E7"}
    assert is_line_clear("F6", "D7", {"E6"}.__contains__)
    assert not is_line_clear("F6", "D7", {"E6", "E7"}.__contains__)
    assert not is_line_clear("F6", "F8", {"F7"}.__contains__)


def test_bulkheads_bar_steps_and_shots() -> None:
    """Iron Maw: the panel is behind thick bulkheads; a diagonal step needs one free square beside it."""
    zard = deck("Zard")
    assert zard.posts["PANEL"] == "D4"
    assert zard.drawn["C4"] == "#"
    assert not zard.sees("D4", "B4")
    assert zard.sees("D4", "D6")
    assert deck("Rangers").posts["HATCH"] == "F4"
    assert deck("Rangers").posts["GUN S3"] == "F6"


def test_walking_goes_round_blasts() -> None:
    """The shortest way past what bars it, none where there is none."""
    rangers = deck("Rangers")
    assert rangers.way("A4", ("C4",)) == ("B3", "C4")
    assert rangers.walk("A4", barred=("B3", "B4", "B5")) == {"A4": 0}
    assert rangers.way("A4", ("C4",), barred=("B3", "B4", "B5")) is None


def test_places_of_orders_cover_posts() -> None:
    """A kind covers its posts, a port its gun, DECK what has no post."""
    assert names_square("ENGINE", "ENGINE 2")
    assert names_square("DECK", "DECK D4")
    assert names_square("S1", "GUN S1")
    assert names_square("COCKPIT", "COCKPIT 1")
    assert not names_square("ENGINE 1", "ENGINE 2")


def test_turns_go_round() -> None:
    """Eight eighths are a whole turn."""
    assert turn_heading("N", -1) == "NW"
    assert turn_heading("NW", 9) == "N"
