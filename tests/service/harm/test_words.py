"""Words that mean harm stay words: no header, no markup, no template, no path is made of what a letter says."""

import asyncio
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from selectolax.lexbor import LexborHTMLParser

from moderator.app.files import write_archive
from moderator.mail.letter import read_letter
from moderator.service.context import Limits
from moderator.store.session import Store
from moderator.store.statuses import LetterStatus
from moderator.store.tables import Player
from moderator.transport.folder import FolderOutbound
from tests.support.cases import every_case
from tests.support.harm import ON_FILE, RENDERER, Out, heard, lasting, sent
from tests.support.world import World

EVE = "eve@evil.test"


# ---- headers -----------------------------------------------------------------------------------------------

INJECTIONS = {
    "carriage return and line feed": "x\r\nBcc: eve@evil.test",
    "folded": "x\r\n Bcc: eve@evil.test\r\n\tTo: eve@evil.test",
    "carriage return alone": "x\rBcc: eve@evil.test",
    "encoded in quoted-printable": "=?utf-8?q?x=0D=0ABcc:_eve@evil.test?=",
    "encoded in base64": "=?utf-8?b?eA0KQmNjOiBldmVAZXZpbC50ZXN0?=",
    "line separator": "x\u2028Bcc: eve@evil.test",
    "paragraph separator": "x\u2029Bcc: eve@evil.test",
    "next line": "x\u0085Bcc: eve@evil.test",
    "vertical tab and form feed": "x\x0bBcc: eve@evil.test\x0cBcc: eve@evil.test",
    "null": "x\0\r\nBcc: eve@evil.test",
    "file separators": "x\x1cBcc: eve@evil.test\x1d\x1e\x1f",
    "an end of the head": "x\r\n\r\n--boundary\r\nContent-Type: text/html\r\n\r\n<b>",
    "a comma and an address": "Bob, eve@evil.test, <eve@evil.test>",
}


def everywhere(world: World, text: str) -> list[bytes]:
    """Return letters that say a text in every place that reaches a letter out: to oneself, to others, to the GM."""
    line = " ".join(text.split())
    commands = ("HELP", "SET ZONE", "SET LANGUAGE", "SET PAPER", "JOIN", "EXTEND", "VACATION 1 Jan", "CLEAR", "RESEND")
    orders = [f"SEEK {text}", f"FLEE {line}", text, f"1. SEEK Mill; {line}", "SEEK Alley"]
    press = [f"PRESS TO {line}: hello", f"PRESS TO Bob, GM\n{text}\nEND"]
    body = "\n".join([*orders, *(f"{command} {line}" for command in commands), *press])
    tag, named, given = world.tag("Ann"), f'"{text}"', "x" if "=?" in text else text
    thread = {"In-Reply-To": f"<{text}@x.test>", "References": text}
    ids = {"Message-ID": f"<{given}@x.test>", "X-Moderator-Seat": text}
    return [
        world.raw(body, headers=thread, to=tag),
        world.raw(f"SEEK Alley\n{text}", f"{named} <ann@pbem.test>", to=tag, subject=text, headers=ids),
        world.raw("SEEK Gate", f"{named} <eve@evil.test>", to=tag, subject=text),
        world.raw(f"JOIN {line}\nSTANDBY", f"=?utf-8?q?{text}?= <eve@evil.test>", subject=text),
    ]


@pytest.mark.parametrize("text", INJECTIONS.values(), ids=INJECTIONS.keys())
def test_no_letter_gets_a_field_or_a_reader_by_what_is_said(world: World, text: str) -> None:
    """Line ends of every kind, plain and encoded, in every field and line, end up in no head and no envelope."""
    letters = heard(world, everywhere(world, text))
    assert [letter.traceback for letter in letters] == [""] * len(letters)
    out = sent(world)
    assert {letter.to[0] for letter in out} == {"ann@pbem.test", "bob@pbem.test", "gm@pbem.test"}
    for letter in out:
        assert all(
            "eve" not in str(letter.message[name]) for name in ("From", "To", "Reply-To", "List-Id", "Feedback-ID")
        )


@pytest.mark.parametrize(
    "told",
    [
        "<a b@x.test>", "<a\r\n b@x.test>", "<\u2028@x.test>", "<a@x.test> <b@x.test>\r\n <c@x.test>", "a@x.test",
        "<>", "<a@x.test", f"<{'a' * 5000}@x.test>", "<ä@x.test>", "<\0@x.test>",
    ],
)  # fmt: skip
def test_a_message_id_of_any_shape_is_answered_or_left_out(world: World, told: str) -> None:
    """What may not stand in a header of ours is not named there; the letter is answered all the same."""
    assert world.says("Ann", "SEEK Mill", headers={"Message-ID": told, "References": told}).verdict == "filed"
    (answer,) = sent(world)
    assert all(each.isascii() and each.isprintable() for each in str(answer.message["References"]).split())


