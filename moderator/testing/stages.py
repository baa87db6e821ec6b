"""The twin law for letters: everything that a seat can get is got twice, from two moderators, and compared.

The second moderator has the same match, but all that the seat may not know is otherwise: the position, in every record;
what others ordered, and what only they witnessed; secret throws and the seeds that are sealed.
"""

import contextlib
import hashlib
import itertools
import shutil
from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import datetime
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple, TypeVar
from unittest.mock import patch

from msgspec.structs import replace
from sqlalchemy import update
from sqlmodel import col

from moderator.core import codec
from moderator.core.dice import Dice
from moderator.core.game import AnyGame
from moderator.core.seats import Seat
from moderator.games.simulate import bot_orders
from moderator.kit.testing import Scene
from moderator.ports import Renderer, Words
from moderator.service import preferences
from moderator.service.context import Limits, OverridePlan, SeatPlan
from moderator.service.facts import Acknowledgement, LetterFacts, TurnReport, Welcome
from moderator.service.inbox.understand import understand_only
from moderator.service.letter_proofs import Seal
from moderator.service.matches import records
from moderator.service.outgoing import digests
from moderator.service.outgoing.dispatching import dispatch
from moderator.service.outgoing.envelopes import Envelope, collect
from moderator.service.overrides.apply import apply
from moderator.service.overrides.decisions import OverrideError
from moderator.store.session import Store, migrate
from moderator.store.statuses import OutboxStatus
from moderator.store.tables import Address, Match, Outbox, Player
from moderator.testing.altered import altered
from moderator.testing.asked import all_commands, topics
from moderator.testing.breaches import difference
from moderator.testing.finding import find_testing
from moderator.testing.memory import MemoryInbound
from moderator.testing.twins import hide
from moderator.testing.world import START, World

W = TypeVar("W", bound=World)

MATCH = "hoth"
"""The one match of every scene."""

Part = tuple[str, bytes]
"""Something that a seat got: what it is, and all of it."""


