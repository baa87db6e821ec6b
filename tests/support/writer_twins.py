"""The twin law for masks: everything that others get of a masked match, got twice, from two people in one seat.

Both write the same, but they have other names, addresses, zones and mail programs, one writes by mail and the other in
a forum or on the web, and each at another minute of the same quarters of an hour. Others listen all the time: to
letters with their times and their order, to the forum, and to the pages of the web desk.
"""

import asyncio
import re
import shutil
from collections.abc import Callable, Iterator, Sequence
from datetime import timedelta
from email.message import EmailMessage
from functools import partial
from pathlib import Path
from unittest.mock import patch

from msgspec import Struct
from starlette.testclient import TestClient

from moderator.rendering.mail import MailRenderer
from moderator.rendering.pages import PageRenderer
from moderator.service.context import MatchPlan, OverridePlan, SeatPlan
from moderator.service.matches import matches
from moderator.service.overrides.apply import apply
from moderator.service.pages import checking
from moderator.service.pages.desks import OwnSeat
from moderator.store.bookmarks import Bookmarks
from moderator.testing.stages import Part, opened
from moderator.transport.forum.inbound import ForumInbound
from moderator.transport.forum.outbound import ForumOutbound
from moderator.transport.outbound_switch import Switch
from moderator.web.app import make_app
from moderator.web.settings import WebSettings
from moderator.web.site import Site
from tests.support.browsers import URL, open_desk
from tests.support.forums.memory_forum import MemoryForum
from tests.support.games import TEMPLATES
from tests.support.rebels import FORCES, SENT
from tests.support.world import World

MATCH, BESIDE, FORUM, SIDE = "hoth", "endor", "main", "side"
"""The match and another one, and two forums: nobody plays in the second one but perhaps Red."""

BLUE, EMIL, ZOE = "blue@pbem.test", "Emil", "zoe@pbem.test"
"""The other players: one by mail and on the web, one in the forum; and somebody who plays another match alone."""
QUARTER, LOOK = 15, 8
"""Minutes of a quarter of an hour, and that at which others look within it."""
DUE = 10
"""The minute of the first deadline: some have written by then in a quarter, and some have not."""

ASKS = "STATUS\nHISTORY\nSINCE\nMATCHES\nORDERS\nPRESS TO Ann: hi\nPRESS TO Boris Lukin: hi\nTell Carl Carlson hello"
ZOE_ASKS = "MATCHES\nWATCH\nSERIES spring\nRATING"
"""What Blue asks again and again, and what Zoe asks whenever Blue does."""


class Writer(Struct, frozen=True, kw_only=True):
    """Somebody in the seat of Red, who writes ``by`` mail, in the forum or on the web, at a ``minute`` of each quarter.

    ``later`` takes the seat over; ``corrected`` is what the GM corrects the name to.
    """

    name: str
    minute: int
    by: str = "mail"
    zone: str = "UTC"
    later: str = "Dora"
    corrected: str = "Anne"

    @property
    def slug(self) -> str:
        """The name of the writer's account, and of the mailbox."""
        return self.name.split()[0].lower()

    @property
    def address(self) -> str:
        """Where letters to the writer go, unless that is the forum."""
        return f"{self.slug}@{self.slug}.example.org"

    def plan(self) -> SeatPlan:
        """Return who is to sit in the seat."""
        if self.by == "forum":
            return SeatPlan(seat="Red", player=self.name, zone=self.zone, forum=f"{SIDE}:{self.slug}")
        return SeatPlan(seat="Red", player=self.name, zone=self.zone, addresses=(self.address,))


ANN = Writer(name="Ann", minute=2)
BORIS = Writer(name="Boris Lukin", by="html", zone="Asia/Tokyo", minute=13, later="Eva", corrected="Boris II")
CARL = Writer(name="Carl Carlson", by="forum", zone="America/New_York", minute=9, later="Fay", corrected="Charles")
DINA = Writer(name="Dina", by="web", zone="Europe/Berlin", minute=14, later="Gus", corrected="Diana")
OTHERS = (BORIS, CARL, DINA)


Chapter = Callable[["Masquerade"], Iterator[Part]]
"""Something that happens in a match, with what others get of it."""


