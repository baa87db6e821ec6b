"""The set-up: what is proposed, what letters make of it; and what is asked for in the course of a match."""

from typing import Any

import pytest

from moderator.core.dice import Dice, LoadedDice, Why
from moderator.core.errors import Problem
from moderator.core.game import IllegalAmendment
from moderator.core.seats import Observer, Seat, Who
from moderator.games.rayguns_and_rocketships.board.deck import deck
from moderator.games.rayguns_and_rocketships.board.stars import stars
from moderator.games.rayguns_and_rocketships.events.lines import LineFailed
from moderator.games.rayguns_and_rocketships.events.set_up import (
    CaptainShown,
    FirstThrown,
    HolderDrawn,
    ShipReady,
    StarTaken,
)
from moderator.games.rayguns_and_rocketships.options import EpisodeKey
from moderator.games.rayguns_and_rocketships.orders.types import Station
from moderator.games.rayguns_and_rocketships.pieces import SEATS
from moderator.games.rayguns_and_rocketships.rules import play, setup
from moderator.games.rayguns_and_rocketships.rules.amend import GM, amend
from moderator.games.rayguns_and_rocketships.rules.fog import view_for
from moderator.games.rayguns_and_rocketships.rules.state import State
from moderator.games.rayguns_and_rocketships.rules.suppose import suppose
from moderator.games.rayguns_and_rocketships.seat.check import check
from moderator.games.rayguns_and_rocketships.seat.default import default
from moderator.games.rayguns_and_rocketships.seat.preview import preview
from moderator.games.rayguns_and_rocketships.tables import episodes, stars_of
from tests.games.rayguns_and_rocketships.cases import orders_of, where_is
from tests.support.cases import every_case

TWO = ("Rangers", "Blaarg")


def begun(*seats: Seat, **options: Any) -> State:  # noqa: ANN401 - options of any kind
    """Return the position of the set-up."""
    return setup.setup(seats or TWO, options, Dice.throwaway("set-up")).state


def letters(state: State, dice: Dice | None = None, **lines: list[str]) -> Any:  # noqa: ANN401 - a resolution
    """Carry out set-up letters."""
    orders = {seat: orders_of(order_set) for seat, order_set in lines.items()}
    return play.resolve(state, orders, dice or Dice.throwaway("letters"))


def post_of(state: State, seat: Seat, name: str) -> str:
    """Return the post of a figure."""
    return next(deck(seat).name(one.at) for one in state.position.figures if one.who == (seat, name))


def test_the_box_is_dealt_out() -> None:
    """Seven figures and six rayguns a ship; what no port takes lies with the four spares (setting 31)."""
    position = begun().position
    assert [len(ship.guns) for ship in position.ships] == [6, 5]
    assert position.spares == 5
    assert [(ship.at, ship.heading) for ship in position.ships] == [("C3", "SE"), ("I9", "NW")]
    assert len(position.figures) == 14
    assert [side.captain for side in position.sides] == ["", ""]


def test_letters_make_the_set_up() -> None:
    """SIDE, FACE, STATION (who stood there by custom takes the other post), MOUNT and TAKE."""
    lines = ["SIDE B", "FACE N", "STATION 6 COCKPIT", "TAKE Loop", "MOUNT P1"]
    resolution = letters(begun(), Rangers=lines)
    state = resolution.state
    ship, side = state.position.ships[0], state.position.sides[0]
    assert (ship.heading, side.captain) == ("N", "B")
    assert (post_of(state, "Rangers", "6"), post_of(state, "Rangers", "CAPTAIN")) == ("COCKPIT", "HATCH")
    assert "Loop" in state.secrets["Rangers"].hand
    assert len(state.secrets["Rangers"].hand) == 2
    assert sorted((*state.secrets["Rangers"].hand, *state.decks["Rangers"])) == sorted(stars_of("Rangers"))
    taken = [event for event in resolution.events if isinstance(event, StarTaken)]
    assert [event.seen_by for event in taken] == [("Rangers",), ("Blaarg",)]


def test_rayguns_go_to_the_ports_that_mount_names() -> None:
    """Who has more ports than rayguns chooses (Rules: Player Area Setup)."""
    state = letters(begun("Rangers", "Pirates"), Pirates=["MOUNT P4, S4, P1, P2, P3, S1"]).state
    assert state.position.ships[1].guns == ("P1", "S1", "P2", "P3", "P4", "S4")


def test_two_figures_on_one_post_is_one_too_many() -> None:
    """The second line fails, and its author is told."""
    resolution = letters(begun(), Rangers=["STATION 6 COCKPIT", "STATION 5 COCKPIT"])
    failed = [event for event in resolution.events if isinstance(event, LineFailed)]
    assert [(event.cause, event.seen_by) for event in failed] == [("taken", ("Rangers",))]


