"""A GM who ends a match may decide who wins: letters, recap, archive and proof say that no rule did."""

from collections.abc import Callable
from typing import Any

import pytest
from sqlmodel import select

from moderator.core import codec
from moderator.core.game import Outcome
from moderator.games.registry import GAMES
from moderator.rendering.environment import Templates
from moderator.rendering.mail import MailRenderer
from moderator.service import gm_language, proof
from moderator.service.audit.verify import verify_letters, verify_match
from moderator.service.context import OverridePlan, SeatPlan
from moderator.service.facts import TurnReport
from moderator.service.gm_commands import End
from moderator.service.letter_proofs import Ended
from moderator.service.matches.seat_context import SeatContext, seat_row
from moderator.service.overrides.apply import apply
from moderator.service.overrides.decisions import RefusedError
from moderator.service.pages import public
from moderator.store.statuses import RecordKind
from moderator.store.tables import Record
from moderator.testing import world as any_world
from moderator.testing.stages import Stage
from tests.rendering.samples import Still
from tests.support.letters.proofs import found, letters, raw
from tests.support.world import START, World

RENDERER = MailRenderer(Still())
REBELS = (
    SeatPlan(seat="Red", player="Rae", addresses=("red@pbem.test",)),
    SeatPlan(seat="Blue", player="Bea", addresses=("blue@pbem.test",)),
    SeatPlan(seat="Empire", bot="recruit"),
)
NOT_THE_RULES = "That is the GM's decision: by the rules of the game the match was not over."


@pytest.fixture
def rebels(empty_world: World) -> World:
    """Give a match of Rebel Commander that spectators may watch, one turn old."""
    empty_world.settings(web="https://desk.test", spectators="public")
    empty_world.match(game="rebel-commander", seats=REBELS)
    empty_world.move(hours=49)
    empty_world.look()
    return empty_world


def _do(world: any_world.World, *lines: str) -> None:
    apply(world.store, world.ctx, OverridePlan(name=f"{lines}", match="hoth", lines=lines))


def _final(world: any_world.World, seat: str) -> TurnReport:
    """Return the last report to a seat, or without one to the GM."""
    row = next(row for row in reversed(world.rows("turn-report")) if row.seat == seat)
    report = world.facts_of(row)
    assert isinstance(report, TurnReport)
    return report


def _words(letter: TurnReport) -> tuple[str, str]:
    words = RENDERER.render(letter)
    return words.subject, " ".join(words.text.split())


# ---- what letters say -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "seat", "subject", "words"),
    [
        ("END WINNER Red", "Red", "[hoth] The GM ended the match: Red wins", "decided that you win."),
        ("END WINNER Red", "Blue", "[hoth] The GM ended the match: Red wins", "decided that Red wins."),
        (
            "end winner blue, red",
            "Red",
            "[hoth] The GM ended the match: Red and Blue win",
            "win together: Red and Blue.",
        ),
        ("END WINNERS Red and Blue", "", "[hoth] The GM ended the match: Red and Blue win", "that Red and Blue win."),
        ("END DRAW", "Red", "[hoth] The GM ended the match: a draw", "The GM ended the match as a draw."),
        ("END DRAW Red, Empire", "Blue", "[hoth] The GM ended the match: a draw", "as a draw between Red and Empire."),
    ],
)
def test_the_final_letter_says_what_the_gm_decided(
    rebels: World, line: str, seat: str, subject: str, words: str
) -> None:
    """In subject and first sentence, to winners, losers and the GM alike, and that no rule decided it."""
    _do(rebels, line)
    told = _words(_final(rebels, seat))
    assert told[0] == subject
    assert f"{words} {NOT_THE_RULES}" in told[1]


def test_without_a_decision_nobody_wins(rebels: World) -> None:
    """What stands behind END is the reason, as before, even if a seat is named in it."""
    _do(rebels, "END Red wins anyway")
    subject, text = _words(_final(rebels, "Red"))
    assert subject == "[hoth] The GM ended the match"
    assert "The GM ended the match; nobody wins. The GM's reason: Red wins anyway" in text
    assert NOT_THE_RULES not in text