# ---- markup ------------------------------------------------------------------------------------------------

MARKUP = {
    "script": "<script>alert(1)</script>",
    "picture": '<img src=x onerror="alert(1)">',
    "link": '<a href="javascript:alert(1)">win</a>',
    "frame": '<iframe src="https://evil.test"></iframe><object data=x></object>',
    "form": '<form action="https://evil.test"><input name=tag></form>',
    "style": "</style><style>.card{display:none}</style>",
    "closing": '"></div></td></table></body></html><h1>Orders cancelled</h1>',
    "attribute": "' onmouseover='alert(1)",
    "comment": "<!-- hide the rest",
    "entity": "&lt;b&gt; &amp;lt;script&amp;gt; &#60;script&#62;",
    "vector": "<svg/onload=alert(1)>",
    "tracker": '<img src="https://evil.test/pixel.png">',
    "template element": "<template><script>alert(1)</script></template>",
    "data": "<![CDATA[<script>alert(1)</script>]]>",
}
_PLAIN_ELEMENTS = frozenset(
    {
        *("html", "head", "meta", "title", "style", "body", "div", "table", "tbody", "tr", "td"),
        *("p", "h1", "h2", "span", "br", "strong", "ul", "li", "a", "img", "pre"),
    }
)


def assert_harmless(letter: Out) -> None:
    """Fail if the HTML of a letter has an element, an attribute or a link that our templates do not write."""
    tree = LexborHTMLParser(letter.html)
    for node in tree.css("*"):
        assert node.tag in _PLAIN_ELEMENTS, node.html
        assert not any(name.startswith("on") for name in node.attributes), node.html
        for name in ("href", "src"):
            assert (node.attributes.get(name) or "mailto:").startswith(("mailto:", "cid:")), node.html
    assert len(tree.css("h1")) == len(tree.css("body")) == len(tree.css("title")) == 1
    assert "</html>" in letter.html
    assert tree.css_first(".foot") is not None, "something in the letter hides its end"


@pytest.mark.parametrize("text", MARKUP.values(), ids=MARKUP.keys())
def test_markup_is_shown_and_not_obeyed(world: World, text: str) -> None:
    """What looks like HTML in press, names and orders is text in the HTML part, and the same text in the other."""
    letters = heard(world, everywhere(world, text))
    assert [letter.traceback for letter in letters] == [""] * len(letters)
    out = sent(world)
    for letter in out:
        assert_harmless(letter)
    press = [letter for letter in out if letter.to == ("bob@pbem.test",)]
    assert press
    for letter in press:
        body = LexborHTMLParser(letter.html).css_first(".quote")
        assert body is not None
        assert text.split(maxsplit=1)[0] in body.text()
        assert text.split(maxsplit=1)[0] in letter.text


def test_markup_in_html_letters_reaches_nobody(world: World) -> None:
    """A letter that is HTML itself hands on its words, never its elements, hidden ones not at all."""
    source = (
        "<div>PRESS TO Bob</div><div>&lt;script&gt;alert(1)&lt;/script&gt; <b onclick=x>bold</b></div>"
        "<div style='display:none'>hidden</div><script>secret()</script><div>END</div><div>SEEK Mill</div>"
    )
    world.says("Ann", source, headers={"Content-Type": "text/html; charset=utf-8"})
    assert world.order_set("Ann") == ["SEEK Mill"]
    for letter in sent(world):
        assert_harmless(letter)
        if letter.to == ("bob@pbem.test",):
            assert "<script>alert(1)</script> bold" in letter.text
            assert "hidden" not in letter.text
            assert "secret" not in letter.text


# ---- templates ---------------------------------------------------------------------------------------------

TEMPLATES = {
    "expression": "{{7*191}}",
    "expression with blanks": "{{ 7 * 191 }}",
    "statement": "{%print(7*191)%}",
    "include": "{%include'service/memo.j2'%}",
    "import": "{%import'service/common.j2'as_x%}",
    "comment": "{#hidden#}",
    "line statement": "#print(7*191)",
    "attribute": "{0.__class__}{letter.__class__.__mro__}",
    "sandbox": "{{cycler.__init__.__globals__}}",
    "config": "{{letter.form.reply_to}}{{voice}}{{head.address}}",
    "shell": "$(id)`id`${7*191}$HOME",
    "percent": "%s%d%(seat)s%n%%",
    "translation": "%(at)s%(sender)s",
    "typst": '#eval("7*191")#read("/etc/passwd")',
    "typst markup": "*bold*_under_$7*191$@ref<label>",
    "unclosed": "{{{%{#",
    "mail merge": "<<7*191>>[[7*191]]",
}
_EVALUATED = ("1337", "cycler object", "<class", "uid=", "root:", "/root", "MailRenderer", "Voice(")


