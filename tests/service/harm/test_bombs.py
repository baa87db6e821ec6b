"""Letters that are built to be heavy get the answer that is stated for them; a slow reader would hang here."""

import io
import zipfile
from collections.abc import Callable

import pytest

from moderator.core.game import Prompt
from moderator.games.registry import GAMES
from moderator.language import numbering
from moderator.language.reading.blocks import understand
from moderator.language.reading.text_lines import TextLine
from moderator.mail.headers import date_of, mailboxes, message_ids, plain
from moderator.mail.html import html_lines
from moderator.mail.letter import Bounds, Kind, ReadLetter, read_letter
from moderator.mail.plain import mark_quotes, plain_lines
from moderator.ports import Delivery
from moderator.service.inbox import intake
from moderator.service.inbox.reading_commands import read_commands
from moderator.store.statuses import LetterStatus
from tests.support.cases import every_case
from tests.support.harm import achieves_nothing, lasting, sent, settle
from tests.support.world import START, World

LIMITS = Bounds(size=2_000_000, parts=60, depth=12, lines=2_000)
"""As an instance has them by default."""

HEAD = b"From: Ann <ann@pbem.test>\nTo: moderator@pbem.test\nSubject: orders\nMessage-ID: <1@pbem.test>\n"
MIXED = b"Content-Type: multipart/mixed; boundary=b\n\n"
LANGUAGE = GAMES["rebel-commander"].language


def read(raw: bytes) -> ReadLetter:
    """Read as the moderator of pbem.test."""
    return read_letter(raw, LIMITS, own={"moderator@pbem.test"}, authserv_id="mx.pbem.test")


def nested(depth: int) -> bytes:
    """Return parts in parts in parts."""
    return b"".join(b"Content-Type: multipart/mixed; boundary=b%d\n\n--b%d\n" % (at, at) for at in range(depth))


