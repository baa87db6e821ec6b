"""Templates: an operator's go before ours, a failing one is named, and words exist for every code."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace

from moderator.core.errors import Problem, Stage
from moderator.core.game import Event
from moderator.core.template_folders import TEMPLATES
from moderator.language.reading import commands
from moderator.ports import TemplateFault
from moderator.rendering.environment import ReadingSeat, Templates, Voice
from moderator.rendering.mail import MailRenderer
from moderator.service.codes import AnswerCode, RefusalCode, Verdict
from tests.rendering.samples import Still, turn_report
from tests.support.cases import every_case

ROOT = Path(__file__).resolve().parents[2]
VOICE = Voice(Templates().text, "", ReadingSeat("Red", "UTC"))


def _write(folder: Path, name: str, source: str) -> None:
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(source, encoding="utf-8")


def test_no_phrase_begins_or_ends_with_a_blank() -> None:
    """It would be trimmed away, and the words before and after it glued together."""
    phrase = re.compile(r"{%-? trans\b(?:(?!%}).)*%}(.*?){%-? (?:endtrans|pluralize)", re.DOTALL)
    glued = [
        (path.name, found[1])
        for path in (ROOT / "templates").rglob("*.j2")
        for found in phrase.finditer(path.read_text(encoding="utf-8"))
        if found[1] != found[1].strip(" ")
    ]
    assert glued == []


def test_an_operators_words_go_before_ours(tmp_path: Path) -> None:
    """A file in the instance's templates replaces ours of its name, alone."""
    _write(tmp_path, "games/rebel-commander/sections.j2", "{% macro heading(key) %}AHOY {{ key }}{% endmacro %}")
    text = MailRenderer(Still(), tmp_path).render(turn_report()).text
    assert "AHOY CHRONICLE" in text
    assert "Thu 26 Nov 20:00 CET" in text


@pytest.mark.parametrize(
    ("source", "line"),
    [
        ("fine\n{% if %}", 2),
        ("fine\n\n{{ nobody.knows }}", 3),
        ("{{ ''.__class__.__mro__ }}", 1),
        ("a\n{{ 1 // 0 }}", 2),
    ],
)
def test_a_failing_template_of_the_operators_is_named_with_its_line(tmp_path: Path, source: str, line: int) -> None:
    """The fault says where; a renderer without the operator's templates still makes the letter."""
    _write(tmp_path, "service/turn-report.j2", source)
    with pytest.raises(TemplateFault, match=rf"turn-report\.j2, line {line}:"):
        MailRenderer(Still(), tmp_path).render(turn_report())
    assert MailRenderer(Still()).render(turn_report()).text


@pytest.mark.parametrize(
    "source",
    ["msgid x", 'msgid ""\nmsgstr "Plural-Forms: nplurals=2; plural=(n !=;\\n"\n', b'msgid "a"\nmsgstr "\xff"\n'],
)
def test_a_failing_catalogue_of_the_operators_is_named(tmp_path: Path, source: str | bytes) -> None:
    """It is looked into when a letter in its language is written."""
    (tmp_path / "service").mkdir()
    (tmp_path / "service" / "de.po").write_bytes(source if isinstance(source, bytes) else source.encode())
    letter = turn_report()
    letter = replace(letter, head=replace(letter.head, language="de"))
    with pytest.raises(TemplateFault, match=r"service/de\.po, line \d+:"):
        MailRenderer(Still(), tmp_path).render(letter)
    assert MailRenderer(Still(), tmp_path).render(turn_report()).text


def test_a_failing_page_of_the_operators_is_named(tmp_path: Path) -> None:
    """A page that does not typeset is a template fault like any other."""
    _write(tmp_path, "print/report.typ", "#nothing-of-the-kind")
    with pytest.raises(TemplateFault, match=r"print/report\.typ"):
        MailRenderer(Still(), tmp_path).render(turn_report())


