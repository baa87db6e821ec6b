"""The twin law for letters sees everything: a leak is planted into each thing that a seat can get, and the law fails.

What is planted depends on the whole position, which is never the same for twins. Each test takes its leak out again;
that the law holds without is what ``tests/games/test_every_game.py`` proves of the same scenes.
"""

from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace
from sqlmodel import Session

from moderator.core.codec import tag_of
from moderator.core.game import AnyGame
from moderator.core.seats import Observer
from moderator.language.reading.commands import Command
from moderator.service.codes import Verdict
from moderator.service.commands import dispatch
from moderator.service.commands.command_context import CommandContext
from moderator.service.context import Context
from moderator.service.facts import LetterFacts
from moderator.service.letter_parts import Answer
from moderator.service.matches import records
from moderator.service.matches.seat_context import SeatContext
from moderator.service.outgoing import envelopes
from moderator.store.tables import Outbox
from moderator.testing.asked import ASKED, all_commands, answers, in_letters
from moderator.testing.finding import find_testing
from moderator.testing.stages import Stage
from tests.support.games import ALL_GAMES
from tests.support.planted import assert_seen, leak_in_json, mark, plant

Stages = Callable[[str], Stage]

every_game = pytest.mark.parametrize("game", ALL_GAMES)

HOOKS: dict[str, tuple[str, set[str]]] = {
    "draw": ("RESEND", {"turn-report"}),
    "chart": ("RESEND\nMAP", {"turn-report", "MAP"}),
    "course": ("RESEND", {"turn-report"}),
    "report": ("RESEND\nHISTORY", {"turn-report", "HISTORY"}),
    "default": ("STATUS", {"acknowledgement"}),
    "check": ("", {"acknowledgement"}),
    "preview": ("PREVIEW", {"PREVIEW"}),
    "poster": ("MAP POSTER\nMAP POSTER BLANK", {"MAP POSTER", "MAP POSTER BLANK"}),
    "explain": ("", set()),
}
"""What a game makes for a seat: how to ask for it, and what shows it; the check judges typos, topics have own names."""

ORDERS, TOPICS = 12, 4
"""So many lines and topics show a leak."""

LACKING = {key: find_testing(game).lacks for key, game in ALL_GAMES.items()}
"""What a game does not make for letters."""


@pytest.mark.parametrize("kind", ASKED, ids=tag_of)
def test_a_leak_in_the_answer_to_one_command_is_seen_as_that(
    stage: Stages, kind: type[Command], monkeypatch: pytest.MonkeyPatch
) -> None:
    """One line of one answer tells of the whole position, in the smallest game: nothing else differs."""
    leak(monkeypatch, kind)
    heard = stage("night-watch: amid").hear(["\n".join(ASKED[kind])], unasked=False)
    assert_seen(heard, {"moderator read", *answers(ASKED[kind])})
    assert heard.differing == {"moderator read", *answers(ASKED[kind])}


@every_game
def test_a_leak_in_the_answers_to_all_commands_is_seen_in_each(
    stage: Stages, game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One line of every answer tells of the whole position."""
    leak(monkeypatch, *ASKED)
    heard = stage(f"{game}: amid").hear(all_commands(), unasked=False)
    assert_seen(heard, {"moderator read", *answers(line for lines in ASKED.values() for line in lines)})


def leak(monkeypatch: pytest.MonkeyPatch, *kinds: type[Command]) -> None:
    """Let the answers to commands tell of the whole position."""
    answer = dispatch.answer

    def leaking(command_context: CommandContext, before: int = 0, blocked: Verdict | None = None) -> Answer:
        told = answer(command_context, before, blocked)
        if type(command_context.command) not in kinds or command_context.seat_context is None:
            return told
        return replace(told, lines=(*told.lines, mark(command_context.seat_context.match.state)))

    monkeypatch.setattr("moderator.service.commands.dispatch.answer", leaking)


@every_game
def test_a_leak_in_a_letter_of_any_kind_is_seen(stage: Stages, game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The name that a letter greets its reader by tells of the whole position."""
    plain = envelopes._facts

    def leaking(session: Session, ctx: Context, known: Any, row: Outbox) -> LetterFacts | None:  # noqa: ANN401 - passed on
        facts: Any = plain(session, ctx, known, row)
        match = known.matches.get(row.match or 0)
        leaked: LetterFacts = replace(facts, head=replace(facts.head, player=mark(match.state))) if match else facts
        return leaked

    monkeypatch.setattr(envelopes, "_facts", leaking)
    to_players = {tag_of(kind) for kind in LetterFacts.__args__} - {"memo", "gm-digest", "stranger"}
    begun, amid = (stage(f"{game}: {point}").hear(["STATUS"]) for point in ("beginning", "amid"))
    assert_seen(begun, begun.names & to_players)
    assert_seen(amid, amid.names & to_players)
    assert to_players <= begun.names | amid.names


@every_game
def test_a_leak_in_a_report_for_programs_is_seen(stage: Stages, game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The file of who wants it tells of the whole position; who does not want it is told nothing."""
    leak_in_json(monkeypatch)
    assert_seen(stage(f"{game}: amid").hear(["SET JSON ON\nRESEND"], unasked=False), {"turn-report"})
    stage(f"{game}: amid").hear(["RESEND"], unasked=False).assert_alike()


@pytest.mark.parametrize(
    ("game", "hook"), [(game, hook) for game in ALL_GAMES for hook in HOOKS if hook not in LACKING[game]]
)
def test_a_leak_in_anything_that_a_game_makes_for_a_seat_is_seen(
    stage: Stages, game: str, hook: str, alter: Callable[[AnyGame, str, Any], None]
) -> None:
    """Maps, charts, posters, reports, previews, complaints, topics: one of them is marked by the whole position."""
    seat_context = stage(f"{game}: amid")
    text, names = HOOKS[hook]
    letters = [few_lines(letter) for letter in seat_context.orders()[-2:]] if hook == "check" else [text]
    if hook == "explain":
        lines = [f"HELP {word}" for word in [*seat_context.game.topics][:TOPICS]]
        letters, names = in_letters(lines), answers(lines)
    plant(alter, seat_context.game, hook)
    assert_seen(seat_context.hear(letters, unasked=False), names - LACKING[game])


def few_lines(letter: str) -> str:
    """Return the first lines of a letter and its last, which ask what would come of them."""
    lines = letter.splitlines()
    return "\n".join([*lines[:ORDERS], *lines[-2:]])


@every_game
def test_what_is_shown_with_the_eyes_of_the_gm_is_seen(
    stage: Stages, game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A seat is shown all that is hidden from it, and has its orders judged and previewed by that."""

    def everything(seat_context: SeatContext) -> Any:  # noqa: ANN401 - the game's own
        state = records.position(seat_context.game, seat_context.match.state)
        return replace(seat_context.game.view(state, Observer.GM), who=seat_context.seat)

    monkeypatch.setattr(SeatContext, "view", property(everything))
    seat_context = stage(f"{game}: amid")
    heard = seat_context.hear([seat_context.aimed_letter(), "MAP\nMAP POSTER"], unasked=False)
    if seat_context.testing.gm_sees_more:
        assert_seen(heard, seat_context.testing.gm_sees_more)
    else:
        heard.assert_alike()
