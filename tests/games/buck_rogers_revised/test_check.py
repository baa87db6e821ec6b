"""What an order set is complained of, what it would do, and what silence means."""

from typing import Any

from moderator.core.codec import tag_of
from moderator.core.dice import Dice
from moderator.core.errors import Stage
from moderator.core.seats import Observer
from moderator.games.buck_rogers_revised import GAME
from moderator.games.buck_rogers_revised.events.production import FactoriesBid
from moderator.games.buck_rogers_revised.rules.state import State
from moderator.games.solar_system.seat.preview import MoveForeseen
from tests.games.buck_rogers_revised.tables import state_of
from tests.support.cases import every_case

SEATS = ("Blue", "Red", "Purple", "Green")
UNITS = {
    "Near Mercury": "Blue 2F",
    "Bach": "Blue 5T G 2F X Y",
    "Elysium": "Blue T Y",
    "Mt. Maxwell": "Blue T Y-",
    "Tolstoi": "Red 2T Y",
}
LEADERS = {"Ardala": "Bach Blue", "Killer Kane": "Tolstoi Red"}


def position(**more: Any) -> State:  # noqa: ANN401 - fields of the state, options
    """Return a position of turn 2 in which Blue is asked for a whole turn."""
    options = more.pop("options", {})
    return state_of(SEATS, options, UNITS, leaders=LEADERS, hands={"Blue": ("Vesta", "Juno", "Bach")}, **more)


def complaints(state: State, *lines: str, who: str = "Blue") -> list[tuple[str, Stage]]:
    """Return the codes of what is wrong with an order set."""
    orders: list[Any] = [GAME.language.parse(line) for line in lines]
    return [
        (problem.code, problem.stage) for problem in GAME.check(GAME.view(state, who), GAME.pending(state)[who], orders)
    ]


@every_case(
    ("line", "code", "stage"),
    [
        ("ACTIVATE HIELO", "no-factory", Stage.ILLEGAL),
        ("BID 1 USING HIELO", "no-factory", Stage.ILLEGAL),
        ("BID 1 BONUS", "not-your-leader", Stage.DOUBTFUL),
        ("BID RED 1", "no-such-seat-here", Stage.ILLEGAL),
        ("DISABLE BACH AFTER", "wrong-phase", Stage.ILLEGAL),
        ("BUILD KILSAT AT BACH", "cannot-build", Stage.DOUBTFUL),
        ("BUILD BATTLER AT BACH WITH ELYSIUM", "not-beside", Stage.DOUBTFUL),
        ("BUILD BATTLER AT BACH INTO NEAR MARS", "not-beside", Stage.DOUBTFUL),
        ("BUY FACTORY NEAR MERCURY", "cannot-buy", Stage.DOUBTFUL),
        ("BUY FIGHTER HIELO", "cannot-buy", Stage.DOUBTFUL),
        ("UPGRADE BACH", "not-your-leader", Stage.ILLEGAL),
        ("HUER ROLLS", "not-your-leader", Stage.ILLEGAL),
        ("RAY FIGHTER BACH", "not-your-leader", Stage.ILLEGAL),
        ("DESTRUCT 1 TROOPERS BACH", "not-your-leader", Stage.ILLEGAL),
        ("SEDUCE 1 FIGHTER OF RED NEAR MARS", "not-beside", Stage.DOUBTFUL),
        ("BOMB FIGHTERS", "cannot-bomb", Stage.ILLEGAL),
        ("SCUTTLE 9 FIGHTERS BACH", "no-such-units", Stage.DOUBTFUL),
        ("TRADE Vesta, Pallas", "not-your-card", Stage.ILLEGAL),
        ("PLAY Pallas", "not-your-card", Stage.ILLEGAL),
        ("MOVE 9 TROOPERS BACH TO TOLSTOI", "no-such-units", Stage.DOUBTFUL),
        ("GIVE Vesta", "wrong-phase", Stage.ILLEGAL),
        ("PLAY Vesta IF YELLOW AT VESTA", "no-such-seat-here", Stage.ILLEGAL),
        ("MOVE TROOPER BACH TO TOLSTOI UNLESS YELLOW AT TOLSTOI", "no-such-seat-here", Stage.ILLEGAL),
    ],
)
def test_a_line_is_complained_of(line: str, code: str, stage: Stage) -> None:
    """With the stage that says whether it falls."""
    assert (code, stage) in complaints(position(), line)