def test_a_post_is_free_again_once_its_figure_is_sent_elsewhere() -> None:
    """The check allows what the turn carries out."""
    lines = ["STATION 6 COCKPIT", "STATION 6 PANEL", "STATION 5 COCKPIT"]
    state = begun()
    assert check(view_for(state, "Rangers"), play.pending(state)["Rangers"], orders_of(lines)) == ()
    assert not any(isinstance(event, LineFailed) for event in letters(state, Rangers=lines).events)


def test_the_preview_shows_who_makes_room_where_he_will_stand() -> None:
    """A figure that another one displaces is shown on the post that becomes free."""
    state = begun()
    orders = orders_of(["STATION 6 COCKPIT"])
    report = preview(view_for(state, "Rangers"), play.pending(state)["Rangers"], orders)
    lines = [fact.line for section in report.sections for fact in section.facts]
    assert "STATION CAPTAIN HATCH" in lines
    assert "STATION CAPTAIN COCKPIT" not in lines


def test_what_a_gm_has_changed_stays_but_for_what_letters_say() -> None:
    """Rayguns are as many as he left, and a figure comes aboard from wherever he put it."""
    changes = ["GUNS S1, S2 FOR Rangers", "PUT 6 TO NODE A1 FOR Rangers", "PUT 1 TO Rangers HATCH FOR Blaarg"]
    state = amend(begun(), [GM.parse(line) for line in changes], Dice.throwaway("gm")).state  # type: ignore[misc]
    assert letters(state).state.position.ships[0].guns == ("S1", "S2")
    resolution = letters(state, Rangers=["MOUNT P1", "STATION 6 COCKPIT", "STATION 5 HATCH"])
    position = resolution.state.position
    assert position.ships[0].guns == ("P1", "S1")
    assert sum(len(ship.guns) for ship in position.ships) + position.spares == 16
    figures = {one.who: where_is(one) for one in position.figures}
    assert figures["Rangers", "6"] == "Rangers COCKPIT"
    assert figures["Rangers", "CAPTAIN"] == "NODE A1"
    assert figures["Blaarg", "1"] == "Rangers HATCH"
    assert [event.cause for event in resolution.events if isinstance(event, LineFailed)] == ["taken"]
    ready = next(event for event in resolution.events if isinstance(event, ShipReady))
    assert dict(ready.posts).get("CAPTAIN") is None
    assert dict(ready.posts)["6"] == "COCKPIT"


def test_who_throws_highest_together_throws_again() -> None:
    """Rules: Choose First Player."""
    throws = {("Rangers", 0): 7, ("Blaarg", 0): 7, ("Zard", 0): 2, ("Rangers", 1): 3, ("Blaarg", 1): 5}
    loads = {Why("first", "", (seat,), 100 + n): throw for (seat, n), throw in throws.items()}
    resolution = letters(begun("Rangers", "Zard", "Blaarg"), LoadedDice(loads))
    (thrown,) = [event for event in resolution.events if isinstance(event, FirstThrown)]
    assert thrown.throws == ((("Rangers", 7), ("Zard", 2), ("Blaarg", 7)), (("Rangers", 3), ("Blaarg", 5)))
    assert resolution.state.position.first == "Blaarg"


def test_sides_may_be_drawn() -> None:
    """Option ``sides``: whatever letters say."""
    shown = set()
    for number in range(6):
        events = letters(begun(sides="drawn"), Dice.throwaway(f"{number}"), Rangers=["SIDE B"]).events
        shown |= {event.side for event in events if isinstance(event, CaptainShown) and event.seat == "Rangers"}
    assert shown == {"A", "B"}


@every_case("seats", [SEATS[:2], SEATS[:3], SEATS])
@every_case("episode", [episode.key for episode in episodes().episode])
def test_every_episode_begins(seats: tuple[Seat, ...], episode: EpisodeKey) -> None:
    """Tokens lie where they should; princess and tape begin aboard with a seat that is drawn."""
    resolution = setup.setup(seats, {"episode": episode}, Dice.throwaway(episode))
    state = resolution.state
    nodes = [token.at for token in state.position.tokens if not token.ship]
    assert len(set(nodes)) == len(nodes)
    assert not set(nodes) & {ship.at for ship in state.position.ships}
    holders = [event.seat for event in resolution.events if isinstance(event, HolderDrawn)]
    assert len(holders) == (episode in ("princess", "secret-plans"))
    assert (state.position.captor != "") == (episode == "princess")


def test_other_star_maps_have_no_tokens() -> None:
    """Option ``board``."""
    assert begun(episode="hot-cores", board="small").position.tokens == ()


def test_options_and_seats_are_complained_of() -> None:
    """Too few seats, no such seat, no such option, a value that does not fit."""
    assert setup.check_options({}, SEATS) == ()
    codes = [problem.code for problem in setup.check_options({"speed": 1, "tempo": "slow"}, ["Rangers", "Borg"])]
    assert sorted(codes) == ["bad-option", "no-such-option", "no-such-seat"]
    assert [problem.code for problem in setup.check_options({}, ["Rangers"])] == ["too-few-seats"]


