"""The loop of play by mail, on a game with a secret and a second question."""

from collections.abc import Sequence

from moderator.core.dice import Dice, LoadedDice, Why
from moderator.core.game import Event
from moderator.core.referee import advance
from moderator.core.seats import Observer, Who
from tests.support.cases import every_case
from tests.support.night_watch import GAME
from tests.support.night_watch.events import Fell, Fled, Scuffled, Sought, Walked, WeatherTurned
from tests.support.night_watch.orders import AnyOrder, Flee, Go, Seek
from tests.support.night_watch.state import Options, State

ANN_FINDS_BOB = LoadedDice(
    {Why("scuffle", "Bridge", ("Ann", "Bob")): 6, Why("scuffle", "Bridge", ("Ann", "Bob"), 1): 1}
)
"""Ann wins the scuffle at the Bridge that she begins."""


def position(*, loud: bool = False, bob: str = "Bridge", courage: int = 2, nights: int = 8) -> State:
    """Return a night in which Ann stands at the Alley and Cat far away."""
    seats = ("Ann", "Bob", "Cat")
    return State(
        options=Options(loud=loud, nights=nights),
        seats=seats,
        place={"Ann": "Alley", "Bob": bob, "Cat": "Gate"},
        courage=dict.fromkeys(seats, courage),
    )


ANN_SEEKS: dict[str, Sequence[AnyOrder]] = {"Ann": [Seek(place="Bridge")], "Bob": [], "Cat": []}


def kinds(events: Sequence[Event], who: Who = Observer.GM) -> list[type[Event]]:
    """Return what kinds of event somebody may know of."""
    return [type(event) for event in events if event.known_to(who)]


def test_nothing_is_resolved_while_somebody_is_waited_for() -> None:
    """With two of three order sets in, the referee waits for the third and changes nothing."""
    state = position()
    progress = advance(GAME, state, {"Ann": [], "Bob": []}, Dice.throwaway("x"))
    assert (progress.steps, progress.state) == ((), state)
    assert list(progress.waiting) == ["Cat"]
    assert progress.waiting["Cat"].phase == "night"


def test_when_all_are_in_it_rules_and_asks_anew() -> None:
    """A night without meetings is one step, and then everybody is waited for again."""
    progress = advance(GAME, position(), {"Ann": [Go(goal="Quay")], "Bob": [], "Cat": []}, Dice.throwaway("x"))
    assert len(progress.steps) == 1
    assert progress.state.turn == 2
    assert progress.state.place["Ann"] == "Quay"
    assert list(progress.waiting) == ["Ann", "Bob", "Cat"]


def test_at_the_deadline_silence_is_answered_by_the_default_and_noted() -> None:
    """Overdue, whoever sent nothing plays by default and is named as silent."""
    progress = advance(GAME, position(), {"Ann": []}, Dice.throwaway("x"), overdue=True)
    step = progress.steps[0]
    assert step.silent == ("Bob", "Cat")
    assert step.orders == {"Ann": (), "Bob": (), "Cat": ()}


def test_a_second_question_waits_even_at_the_deadline() -> None:
    """The deadline belongs to the night that was asked, not to the retreat that it leads to."""
    progress = advance(GAME, position(), {"Ann": [Seek(place="Bridge")]}, ANN_FINDS_BOB, overdue=True)
    assert len(progress.steps) == 1
    assert {seat: prompt.phase for seat, prompt in progress.waiting.items()} == {"Bob": "retreat"}


def test_order_sets_answer_only_the_question_that_was_asked() -> None:
    """What Bob sent for the night is no answer to where he flees."""
    order_sets = {**ANN_SEEKS, "Bob": [Flee(goal="Market")]}
    progress = advance(GAME, position(), order_sets, ANN_FINDS_BOB)
    assert list(progress.waiting) == ["Bob"]