def test_by_phases_a_factory_that_was_not_disabled_cannot_be_carried() -> None:
    """When moves are asked it is too late to let it rest, and the order set is told so."""
    state = position(options={"tempo": "phases"}, phase="moves")
    assert complaints(state, "CARRY FACTORY BACH TO MARIPOSAS") == [("factory-active", Stage.DOUBTFUL)]
    assert "factory-active" not in dict(complaints(state, "CARRY FACTORY MT. MAXWELL TO MARIPOSAS"))


@every_case(
    "line",
    [
        "ACTIVATE BACH, VENUS",
        "BID 2 USING ELYSIUM",
        "BUILD BATTLER AT ELYSIUM WITH MAXWELL",
        "BUILD BATTLER AT BACH INTO NEAR MERCURY",
        "MOVE 7 TROOPERS BACH TO TOLSTOI",
        "SEDUCE KANE",
        "SEDUCE 2 TROOPERS OF RED TOLSTOI",
        "CARRY 2 GENNIES BACH TO HIELO",
        "PLAY Bach BEFORE",
        "TRADE Vesta, Juno",
        "LINE 1 BATTLER HOLDING",
        "SCUTTLE 1 FACTORY BACH",
    ],
)
def test_a_line_that_can_be_done_is_left_alone(line: str) -> None:
    """Troopers that are built this turn may walk at once; systems may be named where Factories are meant."""
    build = ("BUILD GENNIE AT BACH",) if "GENNIES" in line else ("BUILD TROOPER AT BACH",) if "7 TROOP" in line else ()
    assert complaints(position(), *build, line) == []


@every_case(
    ("options", "line"),
    [
        ({"pass_through": False}, "COVER 1 FIGHTER"),
        ({"slingshot": False}, "MOVE 2 FIGHTERS NEAR MERCURY SLING SUN TO NEAR VENUS"),
        ({"space_combat": "always"}, "STANCE HOLD"),
        ({"first_turn_disable": False}, "DISABLE BACH AFTER"),
    ],
)
def test_what_a_match_is_played_without_is_said(options: dict[str, Any], line: str) -> None:
    """The option is named."""
    assert complaints(position(options=options), line) == [("not-played", Stage.ILLEGAL)]


def test_leaders_whom_the_match_does_not_have_cannot_be_wished_for() -> None:
    """With the option they can."""
    for options, expected in (({}, [("not-played", Stage.ILLEGAL)]), ({"optional_leaders": True}, [])):
        state = GAME.setup(SEATS, options, Dice.throwaway("set-up")).state
        assert complaints(state, "LEADER Vaar, Kane") == expected


def test_a_preview_tells_what_is_built_and_who_would_meet() -> None:
    """Only the author's own Factories build."""
    state = position()
    orders: list[Any] = [
        GAME.language.parse(line) for line in ("BUILD TROOPER AT BACH", "MOVE 7 TROOPERS BACH TO TOLSTOI")
    ]
    told = GAME.preview(GAME.view(state, "Blue"), GAME.pending(state)["Blue"], orders)
    by_key = {part.key: part.facts for part in told.sections}
    assert {(fact.zone, fact.count) for fact in by_key["foreseen-building"]} >= {("Bach", 2)}
    assert {fact.zone for fact in by_key["foreseen-building"]} == {"Bach", "Elysium", "Mt. Maxwell"}
    (fight,) = by_key["foreseen-battles"]
    assert (fight.zone, dict(fight.own.counts)["trooper"]) == ("Tolstoi", 7)
    assert fight.mine > fight.theirs > 0


