"""A position at work: who mans what, what Star cards ask for, what captains add; and what the fog leaves of it."""

from collections.abc import Mapping

from moderator.core.codec import decode, encode, tag_of
from moderator.core.dice import Dice
from moderator.core.seats import Observer
from moderator.games.rayguns_and_rocketships.board import targets
from moderator.games.rayguns_and_rocketships.board.deck import deck
from moderator.games.rayguns_and_rocketships.board.field import Field
from moderator.games.rayguns_and_rocketships.events import EVENTS
from moderator.games.rayguns_and_rocketships.options import Options
from moderator.games.rayguns_and_rocketships.orders.phrases import Circumstance, Condition
from moderator.games.rayguns_and_rocketships.orders.types import Fire, Helm
from moderator.games.rayguns_and_rocketships.pieces import CAPTAIN, Figure, Position, Ship, Side, Token
from moderator.games.rayguns_and_rocketships.rules.fog import view_for
from moderator.games.rayguns_and_rocketships.rules.points import score
from moderator.games.rayguns_and_rocketships.rules.state import State
from moderator.games.rayguns_and_rocketships.rules.table import Table
from moderator.games.rayguns_and_rocketships.seat.view import Secret, View
from moderator.games.rayguns_and_rocketships.tables import ship_of
from tests.support.cases import every_case

SEATS = ("Rangers", "Zard")
GUNS = ("P1", "P2", "P3", "S1", "S2", "S3")


def state(**posts: Mapping[str, str]) -> State:
    """Return a position with figures aboard, by seat and name; the others are out of play."""
    figures = tuple(
        Figure(seat, name, deck(seat).square(post), seat)
        for seat in SEATS
        for name, post in posts.get(seat, {}).items()
    )
    position = Position(
        ships=(Ship("Rangers", "E5", "N", GUNS), Ship("Zard", "E7", "N", GUNS)),
        figures=figures,
        sides=(Side(captain="A", actions=3), Side(captain="B")),
        tokens=(Token("warbot 1", "warbot", "A1"), Token("asteroid 1", "asteroid", "F6")),
        first="Rangers",
        spares=4,
    )
    return State(
        options=Options(),
        seats=SEATS,
        round=1,
        turn=1,
        phase="round",
        position=position,
        secrets={
            "Rangers": Secret(("Loop",), doctrine=(Helm(goal="close"),)),
            "Zard": Secret(("War Cry", "Brood Rage")),
        },
        decks={"Rangers": ("Red Alert",), "Zard": ()},
    )


def field(**posts: Mapping[str, str]) -> Field:
    """Return such a position to work on."""
    known = state(**posts)
    return Field(known.options, known.seats, known.position)


USUAL = dict(zip((CAPTAIN, *map(str, range(1, 7))), ship_of("Rangers").crew, strict=True))


def test_a_position_comes_back_as_it_was() -> None:
    """What is laid out and not changed is the same position, to the last digest."""
    known = state(Rangers=USUAL, Zard={CAPTAIN: "COCKPIT"})
    assert Field(known.options, known.seats, known.position).position() == known.position


def test_a_blast_a_wound_and_a_card_keep_a_post_from_work() -> None:
    """The post is manned again when that is over (setting 9)."""
    one = field(Rangers=USUAL)
    assert one.manned("Rangers", "ENGINE") == ("ENGINE 1", "ENGINE 3")
    one.set_ship("Rangers", blasts=(deck("Rangers").square("ENGINE 1"),))
    assert one.manned("Rangers", "ENGINE") == ("ENGINE 3",)
    one.set_figure(("Rangers", "2"), wounded=True)
    assert one.manned("Rangers", "ENGINE") == ()
    one.frozen.add(("Rangers", CAPTAIN))
    assert one.manned("Rangers", "COCKPIT") == ()


def test_boarders_and_the_princess_at_an_engine_man_nothing() -> None:
    """Setting 8; the princess mans a raygun, cockpit or control panel (Rules: Princess Persevone)."""
    one = field(Rangers={"PRINCESS": "ENGINE 1"})
    one.figures["Zard", "1"] = Figure("Zard", "1", deck("Rangers").square("COCKPIT"), "Rangers")
    assert one.manned("Rangers", "ENGINE") == one.manned("Rangers", "COCKPIT") == ()
    one.set_figure(("Rangers", "PRINCESS"), at=deck("Rangers").square("PANEL"))
    assert one.manned("Rangers", "PANEL") == ("PANEL",)
    assert [figure.who for figure in one.boarders("Rangers")] == [("Zard", "1")]