def test_our_own_folder_as_the_operators_is_no_overlay() -> None:
    """The repository is an instance too: its templates are the packaged ones."""
    assert Templates(TEMPLATES).operator is None


def test_facts_without_words_are_spelled_out() -> None:
    """A game can be played before its words are written."""

    class ShipSank(Event, frozen=True, kw_only=True):
        """An event of no game."""

        seat: str
        places: tuple[str, ...]

    assert VOICE.say(ShipSank(seat="Red", places=("C4", "C5"))) == "Ship sank: seat Red, places C4 and C5"


@every_case("code", sorted(commands.COMMANDS.faults))
def test_every_problem_of_the_language_has_words(code: str) -> None:
    """Whatever is wrong with a line, its author is told in a sentence."""
    facts: dict[str, str | int | tuple[str, ...]] = {
        "syntax": "MOVE <origin> <goal>",
        "gap": "goal",
        "example": "C4",
        "expected": "TROOPS",
        "meant": "MOVE",
        "order": "MOVE C3 C4",
        "number": "4",
        "numbers": ("1", "2", "3"),
        "was": "MOVE TROOPS C3 C4",
        "limit": 500,
        "line": 3,
    }
    words = VOICE.problem(Problem(code=code, stage=Stage.UNREADABLE, fragment="xyz", facts=facts))
    assert words.endswith(".")
    assert not words.startswith(code.replace("-", " ").capitalize() + ":")


def test_every_gap_of_a_command_has_words() -> None:
    """A command whose date, seat or duration is missing is answered in a sentence, too."""
    reading = commands.COMMANDS.read("VACATION soon")
    assert reading.problem is not None
    assert "date" in VOICE.problem(reading.problem)


_DECLARED = {("answers", code.value) for code in {*AnswerCode, *RefusalCode}} | {
    ("verdicts", code.value) for code in {*Verdict} - {Verdict.HELD, Verdict.HELD_TOO_MANY, Verdict.UNPROVED_TOO_MANY}
}
_ARGUMENTS = {
    "tell_gm": "memos",
    "memo": "memos",
    "_note": "notices",
    "_notice": "notices",
}
_KEYWORDS = {
    "Notice": ("code", "notices"),
    "Memo": ("code", "memos"),
    "Due": ("why", "whys"),
}
"""Calls that name a code: as their first text in kebab case, or by a keyword; and the file of its words."""


def _calls() -> Iterator[tuple[str, ast.Call]]:
    for path in (ROOT / "moderator" / "service").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call):
                yield node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", ""), node


def _texts(node: ast.AST | None) -> tuple[str, ...]:
    """Return the constants that an argument may be: itself, or the branches of a choice."""
    if isinstance(node, ast.IfExp):
        return _texts(node.body) + _texts(node.orelse)
    return (node.value,) if isinstance(node, ast.Constant) and isinstance(node.value, str) else ()


def _service_codes() -> Iterator[tuple[str, str]]:
    """Yield (template file, code) for the codes that the service's source names."""
    for name, call in _calls():
        if name in _ARGUMENTS:
            found = (_texts(at) for at in call.args if _texts(at))
            codes = [code for code in next(found, ()) if re.fullmatch(r"[a-z]+(-[a-z]+)*", code)]
            yield from ((_ARGUMENTS[name], code) for code in codes)
        elif name in _KEYWORDS:
            keyword, file = _KEYWORDS[name]
            values = [each.value for each in call.keywords if each.arg == keyword]
            yield from ((file, code) for value in values for code in _texts(value) if code)


@every_case(("file", "code"), sorted(_DECLARED | {*_service_codes()}))
def test_every_code_of_the_service_has_words(file: str, code: str) -> None:
    """Answers, notices, memos and verdicts are worded; memos and notices have a title, too."""
    assert VOICE.macro((f"{file}.j2",), code) is not None
    if file in {"notices", "memos", "verdicts"}:
        assert VOICE.macro((f"{file[:-1]}-titles.j2",), code) is not None