@every_case("tempo", ["rounds", "turns"])
def test_silence_plays_to_an_end(tempo: str) -> None:
    """The helmsman, doctrine and duty alone; whatever is shown of it fits what was supposed from it."""
    state = begun(*SEATS, tempo=tempo, episode="hot-cores")
    phases = []
    watchers: tuple[Who, ...] = (*SEATS, Observer.PUBLIC, Observer.GM)
    for number in range(100):
        phases.append((state.phase, state.round, state.turn))
        for who in watchers:
            view = view_for(state, who)
            assert view_for(suppose(view), who) == view
        state = play.resolve(state, {}, Dice.throwaway(f"{tempo} {number}")).state
        if state.outcome:
            break
    assert state.outcome is not None
    assert dict(play.pending(state)) == {}
    after = [("round", 2, 1), ("round", 3, 1)] if tempo == "rounds" else [("turn", 1, 2), ("turn", 1, 3)]
    assert phases[:4] == [("setup", 0, 1), ("round", 1, 1), *after]
    sides = dict(zip(SEATS, state.position.sides, strict=True))
    cards = [(*state.secrets[seat].hand, *state.decks[seat], *sides[seat].discards) for seat in SEATS]
    assert all(len(set(some)) == len(some) for some in cards)


def test_shuffling_anew_keeps_the_cards() -> None:
    """What is reshuffled is the order alone."""
    state = letters(begun()).state
    again = play.reshuffled(state, Dice.throwaway("again"))
    assert {seat: sorted(cards) for seat, cards in again.decks.items()} == {
        seat: sorted(cards) for seat, cards in state.decks.items()
    }
    assert again.secrets == state.secrets


def test_abilities_of_the_side_that_lies_down_are_warned_of_and_no_more() -> None:
    """At the set-up both sides can be named; what stands afterwards says so, and silence still means it."""
    state = letters(begun(), Rangers=["SIDE A", "HEAL Follow Me, 4", "USE Inspiring Command"]).state
    view, prompt = view_for(state, "Rangers"), play.pending(state)["Rangers"]
    silence = default(view, prompt, ())
    assert set(orders_of(["HEAL Follow Me, 4", "USE Inspiring Command"])) <= set(silence)
    problems = check(view, prompt, silence)
    assert [problem.code for problem in problems if problem.order] == ["not-your-ability"] * 2
    (strange,) = check(view, prompt, orders_of(["HEAL Mind Control"]))
    assert strange.falls


def test_silence_at_a_set_up_that_was_amended_is_legal() -> None:
    """Figures that stand on no post of their own ship stay where they were put, and are not stationed anew."""
    lines = ["PUT 3 TO DECK D4 FOR Rangers", "PUT 4 TO NODE F5 FOR Rangers", "PUT 5 TO Blaarg DECK D5 FOR Rangers"]
    lines += ["PUT PRINCESS TO DECK C3 FOR Rangers", "REMOVE 6 FOR Rangers"]
    state = amend(begun(episode="princess"), [GM.parse(line) for line in lines], Dice.throwaway("amended")).state  # type: ignore[misc]
    view, prompt = view_for(state, "Rangers"), play.pending(state)["Rangers"]
    silence = default(view, prompt, ())
    assert [order.figure for order in silence if isinstance(order, Station)] == ["CAPTAIN", "1", "2"]
    assert [problem for problem in check(view, prompt, silence) if problem.falls] == []

    resolution = letters(state, Rangers=["STATION 4 ENGINE 1"])
    ready = next(event for event in resolution.events if isinstance(event, ShipReady))
    assert dict(ready.posts).keys() == {"CAPTAIN", "2", "3", "4", "PRINCESS"}
    swapped = {one.name: (one.ship, one.at) for one in resolution.state.position.figures if one.seat == "Rangers"}
    assert swapped["1"] == ("", "F5")
    assert swapped["4"] == ("Rangers", deck("Rangers").posts["ENGINE 1"])


def test_a_line_that_stands_twice_fails_once() -> None:
    """However its orders came into memory: a step is the same from what was recorded of it."""
    (line,) = orders_of(["STATION PRINCESS HATCH"])
    (other,) = orders_of(["STATION PRINCESS HATCH"])
    for order_set in ((line, line), (line, other)):
        events = play.resolve(begun(), {"Rangers": order_set}, Dice.throwaway("twice")).events
        assert sum(isinstance(event, LineFailed) for event in events) == 1


def test_ships_and_figures_that_a_gm_puts_share_no_node() -> None:
    """A figure makes way for a ship as in play, and is put on no ship's node."""

    def amended(state: State, line: str) -> State:
        order = GM.parse(line)
        assert not isinstance(order, Problem)
        return amend(state, [order], Dice.throwaway("amended")).state

    state = amended(amended(begun(), "PUT 4 TO NODE F5 FOR Rangers"), "SHIP F5 N FOR Blaarg")
    (afloat,) = (figure for figure in state.position.figures if not figure.ship)
    assert afloat.at in stars(state.options).near["F5"]
    with pytest.raises(IllegalAmendment):
        amended(state, "PUT 5 TO NODE F5 FOR Rangers")