@pytest.mark.parametrize(
    ("line", "outcome"),
    [
        ("END WINNER Blue", Outcome(("Blue",), (("Blue",), ("Red", "Empire")), "won-by-gm")),
        ("END WINNER Red, Blue", Outcome(("Red", "Blue"), (("Red", "Blue"), ("Empire",)), "won-by-gm")),
        ("END DRAW", Outcome((), (("Red", "Blue", "Empire"),), "drawn-by-gm")),
        ("END DRAW Red, Blue", Outcome((), (("Red", "Blue"), ("Empire",)), "drawn-by-gm")),
        ("END", Outcome((), (("Red", "Blue", "Empire"),), "ended-by-gm")),
    ],
)
def test_those_who_win_or_draw_rank_first(rebels: World, line: str, outcome: Outcome) -> None:
    """In the report, and in the view that programs read; a draw has no winners."""
    _do(rebels, line)
    report = _final(rebels, "Red")
    assert report.outcome == outcome
    assert report.ended_by_gm
    row = rebels.the_match()
    with rebels.store.read() as session:
        seen = public.chronicle(session, rebels.ctx, "hoth")
        view = public.report_json(session, rebels.ctx, "hoth", seen.stops[-1].key).view
    assert view.outcome == outcome
    assert row.status.value == "over"


@pytest.mark.parametrize("game", GAMES)
def test_no_game_words_the_gms_decision_as_its_own(stage: Callable[[str], Stage], game: str) -> None:
    """Nowhere in the letter stands what stands there when the rules end a match."""
    here = stage(f"{game}: amid")
    winner = here.scene.seats[0]
    with here.go_on() as world:
        _do(world, f"END WINNER {winner}")
        for seat in here.scene.seats:
            report = _final(world, seat)
            subject, text = _words(report)
            assert subject == f"[hoth] The GM ended the match: {winner} wins"
            assert NOT_THE_RULES in text
            assert report.recap is not None
            assert report.recap.memories.verdict == ()


def test_the_recap_names_the_gm(rebels: World) -> None:
    """In its verdict, and at the seat."""
    _do(rebels, "END WINNER Red")
    labels: Any = Templates().text.get_template("print/recap.j2").module
    report = _final(rebels, "Red")
    assert NOT_THE_RULES in str(labels.ended(report.outcome, "fair enough"))
    assert str(labels.winner(report.ended_by_gm)) == "Victor (the GM's decision)"


# ---- where others look ----------------------------------------------------------------------------------------


def test_spectators_read_it_in_the_archive_and_at_the_last_board(rebels: World) -> None:
    """The list of matches says it, and the boards of the match end with the final report."""
    _do(rebels, "END WINNER Red")
    with rebels.store.read() as session:
        (line,) = public.matches(session, rebels.ctx)
        seen = public.chronicle(session, rebels.ctx, "hoth")
    common: Any = Templates().text.get_template("service/common.j2").module
    said = f"The GM ended the match and decided that Red wins. {NOT_THE_RULES}"
    assert " ".join(str(common.match_due(line, "UTC")).split()) == said
    assert seen.report is not None
    assert said in _words(seen.report)[1]
    assert [stop.key for stop in seen.stops] == ["0", "1", "2"]


def test_a_player_reads_it_on_the_desk(rebels: World) -> None:
    """The list of seats there has matches that are over, too."""
    _do(rebels, "END DRAW Red, Blue")
    with rebels.store.read() as session:
        row = seat_row(SeatContext(session, rebels.ctx, rebels.the_match(), rebels.assignment("Red")))
    assert row.ended == _final(rebels, "Red").outcome


# ---- the proof ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("END WINNER Red, Blue", Ended(by="gm", how="won-by-gm", seats=("Red", "Blue"))),
        ("END DRAW Red, Blue", Ended(by="gm", how="drawn-by-gm", seats=("Red", "Blue"))),
        ("END", Ended(by="gm", how="ended-by-gm")),
        ("REMOVE 3 TROOPS A0 FOR Red", None),
    ],
)
def test_the_proof_of_the_last_letter_says_who_ended_the_match(rebels: World, line: str, told: Ended | None) -> None:
    """Both programs accept it, and the moderator's names the GM."""
    _do(rebels, line)
    files = [raw(letter) for letter in letters(rebels, "Red", "hoth")]
    items = [item for letter in letters(rebels, "Red", "hoth") for item in proof.read(proof.lines(letter))]
    assert [item for item in items if isinstance(item, Ended)] == ([told] if told else [])
    assert found(files)[0] == set()
    assert dict(verify_letters(files).endings) == ({"hoth": told} if told else {})


