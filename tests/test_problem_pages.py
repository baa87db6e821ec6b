"""The page of problems: every code has one section, and each example is answered with the words below it."""

import dataclasses
import re
import textwrap
import tomllib
from collections.abc import Callable
from datetime import datetime, timedelta
from functools import cache, cached_property
from pathlib import Path
from typing import Any

import pytest
from jinja2 import Environment
from msgspec.structs import replace
from sqlmodel import select

from moderator.config import ConfigError, load
from moderator.core.errors import Problem
from moderator.games.rebel_commander import GAME
from moderator.games.registry import GAMES
from moderator.language.faults import LanguageFault
from moderator.language.grammar.forms import Gap, expand
from moderator.language.reading.commands import COMMANDS, Join
from moderator.mail.letter import Bounds, Kind
from moderator.ports import Delivery
from moderator.posts.post import Account, Post, PostedLetter, encode
from moderator.rendering.environment import ReadingSeat, Templates, Voice
from moderator.rendering.mail import MailRenderer
from moderator.service.codes import AnswerCode, OrderSetFault, RefusalCode, Verdict
from moderator.service.commands import joining
from moderator.service.context import OverridePlan, SeatPlan
from moderator.service.facts import Acknowledgement
from moderator.service.inbox.identify import SenderStatus
from moderator.service.letter_parts import Answer
from moderator.service.overrides import apply as overrides
from moderator.service.overrides.decisions import OverrideError
from moderator.service.recruiting import invitations, members, open_matches, opening
from moderator.service.recruiting.members import Visitor
from moderator.store import tables
from moderator.store.recruiting import Standby
from moderator.store.session import Store
from moderator.store.watchers import Watcher
from tests.support.cases import every_case
from tests.support.pages import buck_page, genocide_page, rayguns_page, revised_page
from tests.support.recruits import look, opens
from tests.support.world import SAY, START, World

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "problems.md"
PAGES = (genocide_page, buck_page, revised_page, rayguns_page)
_HEADING = re.compile(r"^### `([a-z-]+)`: \S.*$", re.MULTILINE)
_SECTION = re.compile(r"^### `([a-z-]+)`: \S.*\n((?:(?!##).*\n)+)", re.MULTILINE)
_EXAMPLE = re.compile(r"^```(\w+)\n((?:(?!```).*\n)+)```\n\n((?:>.*\n)+)", re.MULTILINE)
_HEADERS = re.compile(r"(?:[A-Z][a-z]+(?:-[A-Z][a-z]+)*: .+\n)+")
_MACRO = re.compile(r"\{%-?\s*macro ([a-z]\w*)\(")

NO_VERDICTS = {SenderStatus.PROVED, SenderStatus.UNSURE, SenderStatus.AMBIGUOUS, SenderStatus.SEATLESS}
"""Statuses of senders that lead to another verdict: ``held``, ``which-seat``, ``no-seat``."""
LANGUAGES: tuple[Any, ...] = (
    COMMANDS,
    *(game.language for game in GAMES.values()),
    *(game.gm for game in GAMES.values()),
)
STRANGE = ("x?x", "K9", "99999")
"""Words that mean nothing, for gaps of any kind."""


# ---- all codes ---------------------------------------------------------------------------------------------------


def worded() -> set[str]:
    """Return the codes that templates have words for; ``missing`` and ``bad`` speak for many."""
    files = [ROOT / "templates" / "games" / key / "problems.j2" for key in GAMES]
    names = ("problems", "verdicts", "answers", "letter-faults")
    files += [ROOT / "templates" / "service" / f"{name}.j2" for name in names]
    found = {name.replace("_", "-") for file in files for name in _MACRO.findall(file.read_text(encoding="utf-8"))}
    return found - {"missing", "bad"}