def zipped(size: int) -> bytes:
    """Return a zip archive that swells."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("orders.txt", b"SEEK Mill\n" * (size // 10))
    return out.getvalue()


# ---- structure ---------------------------------------------------------------------------------------------

OVER: dict[str, tuple[Callable[[], bytes], str]] = {
    "10,000 parts": (lambda: HEAD + MIXED + b"--b\n\nMOVE A B\n" * 10_000 + b"--b--\n", "parts"),
    "100 empty parts": (lambda: HEAD + MIXED + b"--b\n\n" * 100 + b"--b--\n", "parts"),
    "multiparts 1,000 deep": (lambda: HEAD + nested(1_000) + b"MOVE A B\n", "parts"),
    "multiparts 13 deep": (lambda: HEAD + nested(14) + b"\nMOVE A B\n", "depth"),
    "100 MB in one line": (lambda: HEAD + b"\n" + b"x" * 100_000_000, "size"),
    "a million header lines": (lambda: HEAD + b"X-A: b\n" * 1_000_000 + b"\nMOVE A B\n", "size"),
    "a million empty lines": (lambda: HEAD + b"\n" + b"\n" * 1_000_000, "lines"),
    "a million empty lines of HTML": (lambda: HEAD + b"Content-Type: text/html\n\n" + b"<br>" * 400_000, "lines"),
    "a giant table": (
        lambda: HEAD + b"Content-Type: text/html\n\n<table>" + b"<tr><td>x</td></tr>" * 60_000,
        "lines",
    ),
    "attachments of 2,100 lines": (
        lambda: (
            HEAD + MIXED + b"--b\nContent-Disposition: attachment; filename=a.txt\n\n" + b"x\n" * 2_100 + b"--b--\n"
        ),
        "lines",
    ),
    "many attachments of many lines": (
        lambda: (
            HEAD + MIXED + (b"--b\nContent-Disposition: attachment; filename=a.txt\n\n" + b"x\n" * 500) * 5 + b"--b--\n"
        ),
        "lines",
    ),
}


@every_case(("build", "limit"), OVER.values())
def test_what_is_over_a_limit_is_not_read(build: Callable[[], bytes], limit: str) -> None:
    """The limit is named, no line is read, and who wrote is known where it stands, for the one calm answer."""
    letter = read(build())
    assert (letter.over_limit, letter.lines) == (limit, ())
    assert letter.sender is not None or limit == "size"


@pytest.mark.parametrize("build", [lambda: HEAD + b"\n" + b"x" * 100_000_000, lambda: b"x: y\n" * 2_000_000])
def test_many_megabytes_are_kept_as_a_beginning(world: World, build: Callable[[], bytes]) -> None:
    """What a transport brings is cut before anything looks at it; the rest never reaches the database."""
    raw = build()
    (number,) = world.keep([Delivery(transport="x", origin="1", arrived=START, raw=raw)])
    assert isinstance(number, int)
    (letter,) = world.letters()
    assert len(intake.raw_of(letter)) == LIMITS.size + 1
    assert len(letter.raw) < 100_000


@pytest.mark.parametrize("build", [OVER["10,000 parts"][0], lambda: b"x" * 3_000_000])
def test_a_bomb_of_a_players_gets_one_answer_and_changes_nothing(world: World, build: Callable[[], bytes]) -> None:
    """The recorded orders stays, and the answer tells the limit."""
    world.says("Ann", "SEEK Gate")
    settle(world)
    before = lasting(world)
    body = build().partition(b"Message-ID: <1@pbem.test>\n")[2] or b"\n" + build()
    world.put(HEAD.replace(b"moderator@pbem.test", world.tag("Ann").encode()) + body)
    world.read()
    assert lasting(world) == before
    (answer,) = sent(world)
    assert world.acknowledgement().verdict == "over-limit"
    assert answer.to == ("ann@pbem.test",)


@pytest.mark.parametrize("build", [OVER["10,000 parts"][0], OVER["100 MB in one line"][0]])
def test_a_bomb_of_a_strangers_is_passed_over(world: World, build: Callable[[], bytes]) -> None:
    """Nobody whom we know sent it: it lies there, unanswered."""
    achieves_nothing(world, build().replace(b"ann@pbem.test", b"eve@evil.test", 1)[:3_000_000], held=False)


@every_case(
    "body",
    [
        b"Content-Type: message/rfc822\n\n" * 1_000 + b"\nMOVE A B\n",
        b"Content-Type: message/rfc822\n\n" * 60_000,
        nested(1_000).replace(b"boundary=", b"boundary ="),
    ],
)
def test_letters_in_letters_a_thousand_deep_are_unreadable(body: bytes) -> None:
    """What cannot be parsed within reason is one fault, or over a limit, with a sender and without lines."""
    letter = read(HEAD + body)
    assert letter.over_limit in {"lines", "parts"} or letter.faults == ("unreadable",)
    assert letter.lines == ()
    assert letter.sender is not None


@every_case("depth", [1, 5, 11])
def test_forwarded_letters_are_not_looked_into(depth: int) -> None:
    """A letter within a letter is somebody else's words, however many lie in each other."""
    letter = read(HEAD + b"Content-Type: message/rfc822\n\n" * depth + b"From: bob@pbem.test\n\nMOVE A B\n")
    assert (letter.faults, letter.lines) == (("forwarded",), ())


@pytest.mark.parametrize("name", ["orders.txt.zip", "orders.docx", ""])
def test_a_zip_bomb_is_never_opened(world: World, name: str) -> None:
    """An archive is passed over as it came; its orders are none, and the letter beside it counts."""
    content = zipped(20_000_000).hex().encode()
    part = f'--b\nContent-Type: application/zip\nContent-Disposition: attachment; filename="{name}"\n\n'
    body = "--b\n\nSEEK Mill\n" + part + content.decode() + "\n--b--"
    mixed = {"Content-Type": "multipart/mixed; boundary=b"}
    assert world.says("Ann", body, headers=mixed).verdict == "filed"
    assert world.order_set("Ann") == ["SEEK Mill"]