@pytest.mark.parametrize("text", TEMPLATES.values(), ids=TEMPLATES.keys())
def test_template_language_is_never_spoken_by_players(world: World, text: str) -> None:
    """In every place that a player can fill, what a template would do is only quoted, and letter for letter."""
    letters = heard(world, everywhere(world, text))
    assert [letter.traceback for letter in letters] == [""] * len(letters)
    out = sent(world)
    shown = "\n".join(f"{letter.message['Subject']}\n{letter.text}\n{letter.html}" for letter in out)
    assert [mark for mark in _EVALUATED if mark in shown] == []
    press = [letter for letter in out if letter.to == ("bob@pbem.test",)]
    assert press
    assert all(text in letter.text for letter in press)
    transcripts = [letter for letter in out if letter.to == ("ann@pbem.test",)]
    assert any(text in letter.text for letter in transcripts)
    assert {letter.to[0] for letter in out} <= ON_FILE


def test_a_name_with_a_template_reaches_the_gm_as_it_is(world: World) -> None:
    """A stranger's display name and wish are shown to the GM letter for letter, in subject, text and HTML."""
    heard(world, world.raw("JOIN {{7*191}}", '"{{7*191}} {%print(1)%} <b>x</b>" <zoe@real.test>'))
    world.move(hours=5)
    (memo,) = sent(world)
    assert memo.to == ("gm@pbem.test",)
    assert "{{7*191}} {%print(1)%} <b>x</b>" in str(memo.message["Subject"])
    assert "{{7*191}} {%print(1)%} <b>x</b>" in memo.text.replace("\n", " ")
    assert_harmless(memo)


@every_case("value", [*TEMPLATES.values(), "../../etc/passwd", "/etc/localtime", "x" * 300, "\u202eUTC", "UTC\0"])
@every_case("name", ["ZONE", "PAPER", "LANGUAGE", "__class__"])
def test_a_preference_takes_no_value_that_is_not_listed(
    store_player: Callable[[str], object], name: str, value: str
) -> None:
    """SET with anything but a listed value leaves the player as before."""
    before = store_player("")
    assert store_player(f"SET {name} {value}") == before


@pytest.fixture(scope="module")
def store_player(migrated: Path, tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], object]:
    """Give what Ann's row is after she wrote something; one world for all of it, since nothing may change."""
    path = tmp_path_factory.mktemp("preferences") / "moderator.sqlite"
    shutil.copy(migrated, path)
    world = World(Store(f"sqlite:///{path}"))
    world.settings(limits=Limits(letters_per_hour=10_000))
    world.match()

    def said(text: str) -> object:
        if text:
            world.says("Ann", text)
        with world.store.read() as session:
            return session.get_one(Player, world.assignment("Ann").player).model_dump()

    return said


# ---- paths -------------------------------------------------------------------------------------------------

PATHS = [
    "../../etc/passwd", "/etc/passwd", "..\\..\\windows\\win.ini", "C:\\boot.ini", "\\\\evil.test\\share", "CON", "nul",
    "a\0b", "orders.txt\0.exe", "x" * 5000, "../" * 500, "~/.ssh/id_rsa", "file:///etc/passwd", "..", "-rf", "$(id)",
    "%2e%2e%2f", "state/secret.key", "a\r\nb", "\u202etxt.exe",
]  # fmt: skip


def tree(folder: Path) -> set[str]:
    """Return every file and folder below a folder."""
    return {str(path.relative_to(folder)) for path in folder.rglob("*")}