@cache
def read_wrongly(language: Any) -> frozenset[str]:  # noqa: ANN401 - a language, with its forms
    """Return the codes for every form of a language, cut short and with a strange word at each position."""
    lines = set[str]()
    flats = [flat for syntaxes in language._syntaxes.values() for syntax in syntaxes for flat in expand(syntax)]
    for flat in flats:
        words = [part.slot.example(at % 2) if isinstance(part, Gap) else part for at, part in enumerate(flat)]
        for at in range(len(words)):
            strange = [*words[:at], STRANGE[at % len(STRANGE)], *words[at + 1 :]]
            lines |= {" ".join(words[:at]), " ".join(strange)}
    problems = (language.read(line, hints=False).problem for line in lines if line)
    return frozenset(problem.code for problem in problems if problem)


@cache
def codes() -> set[str]:
    """Return every code that the answer to a letter or to a GM's line can have."""
    found = (
        worded()
        | {*LanguageFault, *OrderSetFault, *AnswerCode, *RefusalCode, *Verdict}
        | {*Kind} - {Kind.LETTER}
        | {*SenderStatus} - NO_VERDICTS
    )
    found |= {*Bounds.__struct_fields__, "letters"}
    found |= {fault for game in GAMES.values() for fault in game.faults}
    for language in LANGUAGES:
        found |= read_wrongly(language)
    return {str(code) for code in found}


# ---- how an example is tried -------------------------------------------------------------------------------------

FORCES = {
    "Red": {
        "A0": {"troops": 1},
        "B1": {"troops": 1},
        "C3": {"troops": 3, "speeders": 1, "transports": 1},
        "E3": {"speeders": 2},
        "G5": {"troops": 1, "transports": 1},
    },
    "Blue": {"C2": {"troops": 2}},
    "Empire": {"B1": {"troops": 1}, "D6": {"troops": 4}},
}
"""The position in the page's introduction."""
SEATS = (
    SeatPlan(seat="Red", player="Rosa", addresses=("red@pbem.test",)),
    SeatPlan(seat="Blue", player="Ben", addresses=("blue@pbem.test",)),
    SeatPlan(seat="Empire", bot="random"),
)
SMALL = {"not-here", "off-board"}
"""Codes of the skirmish."""
CONFIG = """\
[moderator]
name = "Battle Moderator"
address = "moderator@pbem.test"
gm = "gm@pbem.test"

[imap]
host = "127.0.0.1"
user = "moderator"
password = "${PASSWORD}"

[smtp]
host = "127.0.0.1"

"""


def write(world: World, text: str, *, seat: str = "Red", arrived: datetime | None = None, **more: Any) -> str:  # noqa: ANN401 - of ``raw``
    """Send a player's letter to the seat's reply address, or ``to``, and read it; return its verdict.

    With ``thread`` it comes as a post in that thread of a forum.
    """
    if "thread" in more:
        world.keep([posted(world, more["thread"], text)])
        return next((done.verdict for done in world.read()), "")
    match = "mill" if seat in ("Ann", "Bob") else "hoth"
    fields = {"sender": f"{seat.lower()}@pbem.test", "to": more.pop("to", "") or world.tag(seat, match), **more}
    world.put(world.raw(text, **fields), arrived=arrived)
    return next((done.verdict for done in world.read()), "")


def posted(world: World, thread: str, text: str) -> Delivery:
    """Return a post of Red's player, as a forum delivers it."""
    now, author, private = world.clock.now(), Account("2", "Rosa"), thread == "private"
    post = Post(
        id="1", thread=thread, private=private, author=author, text=text, revision="0", created=now, changed=now
    )
    return Delivery(transport="forum:main", origin="1", arrived=now, raw=encode(PostedLetter("main", post)))


def _in_public(world: World) -> dict[str, Any]:
    """Give Red's player an account in a forum, and the match a chronicle there."""
    assignment = world.assignment("Red")
    with world.store.write() as session:
        session.add(tables.Account(player=assignment.player or 0, forum="main", name="Rosa", number="2"))
        session.add(tables.Thread(match=assignment.match, seat="", forum="main", thread="t1"))
    return {"thread": "t1"}