def test_a_large_text_file_is_named_and_not_read(world: World) -> None:
    """Orders in a file of more than 100,000 characters are not read, and the answer says so."""
    body = (
        "--b\n\nSTATUS\n--b\nContent-Disposition: attachment; filename=orders.txt\n\nSEEK Mill "
        + "x" * 200_000
        + "\n--b--"
    )
    letter = world.says("Ann", body, headers={"Content-Type": "multipart/mixed; boundary=b"})
    assert letter.facts == {"faults": "attachment-size"}
    assert world.order_set("Ann") is None


# ---- heads -------------------------------------------------------------------------------------------------

HEADS = {
    "a subject of 1 MB": b"Subject: " + b"x" * 1_000_000,
    "a subject of 1 MB in encoded words": b"Subject: " + b"=?utf-8?q?xxxxxxxx?=" * 50_000,
    "a subject of 1 MB of beginnings of encoded words": b"Subject: " + b"=?utf-8?q?" * 100_000,
    "a subject of encoded words apart": b"Subject: " + b"=?utf-8?q?x?=     " * 50_000,
    "a folded field of 100,000 lines": b"References: a" + b"\n <a>" * 100_000,
    "references of 1 MB": b"References: " + b"<a@b> " * 160_000,
    "an endless message id": b"Message-ID: <" + b"a" * 1_000_000,
    "a million open ids": b"In-Reply-To: " + b"<" * 1_000_000,
    "a date of 1 MB": b"Date: " + b"1 Jan " * 160_000,
    "100,000 fields": b"X-A: b\n" * 99_999 + b"X-A: b",
    "100,000 recipients": b"To: " + b"<a@b>,\n " * 100_000 + b"c@d",
    "50,000 fields of recipients": b"To: a@b\n" * 49_999 + b"Cc: a@b",
    "a sender of 1 MB": b"Reply-To: " + b'"' + b"x" * 1_000_000,
    "brackets of comments": b"Reply-To: " + b"(" * 500_000 + b")" * 500_000,
    "backslashes": b'Reply-To: "' + b"\\" * 1_000_000,
    "semicolons and commas": b"Cc: " + b",;" * 500_000,
    "angles": b"Cc: " + b"<" * 500_000 + b">" * 500_000,
    "at signs": b"Cc: " + b"@" * 1_000_000,
    "results full of brackets": b"Authentication-Results: mx.pbem.test; dkim=pass " + b"(" * 500_000,
    "results full of blanks": b"Authentication-Results: mx.pbem.test; dkim" + b" \t" * 250_000 + b"x",
    "a seat of 1 MB": b"X-Moderator-Seat: " + b"a." * 500_000,
    "a type of 1 MB": b"Content-Type: text/" + b"x" * 1_000_000,
    "a file name of 1 MB": b'Content-Disposition: attachment; filename="' + b"." * 1_000_000 + b'"',
    "a file name in 5,000 pieces": b"Content-Disposition: a" + b"".join(b"; filename*%d=a" % n for n in range(5_000)),
}  # fmt: skip


@every_case("field", HEADS.values())
def test_a_heavy_head_is_read_to_its_end(field: bytes) -> None:
    """A field of a megabyte, or as many fields, costs the letter nothing but that field."""
    letter = read(field + b"\nFrom: Ann <ann@pbem.test>\n\nMOVE A B\n")
    assert letter.sender is not None
    assert letter.sender.address == "ann@pbem.test"
    assert letter.kind is Kind.LETTER
    assert letter.faults == ()
    assert len(letter.subject) <= 500
    assert len(letter.recipients) <= 100
    assert len(letter.references) <= 50
    assert not letter.proof.covers("ann@pbem.test")


RUNS = [
    " ", "\t", "-", "- ", "_", "=", "1", "1 ", ">", "> ", "~", "~~", "[", "[ ]", "(", ")", "((", "<", "<>", "<a", "@",
    "a@", "@a.", ",", ", ", ";", "; ", ":", ".", "...", '"', "'", "\\", "*", "#", "|", "=?", "=?a?q?", "=?a?q?x?=",
    "\u00a0", "\u200b", "\ufdfa", "e\u0301", "\uff1a", "\u5e74", "wrote ", "on ", "from: ", "to: ", "end ", "orders: ",
    "?=", "my orders ", "RE: ", "a'",
]  # fmt: skip
"""What patterns run along; each is repeated, with an end that does not fit."""