@every_case(
    ("posts", "lacks"),
    [
        ({CAPTAIN: "COCKPIT", "1": "GUN S1"}, ()),
        ({CAPTAIN: "PANEL", "1": "GUN S1"}, ()),
        ({CAPTAIN: "ENGINE 1", "1": "GUN S1"}, ("bridge",)),
        ({CAPTAIN: "COCKPIT"}, ("gun",)),
    ],
)
def test_sharpshooters_needs_a_bridge_and_a_gun(posts: Mapping[str, str], lacks: tuple[str, ...]) -> None:
    """A cockpit or the panel, and a crew member at a gun."""
    assert field(Rangers=posts).lacks("Rangers", "Sharpshooters") == lacks


def test_an_installed_warbot_meets_all_requirements() -> None:
    """Rules: Warbot remains; with requirements = "station" its post's alone."""
    one = field(Rangers={"1": "HATCH"})
    one.set_token("warbot 1", ship="Rangers", at=deck("Rangers").square("COCKPIT"), installed=True)
    assert one.lacks("Rangers", "Sharpshooters") == ()
    one.options = Options(requirements="station")
    assert one.lacks("Rangers", "Sharpshooters") == ("gun",)


def test_captains_add_while_their_ability_works() -> None:
    """Ace Pilot in the cockpit alone; a Blast on an ability switches it off (Rules: Captain Damage)."""
    one = field(Rangers={CAPTAIN: "COCKPIT"}, Zard={CAPTAIN: "ENGINE 1"})
    assert one.hit_me("Rangers") == 7
    assert (one.stat("Zard", "evade"), one.stat("Zard", "ram")) == (1, 2)
    one.set_side("Zard", hurt=("Toothed Prow",))
    assert (one.stat("Zard", "evade"), one.stat("Zard", "ram")) == (1, 0)
    one.set_figure(("Rangers", CAPTAIN), at=deck("Rangers").square("PANEL"))
    assert one.hit_me("Rangers") == 0
    captain = one.figures["Rangers", CAPTAIN]
    assert one.stat("Rangers", "pistol", captain) == 1


def test_blasts_go_where_nothing_stands() -> None:
    """Neither on a figure nor on a raygun or token (Rules: Fire)."""
    one = field(Rangers={"1": "HATCH"})
    plan = deck("Rangers")
    one.set_ship("Rangers", guns=("P1",))
    assert not one.takes_blast("Rangers", plan.square("HATCH"))
    assert not one.takes_blast("Rangers", plan.square("P1"))
    assert one.takes_blast("Rangers", plan.square("P2"))


def test_rocks_and_what_is_opaque() -> None:
    """Asteroids bar ships and shots, warbots neither."""
    one = field()
    assert one.rocks == one.opaque == {"F6"}
    one.set_token("asteroid 1", kind="iceteroid")
    assert one.rocks == {"F6"}
    assert not one.opaque


def test_a_seat_sees_its_own_secrets_alone() -> None:
    """Others' hands are numbers, their doctrine nothing; the GM sees all (BY-MAIL 10)."""
    known = state(Rangers=USUAL)
    view = view_for(known, "Zard")
    assert set(view.secrets) == {"Zard"}
    assert (view.stars, view.decks) == ((1, 2), (1, 0))
    assert view.hand[-2:] == ("War Cry", "Brood Rage")
    assert view_for(known, Observer.PUBLIC).secrets == {}
    assert set(view_for(known, Observer.GM).secrets) == set(SEATS)


def test_lines_with_turn_go_before_doctrine() -> None:
    """In their Turn alone; what has no TURN comes after, doctrine that stood last (BY-MAIL 2)."""
    timed, late, plain = Fire(aim="guns", turns=(1,)), Fire(aim="hold", turns=(2,)), Fire(aim="body")
    table = Table(state(Rangers=USUAL), {"Rangers": (plain, late, timed)}, Dice.throwaway("field"))
    assert table.orders("Rangers", Fire) == [timed, plain]
    table.new_turn(2)
    assert table.orders("Rangers", Fire) == [late, plain]
    assert table.orders("Rangers", Helm) == [Helm(goal="close")]


def test_throws_at_one_address_are_told_apart() -> None:
    """Each has a number of its own, in every Turn anew."""
    table = Table(state(), {}, Dice.throwaway("field"))
    table.throw("raygun", "Zard GUN S2", "Zard", "Rangers")
    table.throw("raygun", "Zard GUN S2", "Zard", "Rangers")
    table.new_turn(2)
    table.throw("raygun", "Zard GUN S2", "Zard", "Rangers")
    assert [throw.why.n for throw in table.dice.log] == [100, 101, 200]