def _in_public_behind_a_mask(world: World) -> dict[str, Any]:
    """Give Red's player an account in a forum, and the match a chronicle there and masks."""
    thread = _in_public(world)
    with world.store.write() as session:
        match = session.merge(world.the_match())
        match.settings = replace(match.settings, masks=True)
    return thread


def _by_forum_alone(world: World) -> dict[str, Any]:
    """Let Red's player have an account in a forum and a thread there, and no mail address."""
    assignment = world.assignment("Red")
    world.settings(forums={"main": "https://forum.example.org"})
    with world.store.write() as session:
        for entry in session.exec(select(tables.Address).where(tables.Address.player == assignment.player)):
            session.delete(entry)
        session.add(tables.Account(player=assignment.player or 0, forum="main", name="Rosa", number="2"))
        player, match = assignment.player, assignment.match
        session.add(tables.Thread(match=match, seat="Red", player=player, forum="main", thread="private"))
    return {"thread": "private"}


def _others_play(world: World, *names: str) -> None:
    """Let others play matches that everybody may watch, of a series."""
    seats = [replace(seat, player=f"{seat.player} II", addresses=()) for seat in SEATS[:2]]
    seats = [replace(seat, addresses=(f"{seat.seat.lower()}@else.test",)) for seat in seats]
    for name in names or ("endor",):
        world.match(name, "rebel-commander", [*seats, SEATS[2]], start=FORCES)
    with world.store.write() as session:
        for match in session.exec(select(tables.Match).where(tables.Match.name != "hoth")):
            match.settings = replace(match.settings, shown="public", series="spring")


def _watches(world: World, *names: str) -> None:
    _others_play(world, *names)
    write(world, "\n".join(f"WATCH {name}" for name in names[:10] or ("endor",)))


def _is_watched_by_many(world: World) -> None:
    _others_play(world)
    with world.store.write() as session:
        match, made = world.the_match("endor").id, world.ctx.now()
        crowd = (Watcher(match=match, address=f"{number}@crowd.test", made=made) for number in range(200))
        session.add_all(crowd)


def _has_ended(world: World) -> None:
    _others_play(world)
    overrides.apply(world.store, world.ctx, OverridePlan(name="END", match="endor", lines=("END",)))


def override(world: World, *lines: str) -> None:
    """Carry out lines of the GM."""
    overrides.apply(world.store, world.ctx, OverridePlan(name=lines[0], match="hoth", lines=lines))


def _recorded(world: World) -> None:
    write(world, "1. ATTACK B1")


def _changed(world: World) -> None:
    write(world, "1. ATTACK B1")
    world.move(minutes=1)
    write(world, "1. PASS")


def _later_orders(world: World) -> None:
    write(world, "ATTACK B1")


def _next_turn(world: World) -> None:
    world.move(hours=49)
    world.look()


def _late(world: World) -> None:
    world.move(hours=49)


def _beaten(world: World) -> None:
    counts = [
        f"REMOVE {count} {unit} {place} FOR Red"
        for place, units in FORCES["Red"].items()
        for unit, count in units.items()
    ]
    override(world, *counts)


def _older(world: World) -> dict[str, Any]:
    world.move(hours=2)
    _later_orders(world)
    return {"arrived": START + timedelta(hours=1)}


def _older_than_a_number(world: World) -> dict[str, Any]:
    world.move(hours=2)
    write(world, "1. ATTACK B1")
    return {"arrived": START + timedelta(hours=1)}


def _asked(world: World, text: str, after: str = "") -> dict[str, Any]:
    """Return the header of a reply to the answer to a letter, after which perhaps another one came."""
    write(world, text)
    reply = world.rows("acknowledgement")[-1].message_id
    if after:
        write(world, after)
    return {"headers": {"In-Reply-To": reply}}


def _vote(world: World, word: str) -> None:
    write(world, word, seat="Blue")


def _asked_to_go_back(world: World) -> None:
    _next_turn(world)
    world.settings(gm="blue@pbem.test")
    override(world, "ROLLBACK 1")


def _hold(world: World, count: int) -> None:
    for _ in range(count):
        write(world, "ATTACK B1", sender="red@holiday.test")