class Stage:
    """A scene that was played up to its point once, and its twin; each can be gone on with as often as one likes."""

    def __init__(self, game: AnyGame, scene: Scene, folder: Path, templates: Path | None = None) -> None:
        """Play the scene in a folder of its own; ``templates`` is one with words that come before the packaged ones."""
        self.scene, self.game, self.folder, self.templates = scene, game, folder, templates
        self.testing = find_testing(game)
        self._mine, self._twin = folder / "mine.sqlite", folder / "twin.sqlite"
        self._mine.write_bytes(_empty())
        with self._opened(self._mine, START) as world:
            self.state = _played(world, scene, self.game)
            self.now = world.clock.now()
        shutil.copy(self._mine, self._twin)
        with self._opened(self._twin, START) as world:
            with world.store.write() as session:
                hide(session, self.game, scene.eyes)
            self.other = records.position(self.game, world.the_match(MATCH).state)
        self.prompt = self.game.pending(self.state).get(scene.who)
        assert codec.encode(self.other) != codec.encode(self.state), "nothing is hidden here: the law is not tried"
        mine, theirs = (codec.encode(self.game.view(each, scene.eyes)) for each in (self.state, self.other))
        assert mine == theirs

    def _opened(self, path: Path, now: datetime) -> contextlib.AbstractContextManager[World]:
        """Open a moderator that knows the game on a database."""
        games = {self.game.info.key: self.game}
        return opened(path, lambda store: World(store, games=games, templates=self.templates), now)

    def all_letters(self) -> list[str]:
        """Return letters with all that the seat can say: orders, typos, every command, and words that HELP knows."""
        if not self.scene.answered:
            return []
        words = topics(self.game) if self.scene.thorough else self.game.topics
        return [*self.orders(), *all_commands([f"HELP {word}" for word in words])]

    def orders(self) -> list[str]:
        """Return letters: orders of every bot, one aimed at what is hidden, one of what others order, one of typos."""
        game, scene = self.game, self.scene
        order_sets = [self._order_set(scene.who, bot) for bot in game.bots] if self.prompt else []
        theirs = [line for seat in scene.others for line in self._order_set(seat, "random")]
        verbs = dict.fromkeys(line.split()[0] for line in game.language.syntax().values())
        helped = [line for verb in verbs for lines in game.language.help(verb).values() for line in lines]
        foreign = theirs + [line.strip() for line in helped if line.startswith(" ")]
        by_kind = {line.split()[0]: line for lines in (*order_sets, foreign) for line in lines}
        typos = [f"{line[:-2]}{line[-1]}" for line in by_kind.values()]
        return [*map(_foreseen, order_sets), self.aimed_letter(), *map(_foreseen, (foreign, typos))]

    def aimed_letter(self) -> str:
        """Return a letter with orders that come upon what is hidden."""
        return _foreseen(self.testing.aimed(self.game.view(self.state, self.scene.who), (self.state, self.other)))

    def _order_set(self, seat: Seat, bot: str) -> list[str]:
        """Return what a bot would order for a seat that is asked."""
        prompt = self.game.pending(self.state).get(seat)
        if prompt is None:
            return []
        chance = Dice.throwaway(f"letters/{bot}").secret.child(seat)
        return [*map(self.game.language.line, bot_orders(self.game, self.state, seat, prompt, bot=bot, chance=chance))]

    def hear(self, letters: Sequence[str], renderer: Renderer | None = None, *, unasked: bool = True) -> "Heard":
        """Return what both twins are told: what comes ``unasked``, then the answers to letters; rendered if need be."""
        both = [list(self._hear(path, letters, renderer, unasked=unasked)) for path in (self._mine, self._twin)]
        return Heard(*both)

    def _hear(self, path: Path, letters: Sequence[str], renderer: Renderer | None, *, unasked: bool) -> Iterator[Part]:
        copy = self.folder / "copy.sqlite"
        shutil.copy(path, copy)
        with self._opened(copy, self.now) as world:
            ear = _Ear(world, self._is_told, renderer)
            for _ in self._happen(world) if unasked else ():
                yield from ear.listen()
            for number, text in enumerate(letters):
                raw = _letter(world, self.scene.who, text)
                if number == 0:
                    yield "moderator read", codec.encode(understand_only(world.store, world.ctx, raw))
                world.put(raw)
                world.read()
                yield from ear.listen()
            if unasked:
                self._gather_day(world)
                yield from ear.listen()
            for line in self._replacements() if unasked else ():
                apply(world.store, world.ctx, OverridePlan(name=line, match=MATCH, lines=(line,)))
                yield from ear.listen()

    def _is_told(self, row: Outbox) -> bool:
        """Tell whether a letter goes to the seat next; that of a day is to its player, as there is no other such."""
        return row.status is OutboxStatus.WAITING and (row.seat == self.scene.who or row.kind == digests.KIND)

    def hear_after(self, *edits: Sequence[str], until_report: bool = False) -> "Heard":
        """Return what the seat is told if the GM makes one or the other of two corrections, or none (no line).

        It asks for all that there is, and hears of the turn that follows: for that there must be two corrections, since
        each takes a number. What it is told of times is a part by itself.
        """
        return Heard(*(list(self._hear_after(lines, until_report=until_report)) for lines in edits))

    def _hear_after(self, lines: Sequence[str], *, until_report: bool) -> Iterator[Part]:
        with self.go_on() as world:
            who, ear = self.scene.who, _Ear(world, self._is_told, None)
            if lines:
                apply(world.store, world.ctx, OverridePlan(name="hidden", match=MATCH, lines=tuple(lines)))
                now = records.position(self.game, world.the_match(MATCH).state)
                assert now != self.state, "nothing was corrected: the law is not tried"
            yield from ear.listen()  # what has waited to go since before, too
            for text in all_commands():
                world.put(_letter(world, who, text))
                world.read()
                yield from ear.listen()
            match = world.the_match()
            yield "times", codec.encode((match.deadline, match.ready_at))
            if not until_report:
                world.move(hours=99)
                world.look()
                yield from ear.listen()

    @contextlib.contextmanager
    def go_on(self, *, twin: bool = False) -> Iterator[World]:
        """Give the moderator of the scene, or its twin, to go on with; the scene itself stays as it is."""
        copy = self.folder / "copy.sqlite"
        shutil.copy(self._twin if twin else self._mine, copy)
        with self._opened(copy, self.now) as world:
            yield world

    def told_gm(self, *, blind: bool) -> "Heard":
        """Tell what both twins tell their GM: reports, notes, what overrides do or why not, and that a turn failed."""
        return Heard(*(list(self._told_gm(path, blind=blind)) for path in (self._mine, self._twin)))

    def _told_gm(self, path: Path, *, blind: bool) -> Iterator[Part]:
        copy = self.folder / "copy.sqlite"
        shutil.copy(path, copy)
        with self._opened(copy, self.now) as world:
            if blind:
                settings = replace(world.the_match(MATCH).settings, gm="blind")
                _execute(world, update(Match).values(settings=settings))
            ear = _Ear(world, lambda row: row.to == world.ctx.settings.gm, None)
            for _ in self._happen(world):
                yield from ear.listen()
            world.put(_letter(world, self.scene.others[0], "PRESS TO GM: hello"))
            world.read()
            for lines in self._gm_tries():
                yield lines[0], self._tried(world, lines)
            with altered(self.game, "resolve", _fail):
                world.move(hours=99)
                world.look()
            yield from ear.listen()

    def _gm_tries(self) -> Iterator[tuple[str, ...]]:
        """Give what a GM may try: lines that need no secrets, lines that do, and lines that are refused."""
        other = self.scene.others[0]
        yield from (("EXTEND 24h",), ("DEADLINE 2020-01-01 20:00",), ("SCHEDULE every 24h",), ("RESUME",))
        yield from self._amended()
        yield (f"ORDERS {other}", *self._order_set(other, "random"), "END ORDERS")
        yield from (("SET OPTION nothing 3",), (f"REPLACE {other} WITH BOT random",))

    @staticmethod
    def _tried(world: World, lines: tuple[str, ...]) -> bytes:
        """Return what a GM who tries lines, and then has them carried out, is told."""
        try:
            tried = apply(world.store, world.ctx, OverridePlan(name="", match=MATCH, lines=lines), dry_run=True)
            done = apply(world.store, world.ctx, OverridePlan(name=lines[0], match=MATCH, lines=lines))
        except OverrideError as error:
            return str(error).encode()
        return codec.encode((tried, done))

    def _happen(self, world: World) -> Iterator[None]:
        """Let happen, one after the other, what the seat is told of unasked; each time it may listen."""
        who, other = self.scene.who, self.scene.others[0]
        yield  # the report that waits to go
        world.move(hours=36)
        world.remind()
        yield
        world.put(_letter(world, other, f"PRESS TO {who}: hello\nDRAW"))
        world.put(_letter(world, who, "STATUS", to="moderator@pbem.test", subject=f"[{MATCH} {who}]"))  # not proved
        world.read()
        yield
        for number, lines in enumerate(self._overrides()):
            apply(world.store, world.ctx, OverridePlan(name=str(number), match=MATCH, lines=lines))
            yield

    def _gather_day(self, world: World) -> None:
        """Let the seat's player get one letter for what happens in a day: messages and notices."""
        who, other = self.scene.who, self.scene.others[0]
        player = world.assignment(who, MATCH).player
        with world.store.write() as session:
            preferences.put(session.get_one(Player, player), "DIGEST", "07:00")
            session.execute(update(Outbox).values(status=OutboxStatus.SENT))
        apply(world.store, world.ctx, OverridePlan(name="longer", match=MATCH, lines=("EXTEND 48h", "PAUSE", "RESUME")))
        world.put(_letter(world, other, f"PRESS TO {who}: good morning\nPRESS TO ALL: good day"))
        world.read()
        world.post(_Wordless())
        world.move(hours=24)
        with world.store.write() as session:
            digests.gather(session, world.ctx)
            preferences.put(session.get_one(Player, player), "DIGEST", "OFF")

    def _amended(self) -> Iterator[tuple[str, ...]]:
        """Give what the GM amends that concerns the seat."""
        if self.testing.amended is not None:
            yield (self.testing.amended(self.game.view(self.state, self.scene.who)),)

    def _replacements(self) -> Iterator[str]:
        """Put a bot into another seat, and somebody else into this one, who is welcomed."""
        yield f"REPLACE {self.scene.others[0]} WITH BOT random"
        if self.scene.answered:
            yield f'REPLACE {self.scene.who} WITH "Nora" nora@pbem.test'

    def _overrides(self) -> Iterator[tuple[str, ...]]:
        """Give what the GM does."""
        yield from (("EXTEND 24h",), ("PAUSE",), ("RESUME",))
        if self.scene.answered and self.prompt:
            yield (f"ORDERS {self.scene.who}", *self._order_set(self.scene.who, "random"), "END ORDERS")
        if self.scene.answered:  # after the orders, which are legal in the position of before
            yield from self._amended()