@every_case("run", RUNS)
def test_no_pattern_of_heads_and_plain_text_runs_away(run: str) -> None:
    """Fifty thousand times the same sign: addresses, subjects, ids, dates, flowed and quoted lines are read."""
    for end in ("", "x", "1", ":", "x@y.test wrote:"):
        text = run * (50_000 // len(run)) + end
        assert len(plain(text)) <= 500
        assert len(mailboxes([text[:2_000], f'"{text[:2_000]}" <ann@pbem.test>'])) <= 100
        assert len(message_ids(f"<{text}>")) <= 50
        assert date_of(text) is None
        for flowed in (False, True):
            lines = mark_quotes(plain_lines(f"{text}\n{text}\n{end}\nMOVE A B", flowed=flowed))
            assert any("MOVE A B" in line.text for line in lines)


@every_case("run", RUNS)
def test_no_pattern_of_html_runs_away(run: str) -> None:
    """The same in the text, in attributes, in styles and in tags of HTML: the order above it is read."""
    text = run * (20_000 // len(run))
    lists = f"<ol start='{text}'><li value='{text}'>{text}</ol>"
    source = f"<div>MOVE A B</div><p style='display:{text}' class='{text}'>{text}</p><{text}>{lists}"
    assert html_lines(source)[0].text == "MOVE A B"


HTML = {
    "divisions 60,000 deep": "<div>" * 60_000,
    "quotes 60,000 deep": "<blockquote>" * 60_000,
    "lists 40,000 deep": "<ul><li>" * 40_000,
    "tables 20,000 deep": "<table><tr><td>" * 20_000,
    "marks never closed": "<b><i><u><font color=red><a href=x><s><code>" * 10_000 + "<p>x" * 1_000,
    "spans and paragraphs": "".join(f"<span class=c{n}><acronym><p>" for n in range(5_000)),
    "entities": "&amp;" * 200_000,
    "numbers of characters": "&#x1F600;" * 100_000,
    "entities without end": "&" * 300_000 + "&#" * 100_000,
    "numbers out of range": "&#xD800;&#0;&#x110000;&#99999999999999;" * 5_000,
    "angles": "<" * 300_000,
    "open tags": "<a " * 100_000,
    "open attributes": "<div " + "a " * 200_000,
    "open comments": "<!--" * 100_000,
    "closing tags": "</div>" * 100_000,
    "scripts": "<script>" * 50_000,
    "breaks": "<br>" * 100_000,
    "cells": "<table><tr>" + "<td>x" * 50_000,
    "nulls": "\0" * 500_000,
    "styles of blanks": f"<p style='white-space{' ' * 300_000}:pre'>x</p>",
    "one attribute of 1 MB": f"<p class='{'x ' * 500_000}'>x</p>",
}


@every_case("source", HTML.values())
def test_heavy_html_costs_no_order_above_it(source: str) -> None:
    """Nesting, floods and open ends are cut off; what stands before them is read."""
    lines = html_lines(f"<div>MOVE A B</div>{source}")
    assert lines[0].text == "MOVE A B"
    assert len(lines) <= 100_001


# ---- the language ------------------------------------------------------------------------------------------


@every_case("run", [run for run in RUNS if run.strip()])
def test_no_pattern_of_the_language_runs_away(run: str) -> None:
    """Lines of five hundred times the same sign are no orders, and an order among them is one."""
    lines = [(run * 500)[:490], (run * 500)[:480] + " x:", f"1. {(run * 500)[:480]}", "MOVE TROOPS C3 C4"]
    understood = understand([TextLine(at, text) for at, text in enumerate(lines, 1)], LANGUAGE)
    assert understood.ended or {LANGUAGE.line(entry.order) for entry in understood.entries} == {"MOVE TROOPS C3 C4"}
    assert read_commands([TextLine(1, (run * 1000)[:1000]), TextLine(2, f"SET ZONE {run * 300}")]) is not None


@every_case(
    "verb", ["MOVE ", "MOVE 1 TROOPS C3 C4 ", "BUILD ", "PRESS TO ", "SET ", "VACATION 1. ", "HELP ", "C3 ", "ATTACK; "]
)
def test_lines_full_of_verbs_are_problems_at_most(verb: str) -> None:
    """A line of nothing but verbs, places or commands is complained about, not obeyed, and the next one is read."""
    lines = [(verb * 500)[:495], "MOVE TROOPS C3 C4"] * 20
    understood = understand([TextLine(at, text) for at, text in enumerate(lines, 1)], LANGUAGE)
    assert {LANGUAGE.line(entry.order) for entry in understood.entries} <= {"MOVE TROOPS C3 C4"}


def test_two_thousand_orders_of_one_player_are_an_order_set_of_what_the_game_asks() -> None:
    """However many lines say it, 500 are read, and as many orders are recorded as there are numbers on the form."""
    lines = [TextLine(at, "MOVE TROOPS C3 C4") for at in range(1, 2_001)]
    understood = understand(lines, LANGUAGE)
    orders, problems, _ = numbering.number(understood.entries, Prompt(phase="", turn=1, numbers=("1", "2", "3")))
    assert len(orders) == 3
    assert (len(problems), understood.ended) == (497, "limit")


def test_a_thousand_problems_are_one_letter(world: World) -> None:
    """A letter of nothing but nonsense is answered once, with words for the first sixty lines, and says that so."""
    world.says("Ann", "\n".join(f"SEEK Mil{number}" for number in range(300)))
    (answer,) = sent(world)
    assert answer.to == ("ann@pbem.test",)
    assert len(world.acknowledgement().said) == 60
    assert world.acknowledgement().facts == {"faults": "unending"}
    assert world.order_set("Ann") is None


def test_a_bomb_does_not_stop_the_letter_behind_it(world: World) -> None:
    """The desk goes on: what came after the bombs is filed in the same round."""
    for name in ("10,000 parts", "multiparts 1,000 deep", "attachments of 2,100 lines"):
        world.put(OVER[name][0]())
    world.put(HEAD + b"Content-Type: message/rfc822\n\n" * 5_000)
    world.put(world.raw("SEEK Mill", to=world.tag("Ann")))
    statuses = {done.status for done in world.read()}
    assert LetterStatus.SHUNTED not in statuses
    assert world.order_set("Ann") == ["SEEK Mill"]


@every_case(
    "raw",
    [
        b"".join(b"To: " + b"a" * 19_900 + b"\n" for _ in range(90)) + b"\nMOVE A B\n",
        b'Content-Type: text/plain; x="' + b";" * 1_500_000 + b"\n\nMOVE A B\n",
        b"X-A: \xe4\xff\x81\n" * 100_000 + b"\nMOVE A B\n",
        b"\n-----BEGIN PGP SIGNED MESSAGE-----\n" + b"x\x0b" * 900_000,
        b"Content-Type: text/html\n\n<div " + b"a=1 " * 400_000 + b">MOVE A B</div>",
        b'Content-Type: text/html\n\n<div style="' + b"text-decoration:" * 100_000 + b'">MOVE A B</div>',
        b"X-A: y" + b"\r" * 5_000 + b"\nX-B: z\r\n\r\nMOVE A B\n",
        b"Authentication-Results: mx.pbem.test; " + b"!x; dkim=pass header.d=" * 80_000 + b"\n\nMOVE A B\n",
    ],
)
def test_what_once_took_minutes_takes_a_moment(raw: bytes) -> None:
    """Each of these grew with the square of its size, for anybody who knew our address; none may hang again."""
    assert read(b"From: eve@evil.test\n" + raw).kind is Kind.LETTER
    report = b"From: mailer-daemon@x.test\nContent-Type: multipart/report; report-type=delivery-status; boundary=b\n\n"
    report += b"--b\nContent-Type: message/delivery-status\n\nA: b\n\nAction: failed\nFinal-Recipient: rfc822; "
    assert read(report + b"a@" * 100_000 + b"\n\n--b--\n" + raw[:100_000]).kind is Kind.BOUNCE