def test_a_match_that_its_rules_ended_says_that(world: World) -> None:
    """So nothing is told by leaving something out."""
    _do(world, "HEARTEN Bob 0")
    (ending,) = verify_letters([raw(letter) for letter in letters(world, "Ann", "hoth")]).endings.values()
    assert (ending.by, ending.seats) == ("rules", ("Ann",))


@pytest.mark.parametrize(
    ("before", "after", "where"),
    [
        ("ended by=gm", "ended by=rules", "differs"),
        ("how=won-by-gm", "how=conquest", "differs"),
        ("by-gm seats=Red", "by-gm seats=Nobody", "differs"),
        ("by-gm seats=Red", "by-gm seats=Blue", "two letters"),
    ],
)
def test_an_end_that_was_rewritten_is_named(rebels: World, before: str, after: str, where: str) -> None:
    """By itself where it does not fit together, else by the letters of another player."""
    _do(rebels, "END WINNER Red")
    mine, theirs = ([raw(letter) for letter in letters(rebels, seat, "hoth")] for seat in ("Red", "Blue"))
    changed = [file.replace(before.encode(), after.encode()) for file in mine]
    assert changed != mine
    assert (found(changed)[0] == {"letters"}) is (where == "differs")
    assert found([*changed, *theirs])[0] == {"letters"}


# ---- what is refused, and what is replayed --------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("END WINNER", 'write who wins: "END WINNER Red"'),
        ("END WINNER Rde", 'there is no seat "Rde" in this match'),
        ("END DRAW Red", "a draw is between several"),
        ("END WON Red", 'write who wins: "END WINNER Red"'),
        ("END WINS: Red", 'write who wins: "END WINNER Red"'),
    ],
)
def test_a_decision_that_means_nothing_ends_nothing(rebels: World, line: str, why: str) -> None:
    """A typing mistake does not end a match without winners."""
    with pytest.raises(RefusedError) as refused:
        _do(rebels, line)
    assert why in str(refused.value)
    assert rebels.the_match().status.value == "running"


def test_a_match_with_a_decided_end_is_played_again_to_the_same_digests(rebels: World) -> None:
    """With corrections in the same override."""
    _do(rebels, "PLACE 1 TROOPS A0 FOR Red", "END WINNER Red")
    assert verify_match(rebels.store, rebels.ctx, "hoth") == []


def test_words_that_an_older_release_took_for_a_reason_are_replayed(rebels: World) -> None:
    """Its record holds a line that would be refused today."""
    _do(rebels, "PLACE 1 TROOPS A0 FOR Red", "END all agreed")
    with rebels.store.write() as session:
        row = session.exec(select(Record).where(Record.kind == RecordKind.END)).one()
        body: Any = codec.unpack(row.body, Any)
        row.body = codec.pack({**body, "lines": ["PLACE 1 TROOPS A0 FOR Red", "END DRAW agreed by all"]})
    assert verify_match(rebels.store, rebels.ctx, "hoth") == []


def test_when_all_concede_the_gm_is_offered_a_win_of_the_bots(rebels: World) -> None:
    """The lines in the memo do what the players agreed."""
    for seat in ("Red", "Blue"):
        rebels.says(seat, "CONCEDE")
    (memo,) = [each for each in rebels.facts("memo") if each.code == "concede-agreed"]
    assert memo.lines[-1] == 'do = "END WINNER Empire"'


@pytest.mark.parametrize(
    ("line", "won", "drawn", "why"),
    [
        ("END WINNER: Red", ("Red",), (), ""),
        ("END WINNER=Red.", ("Red",), (), ""),
        ("END DRAW.", (), ("Red", "Blue", "Empire"), ""),
        ("END DRAW: all", (), ("Red", "Blue", "Empire"), ""),
        ("END Draw by agreement", (), ("Red", "Blue", "Empire"), "by agreement"),
        ("END it snows", (), (), "it snows"),
    ],
)
def test_a_decision_is_read_as_people_write_it(
    line: str, won: tuple[str, ...], drawn: tuple[str, ...], why: str
) -> None:
    """With a colon or a full stop; words behind DRAW that name no seat are its reason."""
    context = gm_language.LineContext(GAMES["rebel-commander"], ("Red", "Blue", "Empire"), "UTC", START)
    (read,) = gm_language.parse((line,), context)
    assert read.command == End(why=why, won=won, drawn=drawn)