class _Wordless:
    """Makes letters of no words, of which nobody reads any."""

    def render(self, _letter: LetterFacts) -> Words:
        """Return no words."""
        return Words("", "")


def _fail(state: Any, *_: Any) -> Any:  # noqa: ANN401 - the game's own
    """Fail as a rule with a fault does, with the position in the words of the error."""
    raise RuntimeError(codec.encode(state).decode())


def _foreseen(lines: Iterable[str]) -> str:
    """Return a letter with orders that asks what would come of them."""
    return "\n".join([*lines, "PREVIEW", "ORDERS"])


class Heard(NamedTuple):
    """What two twins were told, part by part."""

    mine: Sequence[Part]
    theirs: Sequence[Part]

    @property
    def names(self) -> set[str]:
        """What there was, by its kind: of letters, and of answers the commands."""
        return {name for name, _ in self.mine}

    @property
    def differing(self) -> set[str]:
        """Which of that was not the same for both."""
        assert [name for name, _ in self.mine] == [name for name, _ in self.theirs], "one was told more than the other"
        return {name for (name, one), (_, other) in zip(self.mine, self.theirs, strict=True) if one != other}

    @property
    def difference(self) -> str:
        """What differs, and where the first difference is; empty if nothing does."""
        mine, theirs = ([name for name, _ in parts] for parts in self)
        if mine != theirs:
            return f"one is told {mine}, the other {theirs}"
        for (name, one), (_, other) in zip(self.mine, self.theirs, strict=True):
            if one != other:
                return f"{', '.join(sorted(self.differing))}: {name}: {difference(one, other)}"
        return ""

    def assert_alike(self) -> None:
        """Fail with where the first difference is, if there is one."""
        assert not self.difference, self.difference