def told(writer: Writer, migrated: Path, folder: Path, chapters: Sequence[Chapter]) -> list[Part]:
    """Return what others get if a writer plays Red: of the beginning of a match, and of some chapters."""
    path = folder / f"{writer.slug}.sqlite"
    shutil.copy(migrated, path)
    with opened(path, World) as world, patch("moderator.web.cache._SECONDS", 0.0):
        match = Masquerade(world, writer)
        with match.desk:
            return list(match.play(chapters))


class Masquerade:
    """A masked match with a writer in it, and all others, who listen."""

    def __init__(self, world: World, writer: Writer) -> None:
        """Begin the match, with another one beside it."""
        self.world, self.writer = world, writer
        world.settings(forums={name: f"https://{name}.pbem.test" for name in (FORUM, SIDE)}, web=URL)
        self.forums = {name: MemoryForum(world.clock) for name in world.ctx.settings.forums}
        self._heard = dict.fromkeys(self.forums, 0)
        site = Site(world, WebSettings(url=URL), PageRenderer(TEMPLATES), world.read)
        self.desk = TestClient(
            make_app(site), base_url=URL, headers={"Sec-Fetch-Site": "same-origin"}, follow_redirects=False
        )
        self.renderer = MailRenderer(world.clock, TEMPLATES)
        world.move(minutes=DUE)
        with world.store.write() as session:
            for plan in (_masked_plan(writer), _plan_beside()):
                matches.create(session, world.ctx, plan)

    # ---- what happens ----------------------------------------------------------------------------------------

    def play(self, chapters: Sequence[Chapter]) -> Iterator[Part]:
        """Give everything that others get of the beginning, and of some chapters."""
        self.world.move(minutes=QUARTER - DUE)
        yield from self._look()
        open_desk(self.world, self.desk, "Blue", MATCH)
        yield from self._mail(ZOE, "Ann", f"WATCH {MATCH}", BESIDE)
        for chapter in chapters:
            yield from chapter(self)

    def talk(self) -> Iterator[Part]:
        """Let all send orders and messages, with a name and without."""
        yield from self._quarter(SENT, blue=ASKS)
        yield from self._quarter("PRESS TO Blue: The key is under the mat.\nPRESS TO ALL UNSIGNED: I know it all.")
        text = "First,  the weather.\n\n    Then, the war."
        yield from self._quarter(f"PRESS TO ALL\n{text}\nEND", emil="PRESS TO Blue: Hello", blue=ASKS)

    def fidget(self) -> Iterator[Part]:
        """Let a reader change how letters look, where they are answered and what their form holds, while Red writes."""
        yield from self._quarter("PRESS TO Blue: One", blue="SET TEXT-ONLY ON")
        yield from self._quarter("PRESS TO ALL: Two", blue="SET TEXT-ONLY OFF\nTAG NEW")
        yield from self._quarter("DRAW", blue="SET TEXT-ONLY ON")
        yield from self._quarter("PRESS TO Blue UNSIGNED: Three", blue="1. BUILD TROOPS C2\nSET TEXT-ONLY OFF")

    def cross_deadline(self) -> Iterator[Part]:
        """Let Red write before or after a deadline in the midst of a quarter."""
        due = self.world.the_match(MATCH).deadline
        if due is None:
            raise AssertionError("a deadline runs")
        self.world.clock.time = due - timedelta(minutes=DUE)
        yield from self._quarter("PRESS TO Blue: Four\nPRESS TO ALL: Five\nPRESS TO Blue UNSIGNED: Six")
        yield from self._quarter(blue=ASKS)

    def end_turn(self) -> Iterator[Part]:
        """Let a turn run because all are ready, Red as the last one; before that all vote."""
        yield from self._quarter("DRAW", blue="READY\nDRAW", emil="READY\nDRAW")
        yield from self._quarter(f"{SENT}\nWAIT", blue=ASKS)
        yield from self._quarter("PROPOSE ATTACK C4 ORDER 2", looks=(QUARTER,))  # allies hear of it when they ask
        yield from self._quarter("READY")
        yield from self._quarter(blue=ASKS)

    def come_back(self) -> Iterator[Part]:
        """Let a bot play for Red, until Red writes again."""
        for _ in range(2):
            yield from self._pass_by()
        yield from self._quarter("STATUS", blue=ASKS)
        yield from self._quarter(blue=ASKS)

    def change_hands(self) -> Iterator[Part]:
        """Let the GM correct the name, and give the seat to somebody else and to a bot."""
        yield from self._quarter(gm=f'NAME Red "{self.writer.corrected}"', blue=ASKS)
        later = self.writer.later
        yield from self._quarter(gm=f'REPLACE Red WITH "{later}" {later.lower()}@example.org', blue=ASKS)
        yield from self._quarter(gm="REPLACE Red WITH BOT random", blue=ASKS)

    def _quarter(
        self, red: str = "", *, blue: str = "", emil: str = "", gm: str = "", looks: tuple[int, ...] = (LOOK, QUARTER)
    ) -> Iterator[Part]:
        """Go through a quarter of an hour in which some write, and give what others get at each of its minutes."""
        now, acts = self.world.clock.now(), list[tuple[int, Callable[[], Iterator[Part]]]]()
        begun = now.replace(minute=now.minute // QUARTER * QUARTER, second=0)
        acts += [(minute, self._look) for minute in looks]
        if red:
            acts.append((self.writer.minute, partial(self._red_says, red)))
        if blue:
            acts.append((4, partial(self._mail, BLUE, "Blue", blue)))
        if blue == ASKS:
            acts.append((5, partial(self._mail, ZOE, "Ann", ZOE_ASKS, BESIDE)))
        if emil:
            acts.append((7, partial(self._post, FORUM, EMIL, emil)))
        if gm:
            acts.append((3, partial(self._override, gm)))
        for minute, act in sorted(acts, key=lambda each: each[0]):
            self.world.clock.time = begun + timedelta(minutes=minute, seconds=1)
            yield from act()

    def _pass_by(self) -> Iterator[Part]:
        """Let a turn go by without a word of Red's."""
        yield from self._mail(BLUE, "Blue", "READY")
        yield from self._post(FORUM, EMIL, "READY")
        self.world.move(hours=72)
        yield from self._look()

    def _override(self, line: str) -> Iterator[Part]:
        apply(self.world.store, self.world.ctx, OverridePlan(name=line, match=MATCH, lines=(line,)))
        yield from ()

    # ---- how people write ------------------------------------------------------------------------------------

    def _red_says(self, text: str) -> Iterator[Part]:
        match self.writer.by:
            case "mail":
                return self._mail(self.writer.address, "Red", text)
            case "html":
                return self._mail_html(text)
            case "forum":
                return self._post(SIDE, self.writer.slug, text)
            case _:
                return self._type(text)

    def _mail(self, address: str, seat: str, text: str, match: str = MATCH) -> Iterator[Part]:
        name = f"<{seat}.{self.world.clock.now():%d%H%M}@client.test>"
        self.world.put(self.world.raw(text, address, to=self.world.tag(seat, match), headers={"Message-ID": name}))
        self.world.read()
        yield from ()

    def _mail_html(self, text: str) -> Iterator[Part]:
        """Write as a large mail program does: with a name, in HTML and base64, with a signature."""
        letter = EmailMessage()
        letter["From"], letter["To"] = f"{self.writer.name} <{self.writer.address}>", self.world.tag("Red", MATCH)
        letter["Subject"], letter["Message-ID"] = (
            "RE: my orders",
            f"<{self.world.clock.now().timestamp()}@mx.example.org>",
        )
        letter["Date"], letter["X-Mailer"] = "Sat, 21 Nov 2026 05:13:00 +0900", "Microsoft Outlook 16.0"
        letter.set_content(f"{text}\n\n-- \n{self.writer.name}\nSent from my phone\n", cte="base64")
        rows = "".join(f"<div>{line or '<br>'}</div>" for line in text.split("\n"))
        html = f'<html><body dir="auto">{rows}<div><br></div><div>-- <br>{self.writer.name}</div></body></html>'
        letter.add_alternative(html, subtype="html", cte="quoted-printable")
        self.world.put(letter.as_bytes())
        self.world.read()
        yield from ()

    def _post(self, name: str, account: str, text: str) -> Iterator[Part]:
        forum = self.forums[name]
        forum.says(account, forum.thread_of(account), text)
        ForumInbound(name, forum, Bookmarks(self.world.store)).drain(self.world.keep)
        self.world.read()
        yield from ()

    def _type(self, text: str) -> Iterator[Part]:
        """Type it on the seat's page of the web desk."""
        own = OwnSeat(self.world.assignment("Red", MATCH).player or 0, MATCH, "red")
        with self.world.store.read() as session:
            once = f"{self.world.clock.now()}"
            typed = checking.delivery(session, self.world.ctx, own, text=text, once=once)
        self.world.keep([typed])
        self.world.read()
        yield from ()

    # ---- what others get -------------------------------------------------------------------------------------

    def _look(self) -> Iterator[Part]:
        """Let happen what is due, and give what others get now, with the time."""
        self.world.remind()
        self.world.look()
        outbound = Switch(self.world.outbound, ForumOutbound(self.forums, quiet=0))  # its locks are of one loop
        asyncio.run(self.world.pump(self.renderer, outbound))
        now = f"{self.world.clock.now():%d %H:%M} ".encode()
        for name, part in (*self._letters(), *self._posts(), *self._pages()):
            yield name, now + plainly(part)

    def _letters(self) -> Iterator[Part]:
        """Give the letters to others, to each in their order."""
        sent = self.world.outbound.take()
        for address in (BLUE, ZOE):
            for letter in sent:
                if letter.dispatch.to == (address,):
                    yield letter.dispatch.feedback_id.split(":")[1], letter.raw

    def _posts(self) -> Iterator[Part]:
        """Give what is new in the forum where others can read it."""
        for name, forum in self.forums.items():
            new = [post for post in forum.posts.values() if int(post.id) > self._heard[name]]
            self._heard[name] = max((int(post.id) for post in new), default=self._heard[name])
            for post in sorted(new, key=lambda post: post.private):
                title = forum.threads[post.thread].title
                if not title.endswith("of Red"):
                    yield "thread" if post.private else "chronicle", f"{name}: {title}\n{post.text}".encode()

    def _pages(self) -> Iterator[Part]:
        """Give what others see on the web: everybody, and Blue."""
        seat, public = f"/desk/{MATCH}/blue", f"/m/{MATCH}"
        pages = {"matches": "/", "match": public, "feed": f"{public}/feed.atom", "dates": f"{public}/deadlines.ics"}
        pages |= {"desk": "/desk", "seat": seat, "press": f"{seat}/press", "json": f"{seat}/report.json"}
        for name, path in pages.items():
            answer = self.desk.get(path)
            if answer.status_code == 200:
                yield name, answer.content


ALL_CHAPTERS: Sequence[Chapter] = (
    Masquerade.talk,
    Masquerade.fidget,
    Masquerade.cross_deadline,
    Masquerade.end_turn,
    Masquerade.come_back,
    Masquerade.change_hands,
)


def plainly(part: bytes) -> bytes:
    """Return a letter, post or page without what is drawn from the numbers of letters, and tells nothing."""
    unique = rb"[a-z2-7]{16}"
    part = re.sub(rb"(?m)^(ref|Ref) " + unique, b"ref", part)
    part = re.sub(rb"<([gm](?:\.\d+)?)\." + unique, rb"<\1.unique", part)
    return re.sub(rb"--=_[0-9a-f]{24}|=_[0-9a-f]{24}", b"mark", part)


def _masked_plan(writer: Writer) -> MatchPlan:
    emil = SeatPlan(seat="Empire", player=EMIL, forum=f"{FORUM}:{EMIL}")
    blue = SeatPlan(seat="Blue", player="Ben Hill", addresses=(BLUE,))
    return MatchPlan(
        name=MATCH,
        game="rebel-commander",
        schedule="every 72h",
        zone="UTC",
        options={"start": FORCES},
        seats=(writer.plan(), blue, emil),
        masks=True,
        unsigned=True,
        absent="bot",
        spectators="public",
        series="spring",
    )


def _plan_beside() -> MatchPlan:
    """Return the plan of a match in which nothing happens, with somebody who looks on from there."""
    zoe = SeatPlan(seat="Ann", player="Zoe", addresses=(ZOE,))
    return MatchPlan(
        name=BESIDE, game="night-watch", schedule="", zone="UTC", seats=(zoe, SeatPlan(seat="Bob", bot="random"))
    )