def test_tokens_are_paid_wholly_or_not() -> None:
    """Who has three pays two, and not two more."""
    table = Table(state(), {}, Dice.throwaway("field"))
    assert table.pay("Rangers", 2)
    assert not table.pay("Rangers", 2)
    assert table.sides["Rangers"].actions == 1


def test_a_position_is_exact_in_json() -> None:
    """Written and read, it is the same; so is what a seat sees."""
    known = state(Rangers=USUAL)
    again: State = decode(encode(known), State)
    assert again == known
    view = view_for(known, "Rangers")
    seen: View = decode(encode(view), View)
    assert seen == view


def test_every_event_has_a_tag_of_its_own() -> None:
    """Words are found by it."""
    tags = [tag_of(kind) for kind in EVENTS]
    assert len(set(tags)) == len(tags)
    assert len(tags) > 50


@every_case(
    ("what", "number", "holds"),
    [
        ("boarded", 0, False),
        ("clear", 0, True),
        ("blasts", 1, True),
        ("blasts", 2, False),
        ("tokens", 3, True),
        ("tokens", 4, False),
        ("range", 2, True),
        ("range", 1, False),
        ("leading", 0, False),
        ("behind", 0, True),
    ],
)
def test_conditions(what: Circumstance, number: int, *, holds: bool) -> None:
    """BY-MAIL 2: one Blast, three tokens, the enemy two nodes off and ahead by a point."""
    one = field(Rangers=USUAL)
    one.set_ship("Rangers", blasts=("F4",))
    one.set_side("Zard", points=1)
    assert targets.condition_holds(one, "Rangers", Condition(what, number)) is holds


def test_targets_are_named_or_found() -> None:
    """Own ships and those that are gone are no targets; one is meant once."""
    one = field()
    assert targets.named_enemies(one, "Rangers", ("Zard", "NEAREST", "Rangers", "BEST")) == ["Zard"]
    del one.ships["Zard"]
    assert targets.named_enemies(one, "Rangers", ("Zard", "WEAKEST", "LEADER")) == []


def test_points_go_to_who_did_the_damage_to_another() -> None:
    """Void and own figures: nobody (BY-MAIL 8)."""
    table = Table(state(), {}, Dice.throwaway("field"))
    score(table, "Zard", 3, "ship", "Rangers")
    score(table, "Zard", 1, "crew", "Zard")
    score(table, "", 3, "ship", "Rangers")
    assert (table.sides["Zard"].points, table.sides["Rangers"].points, len(table.events)) == (3, 0, 1)


@every_case("dropped", [0, 1])
def test_of_two_tokens_on_a_square_the_one_at_work_counts(dropped: int) -> None:
    """What somebody drops where a warbot mans a raygun does not hide it, whichever lay there first."""
    gun = deck("Rangers").posts["GUN P1"]
    tokens = [Token(f"warbot {n}", "warbot", gun, "Rangers", installed=n != dropped) for n in range(2)]
    table = field()
    table.tokens = {token.key: token for token in tokens}
    assert table.manner("Rangers", "GUN P1") == tokens[1 - dropped]


def test_in_space_the_captain_inspires_who_is_on_his_node() -> None:
    """Inspiring Command: crew beside him; on the Star Map figures on one node are, too (BY-MAIL 4)."""
    table = field(Rangers={CAPTAIN: "COCKPIT", "1": "ENGINE 1", "2": "ENGINE 2"})
    table.set_side("Rangers", captain="B")
    for name, node in ((CAPTAIN, "A1"), ("1", "A1"), ("2", "A3")):
        table.set_figure(("Rangers", name), ship="", at=node)
    added = {name: table.stat("Rangers", "melee", table.figures["Rangers", name]) for name in (CAPTAIN, "1", "2")}
    assert added == {CAPTAIN: 0, "1": 1, "2": 0}


def test_a_captain_at_a_port_without_a_raygun_mans_none() -> None:
    """Master Gunner and such need the raygun, too."""
    table = Field(Options(), ("Pirates", "Zard"), Position((), (), (Side(captain="B"), Side(captain="B"))))
    table.figures["Pirates", CAPTAIN] = Figure("Pirates", CAPTAIN, deck("Pirates").posts["GUN P2"], "Pirates")
    for guns, works in (("P2",), True), (("P1",), False):
        table.ships["Pirates"] = Ship("Pirates", "E5", "N", guns)
        assert ("Master Gunner" in table.abilities("Pirates")) == works