def test_a_standing_order_answers_the_second_question_unasked() -> None:
    """With a way of escape that stands, night and retreat are resolved in one go."""
    progress = advance(GAME, position(), ANN_SEEKS, ANN_FINDS_BOB, standing={"Bob": [Flee(goal="Market")]})
    assert [step.number for step in progress.steps] == [0, 1]
    assert progress.steps[1].orders == {"Bob": (Flee(goal="Market"),)}
    assert progress.steps[1].silent == ()
    assert progress.state.place["Bob"] == "Market"
    assert list(progress.waiting) == ["Ann", "Bob", "Cat"]


def test_a_forced_choice_is_not_asked() -> None:
    """Beaten at the end of the row, there is one way out and nothing to wait for."""
    scuffle = Why("scuffle", "Quay", ("Ann", "Bob"))
    dice = LoadedDice({scuffle: 6, Why("scuffle", "Quay", ("Ann", "Bob"), 1): 1})
    order_sets = {**ANN_SEEKS, "Ann": [Seek(place="Quay")]}
    progress = advance(GAME, position(bob="Quay"), order_sets, dice)
    assert [len(step.events) > 0 for step in progress.steps] == [True, True]
    assert progress.state.place["Bob"] == "Alley"


@every_case("loud", [False, True])
def test_that_somebody_is_asked_can_be_a_secret(loud: bool) -> None:  # noqa: FBT001 - a parameter of the test
    """The retreat is marked secret unless the option says that everybody may know of it."""
    progress = advance(GAME, position(loud=loud), ANN_SEEKS, ANN_FINDS_BOB)
    assert progress.waiting["Bob"].secret is not loud


def test_the_answer_to_the_second_question_is_resolved_next() -> None:
    """Bob's letter about his retreat moves the match on, with dice of its own."""
    beaten = advance(GAME, position(), ANN_SEEKS, ANN_FINDS_BOB).state
    progress = advance(GAME, beaten, {"Bob": [Flee(goal="Market")]}, Dice.throwaway("y"))
    assert kinds(progress.steps[0].events) == [Fled]
    assert progress.state.place["Bob"] == "Market"


def test_each_witness_knows_its_own_part() -> None:
    """Of a scuffle the two know all, the third hears the noise, and nobody else learns who walked where."""
    order_sets: dict[str, Sequence[AnyOrder]] = {"Ann": [Seek(place="Bridge")], "Bob": [], "Cat": [Go(goal="Mill")]}
    events = advance(GAME, position(), order_sets, ANN_FINDS_BOB).steps[0].events
    assert kinds(events) == [Walked, Sought, Scuffled, WeatherTurned]
    assert kinds(events, "Ann") == kinds(events, "Bob") == [Sought, Scuffled, WeatherTurned]
    assert kinds(events, "Cat") == [Walked, Sought, WeatherTurned]
    assert kinds(events, Observer.PUBLIC) == [Sought, WeatherTurned]


def test_hidden_fights_are_thrown_from_the_secret_stream_and_public_weather_from_the_open_one() -> None:
    """The log of a step says of every throw from which stream it came."""
    step = advance(GAME, position(), ANN_SEEKS, ANN_FINDS_BOB).steps[0]
    assert [(throw.stream, throw.why.kind) for throw in step.throws] == [
        ("secret", "scuffle"),
        ("secret", "scuffle"),
        ("open", "weather"),
    ]


def test_a_match_that_is_over_waits_for_nobody() -> None:
    """The last meeting ends it: nothing more is asked and an outcome is there."""
    state = position(courage=1, nights=1)
    progress = advance(GAME, state, ANN_SEEKS, ANN_FINDS_BOB)
    assert progress.waiting == {}
    assert Fell in kinds(progress.steps[0].events, "Cat")
    outcome = GAME.outcome(progress.state)
    assert outcome is not None
    assert outcome.winners == ("Ann", "Cat")
    assert advance(GAME, progress.state, {}, Dice.throwaway("z"), overdue=True).steps == ()