def _address(world: World, *texts: str) -> None:
    for text in texts:
        write(world, text)


def _confirmed_address(world: World, *confirmed: str) -> dict[str, Any]:
    """Ask for a change of address; return the header of a reply to the old one's question, with others answered."""
    _address(world, "SET ADDRESS rosa@holiday.test")
    asked = {row.to: row.message_id for row in world.rows("notice")}
    for each in confirmed:
        write(world, "CONFIRM", sender=each, to=world.ctx.settings.address, headers={"In-Reply-To": asked[each]})
    return {"headers": {"In-Reply-To": asked["red@pbem.test"]}}


def _in_two_matches(world: World) -> dict[str, Any]:
    world.match("endor", "rebel-commander", SEATS, start=FORCES)
    return {"to": world.ctx.settings.address}


def _lost(world: World) -> dict[str, Any]:
    fields = {**_in_two_matches(world), "to": world.tag("Red", "hoth"), "sender": "red@pbem.test"}
    override(world, "REPLACE Red WITH BOT recruit")
    return fields


def _again(world: World) -> dict[str, Any]:
    fields = _in_two_matches(world)
    write(world, "ATTACK B1", **fields)
    return fields


def _all_maps(world: World) -> None:
    for _ in range(world.ctx.settings.limits.large_answers_per_day):
        write(world, "MAP")