class _Ear:
    """Gathers what is ``mine`` of the letters that go, as they would go."""

    def __init__(self, world: World, mine: Callable[[Outbox], bool], renderer: Renderer | None) -> None:
        self.world, self.mine, self.renderer, self.last = world, mine, renderer, 0

    def listen(self) -> Iterator[Part]:
        """Yield what is to be sent since the last time; each answer of a letter also by itself."""
        rows = [row for row in self.world.rows() if (row.id or 0) > self.last]
        self.last = max([self.last, *(row.id or 0 for row in rows)])
        mine = [row for row in rows if self.mine(row)]
        for ready in collect(self.world.store, self.world.ctx, mine):
            assert isinstance(ready, Envelope), ready
            yield from self._told(ready)

    def _told(self, ready: Envelope) -> Iterator[Part]:
        facts, kind = ready.facts, ready.row.kind
        if facts is None:
            yield kind, b"withheld"
            return
        facts = _masked(facts)
        if isinstance(facts, Acknowledgement):
            yield from ((answer.command, codec.encode(answer)) for answer in facts.answers)
        words = self.renderer.render(facts) if self.renderer else Words("", "")
        if isinstance(facts, Acknowledgement) and self.renderer is None:
            facts = replace(facts, answers=())
        yield kind, codec.encode([dispatch(self.world.ctx, ready, words), facts])


def _masked(facts: LetterFacts) -> LetterFacts:
    """Take away what differs though it tells nothing: the seals of seeds that are not opened."""
    sealed = Seal(request=0, record=0, open="", secret="")
    if isinstance(facts, Welcome) or (isinstance(facts, TurnReport) and facts.seal):
        return replace(facts, seal=sealed)
    return facts


# ---- how two matches come about that look the same ---------------------------------------------------------


@cache
def _empty() -> bytes:
    """Return an empty database with the newest schema, made once."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "empty.sqlite"
        migrate(f"sqlite:///{path}")
        return path.read_bytes()


@contextlib.contextmanager
def opened(path: Path, make: Callable[[Store], W], now: datetime = START) -> Iterator[W]:
    """Open a moderator on a database; what it draws by chance is the same each time."""
    draws = itertools.count()
    store = Store(f"sqlite:///{path}")
    with patch("secrets.token_bytes", lambda size: hashlib.sha256(b"%d" % next(draws)).digest()[:size]):
        world = make(store)
        world.settings(limits=Limits(letters_per_hour=10_000))
        world.clock.time = now
        world.inbound = world.memory = MemoryInbound(f"since {now}")
        yield world
    store.close()


def _letter(world: World, seat: Seat, text: str, to: str = "", subject: str = "orders") -> bytes:
    """Write a letter of a seat, with its tag or to another address."""
    name = {"Message-ID": f"<{world.last_letter()}.{len(world.memory.waiting)}@client.test>"}
    return world.raw(text, _address(seat), to=to or world.tag(seat), subject=subject, headers=name)


def _address(seat: Seat) -> str:
    return f"{seat.lower()}@pbem.test"


def _played(world: World, scene: Scene, game: AnyGame) -> Any:  # noqa: ANN401 - the game's own
    """Play a scene up to its point, where all others have sent orders; return the position."""
    plans = [SeatPlan(seat=seat, player=f"{seat}s player", addresses=(_address(seat),)) for seat in scene.seats]
    world.match(MATCH, game.info.key, plans, **scene.options)
    if not scene.answered:
        _execute(world, update(Address).where(col(Address.address) == _address(scene.who)).values(confirmed=False))
    for number in range(game.info.limit):
        state = records.position(game, world.the_match(MATCH).state)
        prompts, reached = game.pending(state), scene.when(game.pending(state))
        for seat, prompt in prompts.items():
            if seat == scene.who and (reached or not scene.answered):
                continue
            chance = Dice.throwaway(f"scene/{number}").secret.child(seat)
            order_set = bot_orders(game, state, seat, prompt, bot="random", chance=chance)
            lines = "\n".join(map(game.language.line, order_set)) or "READY"
            world.put(_letter(world, seat, lines))
        world.read()
        if reached:
            return state
        _execute(world, update(Outbox).values(status=OutboxStatus.SENT))
        world.move(hours=49)
        world.look()
    raise AssertionError("the match never came to this point")


def _execute(world: World, statement: Any) -> None:  # noqa: ANN401 - any statement
    with world.store.write() as session:
        session.execute(statement)