@pytest.mark.parametrize("path", PATHS, ids=[repr(path)[:20] for path in PATHS])
def test_no_name_in_a_letter_becomes_a_path(world: World, tmp_path: Path, path: str) -> None:
    """Names of attachments, matches and seats write nothing; what is written has our own names, in its own place."""
    name = path.replace("\\", "\\\\").replace('"', "")
    kind = f'Content-Type: text/plain; name="{name}"\nContent-Disposition: attachment; filename="{name}"'
    part = f"--b\n{kind}\n\nSEEK Gate\n"
    parts = f"--b\nContent-Type: text/plain\n\nSEEK Mill\nJOIN {path}\nPRESS TO {path}: x\n{part}--b--"
    mixed = {"Content-Type": 'multipart/mixed; boundary="b"', "X-Moderator-Seat": path}
    root = tmp_path / "instance"
    root.mkdir()
    world.put(world.raw(parts, to=world.tag("Ann"), subject=f"[{path} Ann #1]", headers=mixed))
    world.put(world.raw("SEEK Gate", EVE, to=f"moderator+{path}.ann.aaaaaaaaaaaaaaaa@pbem.test", headers=mixed))
    before = tree(tmp_path)
    for done in world.read():
        if done.archive:
            write_archive(root, done.archive)
    asyncio.run(world.pump(RENDERER, FolderOutbound(root / "state" / "outbox")))
    new = sorted(tree(tmp_path) - before)
    assert all(each.startswith("instance/") for each in new)
    files = [each for each in new if (tmp_path / each).is_file()]
    assert files[0] == "instance/orders/archive/hoth/001/ann.txt"
    assert len(files) == 1 + len([row for row in world.rows() if row.sent and row.kind != "welcome"])
    assert all(each.startswith("instance/state/outbox/2026") and each.endswith(".eml") for each in files[1:])


@every_case(
    ("name", "kind", "read"),
    [
        ("orders.txt", "text/plain", True),
        ("ORDERS.TXT", "application/octet-stream", True),
        ("../../orders.txt", "text/plain", True),
        ("orders.exe", "text/plain", False),
        ("orders.txt.zip", "text/plain", False),
        ("orders.html", "text/html", False),
        ("orders.txt", "text/html", False),
        ("orders.txt", "application/zip", False),
        ("orders.txt", "application/x-sh", False),
        ("orders.txt", "image/svg+xml", False),
        ("orders.docx", "application/octet-stream", False),
        ("", "application/octet-stream", False),
        (".bashrc", "text/plain", False),
    ],
)
def test_only_text_files_of_text_are_read(name: str, kind: str, *, read: bool) -> None:
    """An attachment counts if name and type say text; no other is so much as looked into."""
    raw = (
        "From: ann@pbem.test\nTo: moderator@pbem.test\nContent-Type: multipart/mixed; boundary=b\n\n"
        "--b\nContent-Type: text/plain\n\nHello\n"
        f'--b\nContent-Type: {kind}\nContent-Disposition: attachment; filename="{name}"\n\nSEEK Gate\n--b--\n'
    )
    letter = read_letter(raw.encode())
    assert any(line.text == "SEEK Gate" for line in letter.lines) is read


# ---- control characters ------------------------------------------------------------------------------------

CONTROLS = {
    "null to bell": [*map(chr, range(8))],
    "backspace to unit separator": ["\x08", *map(chr, range(14, 32)), "\x7f", "\x80", "\x9b"],
    "marks that nobody sees": ["\u200b", "\u202e", "\u2066", "\ufeff", "\u00ad"],
}


@pytest.mark.parametrize("marks", CONTROLS.values(), ids=CONTROLS.keys())
def test_control_characters_harm_nothing(world: World, marks: list[str]) -> None:
    """Bells, escapes, nulls and marks that turn the writing round, anywhere: no fault, no trace of them in letters."""
    world.settings(limits=Limits(letters_per_hour=1_000))
    texts = [f"a{'b'.join(marks[at : at + 6])}c" for at in range(0, len(marks), 6)]
    for number, text in enumerate(texts):
        tag, press = world.tag("Ann"), f"SEEK {text}\nSEEK Mill\nPRESS TO Bob: {text}\nSET ZONE {text}"
        named = {text: text, "References": f"<{text}@x>"}
        heard(
            world,
            [
                world.raw(press, to=tag, subject=text),
                world.raw("STATUS", f"{text} <ann@pbem.test>", to=tag, headers=named),
                world.raw(f"JOIN {text}", f"{text} <eve{number}@evil.test>", headers={"In-Reply-To": f"<{text}@x>"}),
            ],
        )
    done, asked, ignored = LetterStatus.DONE, LetterStatus.DONE, LetterStatus.IGNORED
    assert [letter.status for letter in world.letters()] == [done, asked, ignored] * len(texts)
    assert world.order_set("Ann") == ["SEEK Mill"]
    shown = "".join(letter.text + str(letter.message["Subject"]) for letter in sent(world))
    assert not [character for character in shown if ord(character) < 32 and character not in "\r\n"]


def test_escape_sequences_do_not_reach_a_terminal(world: World) -> None:
    """What a letter colours or clears on a terminal is not in what the operator reads of it."""
    before = lasting(world)
    letter = heard(world, world.raw("\x1b[2JSEEK Mill\x1b]0;owned\x07", "\x1b[31mEve <eve@evil.test>"))[-1]
    assert "\x1b" not in letter.sender + letter.verdict
    assert lasting(world) == before