def test_who_bids_is_told_which_factories_make_nothing() -> None:
    """Before and after; others see how many were bid."""
    state = position()
    orders: list[Any] = [GAME.language.parse(line) for line in ("BID 2 USING BACH", "BUILD TROOPER AT BACH")]
    foretold = GAME.preview(GAME.view(state, "Blue"), GAME.pending(state)["Blue"], orders).sections[0].facts
    events = GAME.resolve(state, {"Blue": orders}, Dice.throwaway("bid")).events
    for told in (foretold, events):
        (bid,) = [fact for fact in told if isinstance(fact, FactoriesBid)]
        assert (bid.seat, len(bid.zones), bid.zones[0]) == ("Blue", 2, "Bach")
    assert FactoriesBid in GAME.foretold
    assert [who for who in SEATS if bid.known_to(who)] == ["Blue"]


def test_silence_at_the_set_up_hands_a_card_on_and_places_everything() -> None:
    """What the page says holds without a line."""
    state = GAME.setup(SEATS, {}, Dice.throwaway("silence")).state
    view, prompt = GAME.view(state, "Blue"), GAME.pending(state)["Blue"]
    assert [tag_of(type(order)) for order in GAME.default(view, prompt, ())] == ["give", "mulligan"]
    state = GAME.resolve(state, {}, Dice.throwaway("silence")).state
    placed: Any = GAME.default(GAME.view(state, "Blue"), GAME.pending(state)["Blue"], ())
    assert sum(sum(n for _, n in order.units.counts) + len(order.units.leaders) for order in placed) == 18


def test_letters_offer_nothing_for_leaders_that_the_reader_has_not() -> None:
    """Nor what an option switches off; before Leaders are chosen all may be theirs, and a GM's letter has all."""
    state, of_others = position(), {"huer-rolls", "upgrade", "ray", "destruct"}
    assert set(GAME.absent(GAME.view(state, "Blue"))) == of_others
    assert set(GAME.absent(GAME.view(state, "Red"))) == of_others | {"seduce", "seduce-leader"}
    assert set(GAME.absent(GAME.view(state, Observer.GM))) == of_others
    assert set(GAME.absent(GAME.view(position(options={"pass_through": False}), "Blue"))) > {"cover", "passers"}
    begun = GAME.setup(SEATS, {}, Dice.throwaway("deal")).state
    assert GAME.absent(GAME.view(begun, "Blue")) == ()


def test_a_preview_warns_of_who_could_fire_on_the_way_on_land_too() -> None:
    """A Marker alone fires at who leaves; where nobody else is nobody does."""
    orders: list[Any] = [
        GAME.language.parse(f"MOVE 1 FIGHTER BACH VIA {land} TO HIELO") for land in ("TOLSTOI", "THE WARRENS")
    ]
    state = position(moves=1)
    told = GAME.preview(GAME.view(state, "Blue"), GAME.pending(state)["Blue"], orders)
    facts = [fact for part in told.sections for fact in part.facts if isinstance(fact, MoveForeseen)]
    assert [(fact.way[0], fact.fired) for fact in facts] == [("Tolstoi", True), ("The Warrens", False)]


def test_a_factory_aboard_with_jocasta_can_be_named() -> None:
    """Elsewhere there is no Factory but in a territory."""
    state = state_of(SEATS, {"optional_leaders": True}, {"Near Mars": "Blue XY"}, leaders={"Jocasta": "Near Mars Blue"})
    assert complaints(state, "BUILD TRANSPORTS AT NEAR MARS", "BID 1 USING NEAR MARS") == []
    assert complaints(state, "BUILD FIGHTERS AT FAR MARS") == [("not-a-territory", Stage.ILLEGAL)]