def _much_press(world: World) -> None:
    for _ in range(world.ctx.settings.limits.press_per_day // 30):
        write(world, "\n".join(f"PRESS TO Blue: {number}" for number in range(30)))


def _replaced(world: World) -> dict[str, Any]:
    override(world, "REPLACE Red WITH BOT recruit")
    return {"to": world.ctx.settings.address, "sender": "red@pbem.test"}


def _has_asked(world: World, *names: str) -> None:
    for name in names or ("dora",):
        write(world, f"DELEGATE {name}@example.org UNTIL 2026-12-20")


def _allows_no_delegates(world: World) -> None:
    with world.store.write() as session:
        match = session.merge(world.the_match())
        match.settings = replace(match.settings, delegates="off")


def _helps_red(world: World) -> dict[str, Any]:
    _has_asked(world)
    fields: dict[str, Any] = {"sender": "dora@example.org", "to": world.ctx.settings.address}
    asked = {"In-Reply-To": world.rows("stranger")[-1].message_id}
    write(world, "YES", headers=asked, **fields)
    return {**fields, "headers": {"In-Reply-To": world.rows("stranger")[-1].message_id}}


def _without_board(world: World) -> dict[str, Any]:
    world.match("mill")
    return {"seat": "Ann"}


def _from_elsewhere(world: World) -> dict[str, Any]:
    world.settings(authserv_id="mx.pbem.test")
    proof = "mx.pbem.test; dkim=pass header.d=elsewhere.test"
    return {"to": world.ctx.settings.address, "headers": {"Authentication-Results": proof}}


def _offered(world: World) -> None:
    assignment = world.assignment("Blue")
    with world.store.write() as session:
        row = Standby(address="red@pbem.test", name="Rosa", made=world.ctx.now(), asked=world.ctx.now())
        row.assignment, row.offered_in = assignment.id, assignment.match
        session.add(row)


def _many(world: World) -> None:
    world.settings(limits=replace(world.ctx.settings.limits, letters_per_hour=1))
    write(world, "STATUS")


def _deep(world: World) -> dict[str, Any]:
    del world
    inner = "".join(f"--{n}\nContent-Type: multipart/mixed; boundary={n + 1}\n\n" for n in range(20))
    return {"text": inner, "headers": {"Content-Type": "multipart/mixed; boundary=0"}}


def _open(world: World, *joined: str, **changes: Any) -> None:  # noqa: ANN401 - of the plan
    """Open a match, and let some join it."""
    opens(world, name="dagobah", **changes)
    for name in joined:
        visitor = Visitor(name=name, address=f"{name.lower()}@pbem.test")
        with world.store.write() as session:
            row = open_matches.lock(session, world.ctx, "dagobah")
            assert row is not None
            members.join(session, world.ctx, row, members.as_player(session, world.ctx, row, visitor))


def _mustered(world: World) -> None:
    _open(world, "Red", "Ben", most=2)
    world.move(days=2)
    look(world)


def _asked_by_command(world: World) -> dict[str, Any]:
    _open(world)
    return {"to": world.ctx.settings.address} | _in_two_matches(world)


def _invited_long_ago(world: World) -> dict[str, Any]:
    _open(world)
    with world.store.write() as session:
        row = open_matches.lock(session, world.ctx, "dagobah")
        assert row is not None
        invitations.invite(session, world.ctx, row, "red@pbem.test")
    world.move(days=8)
    (asked,) = world.rows("stranger")
    return {"to": world.ctx.settings.address, "headers": {"In-Reply-To": asked.message_id}}


def _asks_too_many(world: World) -> dict[str, Any]:
    fields = _asked_by_command(world)
    for number in range(50):
        visitor = Visitor(address=f"{number}@real.test")
        with world.store.write() as session:
            row = open_matches.lock(session, world.ctx, "dagobah")
            assert row is not None
            joining.ask(session, world.ctx, row, Join(match="dagobah"), visitor)
    return fields


def _invites_too_many(world: World) -> None:
    _open(world, "Red")
    for number in range(50):
        with world.store.write() as session:
            row = open_matches.lock(session, world.ctx, "dagobah")
            assert row is not None
            invitations.invite(session, world.ctx, row, f"{number}@real.test")


def _asked_whether_there(world: World) -> dict[str, Any]:
    _mustered(world)
    (asked,) = [row for row in world.rows("notice") if row.key.startswith("ask:muster")][:1]
    return {"to": world.ctx.settings.address, "headers": {"In-Reply-To": asked.message_id}}


def _begun_meanwhile(world: World) -> dict[str, Any]:
    fields = _asked_whether_there(world)
    with world.store.write() as session:
        row = open_matches.lock(session, world.ctx, "dagobah")
        assert row is not None
        opening.begin_now(session, world.ctx, row)
    look(world)
    return fields


def _invited_today(world: World) -> None:
    _open(world, "Red")
    write(world, "INVITE emil@example.org dagobah")


Scene = Callable[[World], dict[str, Any] | None]
SCENES: dict[str, Scene] = {
    **dict.fromkeys(("orders", "preview", "cleared", "cleared-one", "added", "ready", "wait", "changed"), _recorded),
    "undone": _changed,
    "undone-to-none": _recorded,
    **dict.fromkeys(("history", "since", "resend", "asking-over"), _next_turn),
    **dict.fromkeys(("not-asked", "preview-not-asked"), _beaten),
    "match-over": lambda world: override(world, "END"),
    "too-late": _late,
    "in-public": _in_public,
    "unmasked": _in_public_behind_a_mask,
    "older-letter": _older,
    "overtaken": _older_than_a_number,
    "yes-taken": lambda world: _asked(world, "2. MVOE TROPS C3 C4"),
    "yes-to-which": lambda world: _asked(world, "2. MOVE C3 C4"),
    "yes-too-late": lambda world: _asked(world, "2. MVOE TROPS C3 C4", "1. BUILD TROOPS C3"),
    "draw-agreed": lambda world: _vote(world, "DRAW"),
    "concede-agreed": lambda world: _vote(world, "CONCEDE"),
    **dict.fromkeys(("rollback-agreed", "rollback-refused"), _asked_to_go_back),
    "confirmed": lambda world: _hold(world, 1),
    "confirm-several": lambda world: _hold(world, 2),
    "address-too-many": lambda world: _address(world, *(f"SET ADDRESS rosa@{n}.test" for n in range(5))),
    "address-noted": _confirmed_address,
    "address-changed": lambda world: _confirmed_address(world, "rosa@holiday.test"),
    "address-kept": lambda world: _address(world, "SET ADDRESS rosa@holiday.test"),
    "held-too-many": lambda world: _hold(world, 5),
    "which-seat": _in_two_matches,
    "no-seat": _replaced,
    "not-yours": _lost,
    "unproved-too-many": _again,
    "large-used-up": _all_maps,
    "press-used-up": _much_press,
    "joining": _offered,
    **dict.fromkeys(("open-joined", "open-who", "open-seat", "open-not-in", "open-unknown"), _open),
    **dict.fromkeys(("open-joined-before", "open-left", "invited", "invite-ours"), lambda world: _open(world, "Red")),
    "open-queued": lambda world: _open(world, "Ben", "Cat", most=2),
    "open-here": _mustered,
    "open-asked": _asked_by_command,
    "open-over": _invited_long_ago,
    "open-playing": _begun_meanwhile,
    "open-busy": _asks_too_many,
    "open-unclear": _asked_whether_there,
    "invite-busy": _invites_too_many,
    "open-asks": lambda world: _open(world, asks=1),
    "invite-used-up": _invited_today,
    **dict.fromkeys(("standby-unproved", "watch-unproved"), _in_two_matches),
    **dict.fromkeys(("watching", "series", "series-all"), _others_play),
    **dict.fromkeys(("watched", "watch-off"), _watches),
    "delegate-off": _has_asked,
    "delegate-closed": _allows_no_delegates,
    "delegate-many": lambda world: _has_asked(world, "emil", "finn", "gus"),
    "delegate-may-not": _helps_red,
    "watch-over": _has_ended,
    "watch-many": lambda world: _watches(world, *(f"endor-{number}" for number in range(10)), "endor"),
    "watch-full": _is_watched_by_many,
    "watch-no-address": _by_forum_alone,
    "desk": lambda world: world.settings(web="https://play.example.org"),
    "poster-none": _without_board,
    "propose-no-allies": _without_board,
    "stranger": _from_elsewhere,
    "nobody": lambda world: {"to": world.ctx.settings.address},
    "letters": _many,
    "over-limit": lambda _: {"text": "\n" * 2_001},
    "size": lambda _: {"text": "x" * 5_000_000},
    "lines": lambda _: {"text": "\n" * 2_001},
    "columns": lambda _: {"text": "ATTACK B1 " + "x" * 900},
    "long-line": lambda _: {"text": "ATTACK B1 " + "x" * 900},
    "unending": lambda _: {"text": "ATTACK B1\n" * 100},
    "press-long": lambda _: {"text": "PRESS TO ALL\n" + "hello there\n" * 900 + "END"},
    "truncated": lambda _: {"text": "ATTACK B1 " + "x" * 1_000},
    "parts": lambda _: {"text": "boundary=\n" * 101},
    "depth": _deep,
    "in-subject": lambda _: {"text": ""},
    "unread-file": lambda _: {"text": ""},
    "parts-differ": lambda _: {
        "text": "--b\n\nATTACK B1\n--b\nContent-Type: text/html\n\n<p>Hello</p>\n--b--\n",
        "headers": {"Content-Type": "multipart/alternative; boundary=b"},
    },
    "unread-kind": lambda _: {"text": "PK\x03\x04\x14"},
    "attachment-size": lambda _: {"text": "x" * 100_001},
    "too-many": lambda _: {"text": "\n".join(f"PRESS TO ALL: {number}" for number in range(41))},
}
"""What happens before an example's letter comes, and what is special about the letter."""


def _broken(*_: object) -> None:
    raise ValueError("broken for a test")


BREAKS: dict[str, tuple[str, Callable[..., object]]] = {
    "faulted": ("moderator.service.inbox.apply_letter.plan_change", _broken),
    "unreadable": ("moderator.mail.letter.read_text", _broken),
    "command-failed": ("moderator.service.commands.telling.status", _broken),
    "match-stopped": ("moderator.service.inbox.desk.versions.how_stopped", lambda _: True),
}
"""Functions that we break, or whose answer we change, for codes that no letter causes by itself."""
HARDLY: dict[str, Answer] = {
    "extend-unclear": Answer(command="EXTEND nothing", code="extend-unclear", lines=("EXTEND 24h",)),
    "needs-seat": Answer(command="STATUS", code="needs-seat"),
    "preference-unknown": Answer(
        command="SET COLOUR red", code="preference-unknown", facts={"name": "COLOUR"}, lines=("SET ZONE",)
    ),
}
"""Answers that no letter causes today."""


@cache
def environment() -> Environment:
    """Return the templates, read once."""
    return Templates().text


class Sayer:
    """Finds what a player or GM reads after sending an example of the page."""

    def __init__(self, store: Store, code: str, folder: Path) -> None:
        """Start with the code of a section."""
        self.store = store
        self.code = code
        self.folder = folder
        self.complaints: list[str] = []
        self.voice = Voice(environment(), "rebel-commander", ReadingSeat("Red", "UTC"))

    @cached_property
    def world(self) -> World:
        """The match of the page's introduction, or of the skirmish, just begun."""
        world = World(self.store)
        world.settings(limits=replace(world.ctx.settings.limits, letters_per_hour=0))
        options = {"edition": "skirmish"} if self.code in SMALL else {"start": FORCES}
        world.match("hoth", "rebel-commander", SEATS, **options)
        world.ctx = dataclasses.replace(world.ctx, say=self._heard)
        return world

    def _heard(self, game: str, problem: Problem) -> str:
        self.complaints.append(problem.code)
        return SAY(game, problem)

    def says(self, example: str) -> str:
        """Return the words of the answer, in one line."""
        if example.startswith(("do =", "[[match]]")):
            return self._to_gm(example)
        if self.code in HARDLY:
            return self._answer(HARDLY[self.code])
        if self.code == "empty":
            problem = GAME.language.parse(example)
            assert isinstance(problem, Problem)
            return self.voice.problem(problem)
        scene = SCENES.get(self.code)
        fields = (scene(self.world) if scene else None) or {}
        if _HEADERS.fullmatch(example):
            fields = {"text": "ATTACK B1", **fields}
            headers = dict(line.split(": ", 1) for line in example.splitlines())
            fields["headers"] = {**fields.get("headers", {}), **headers}
        known, sent = len(self.world.facts("acknowledgement")), len(self.world.rows())
        verdict = write(self.world, **{"text": example, **fields})
        for letter in self.world.facts("acknowledgement")[known:]:
            if words := self._acknowledged(letter):
                return words
        assert verdict == self.code
        letters = [row for row in self.world.rows()[sent:] if row.kind in ("held", "stranger")]
        if not letters:
            return "(No answer comes.)"
        facts = self.world.facts(letters[0].kind)[-1]
        return f"Subject: {MailRenderer(self.world.clock).render(facts).subject}"

    def _acknowledged(self, letter: Acknowledgement) -> str:
        """Return what an acknowledgement says about the code, nothing if it is about something else."""
        for problem in (problem for line in letter.said for problem in line.problems):
            if problem.code == self.code:
                return self.voice.problem(problem)
        if self.code in str(letter.facts.get("faults", "")).split(", "):
            return self.voice.code("letter-faults", self.code, letter)
        if self.code in (letter.verdict, letter.facts.get("limit", ""), "columns"):
            return self.voice.code("verdicts", letter.verdict, letter)
        answers = [answer for answer in letter.answers if answer.code == self.code]
        return self._answer(answers[0]) if answers else ""

    def _answer(self, answer: Answer) -> str:
        words = self.voice.code("answers", answer.code, answer)
        common: Any = self.voice.environment.get_template("service/common.j2").module
        head = {"zone": "UTC", "masked": False}
        lines = (*answer.lines, *(str(common.turn_line(turn, head)) for turn in answer.turns))
        few = lines if len(lines) <= 5 and "@" not in "".join(lines) else ()
        return " ".join((words, " · ".join(f"`{line.strip()}`" for line in few))).strip()

    def _to_gm(self, example: str) -> str:
        """Return what a GM reads about a line of an override, or about a match in config.toml."""
        table = tomllib.loads(example)
        if "do" in table:
            lines = (table["do"],) if isinstance(table["do"], str) else tuple(table["do"])
            with pytest.raises(OverrideError) as refused:
                overrides.apply(self.world.store, self.world.ctx, OverridePlan(name="id", match="hoth", lines=lines))
            assert self.code in self.complaints
            return str(refused.value).partition(": ")[2]
        match = table["match"][0]
        problems = GAME.check_options(match.get("options", {}), [seat["seat"] for seat in match["seats"]])
        assert self.code in {problem.code for problem in problems}
        path = self.folder / "config.toml"
        path.write_text(CONFIG + example, encoding="utf-8")
        with pytest.raises(ConfigError) as wrong:
            load(path, {"PASSWORD": "correct horse"})
        return str(wrong.value.faults[0]).partition(": ")[2]


# ---- the page ----------------------------------------------------------------------------------------------------


def page() -> str:
    """Return the page."""
    return PAGE.read_text(encoding="utf-8")


def sections() -> dict[str, str]:
    """Return the text under each code."""
    return dict(_SECTION.findall(page()))


def quoted(words: str) -> str:
    """Return words as the page quotes them: code is not broken, and outside of it ``<`` begins no HTML."""
    pieces = re.split(r"(`[^`]*`)", words)
    whole = "".join(
        piece.replace(" ", "\0") if at % 2 else piece.replace("<", r"\<") for at, piece in enumerate(pieces)
    )
    lines = textwrap.wrap(whole, 118, break_on_hyphens=False, break_long_words=False)
    return "".join(f"> {line}\n" for line in lines).replace("\0", " ")


def plain(quote: str) -> str:
    """Return the words of a quote in one line."""
    return " ".join(re.sub(r"^> ?", "", quote, flags=re.MULTILINE).replace(r"\<", "<").split())


def test_every_code_has_one_section() -> None:
    """The page explains each code once, and no code that cannot occur."""
    headings = _HEADING.findall(page())
    assert len(headings) == len(set(headings)) == len(re.findall(r"^### ", page(), re.MULTILINE))
    assert sorted(codes() - set(headings)) == []
    assert sorted(set(headings) - codes()) == []


@every_case("language", LANGUAGES)
def test_a_language_declares_every_code_that_its_lines_can_get(language: Any) -> None:  # noqa: ANN401 - as above
    """Lines cut short and lines with strange words get no other codes."""
    assert read_wrongly(language) <= language.faults


def test_the_page_begins_with_its_contents() -> None:
    """The table of contents names each group of sections, with a link that leads to it."""
    groups = re.findall(r"^## (.+)$", page(), re.MULTILINE)
    links = re.findall(r"^\| \[(.+?)\]\(#(.+?)\) \|", page(), re.MULTILINE)
    assert [name for name, _ in links] == groups
    assert all(re.sub(r"[^a-z ]", "", name.lower()).replace(" ", "-") == to for name, to in links)


@pytest.mark.parametrize("code", _HEADING.findall(page()))
def test_each_example_leads_to_the_words_below_it(
    code: str, store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *, regen: bool
) -> None:
    """A letter with the text of the block is answered with the quoted words; ``--regen`` updates the quotes."""
    if code in BREAKS:
        monkeypatch.setattr(*BREAKS[code])
    told = sections()[code]
    examples = _EXAMPLE.findall(told)
    assert examples
    assert len(re.sub(_EXAMPLE, "", told).split()) >= 5, "what it means, and what to write instead"
    sayer = Sayer(store, code, tmp_path)
    for kind, example, quote in examples:
        page_of = next((page for page in PAGES if kind in page.KINDS), None)
        words = page_of.says(code, kind, example) if page_of else sayer.says(example)
        if regen:
            now = told.replace(f"{example}```\n\n{quote}", f"{example}```\n\n{quoted(words)}")
            PAGE.write_text(page().replace(told, now), encoding="utf-8")
            told = now
        else:
            assert plain(quote) == " ".join(words.split())
