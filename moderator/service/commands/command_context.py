"""The context that every command gets: the seat, the letter that gives the command, and the thread."""

from dataclasses import dataclass

from msgspec.structs import replace
from sqlmodel import Session

from moderator.language.reading.commands import COMMANDS, Command, Press, Set
from moderator.service import player_memos
from moderator.service.chat import links
from moderator.service.codes import AnswerCode, RefusalCode
from moderator.service.context import Context
from moderator.service.letter_parts import Answer, Fact, Note
from moderator.service.matches import secrecy
from moderator.service.matches.seat_context import SeatContext
from moderator.store.tables import Letter, Player


@dataclass
class CommandContext:
    """The context of one command of a letter.

    ``seat_context`` is the seat that the letter speaks for, None for a player without one; ``line`` is where in the
    letter the command stands; ``thread`` are the Message-IDs that the letter answers. A visitor, who is no player here
    yet, has no number and a proved ``address``. Where it is not ``proved`` who wrote, the GM is told nothing by the
    command itself. It is ``delegated`` where somebody gives it for the player of the seat.
    """

    session: Session
    ctx: Context
    player: Player
    seat_context: SeatContext | None
    letter: Letter
    thread: tuple[str, ...]
    command: Command
    line: int = 0
    proved: bool = True
    address: str = ""
    delegated: bool = False

    @property
    def is_visitor(self) -> bool:
        """Whether its author is no player here yet."""
        return bool(self.address)

    @property
    def key(self) -> str:
        """A stable key of this command, for the letters that it sends."""
        return f"{self.letter.id}:{self.line}"

    def answer(self, code: AnswerCode | RefusalCode, *lines: str, **facts: Fact) -> Answer:
        """Return the answer to this command."""
        return Answer(command=label(self.command), line=self.line, code=code, facts=facts, lines=lines)

    def tell_gm(self, code: str, *lines: str, **facts: Fact) -> None:
        """Tell the GM something, with who asked in its facts."""
        if not self.proved:
            return
        if self.is_visitor:
            name = f" ({self.player.name})" if self.player.name else ""
            player_memos.wish(self.session, self.ctx, self.letter.id, f"{self.address}{name}: {label(self.command)}")
            return
        who: dict[str, Fact] = {"player": self.player.name}
        match, made = "", self.ctx.now()
        if self.seat_context:
            who["seat"], match = self.seat_context.seat, self.seat_context.match.name
            made = secrecy.told_at(self.session, self.ctx, self.seat_context.match, self.seat_context.seat)
        player_memos.tell(
            self.session,
            self.ctx,
            self.player.id,
            self.letter.id,
            Note(code, {**who, **facts}, lines),
            match=match,
            made=made,
        )


def label(command: Command) -> str:
    """Return a command as it heads its answer; the text of a message and secrets are left out."""
    if isinstance(command, Press):
        return f"PRESS TO {command.whom.strip()}"
    return COMMANDS.format(_without_secret(command) if isinstance(command, Set) else command)


def _without_secret(command: Set) -> Set:
    """Return a command as it may be shown: of the address for chat notices no more than the host."""
    if command.preference != "NOTIFY":
        return command
    return replace(command, value=links.without_addresses(f"SET {command.value}").removeprefix("SET "))
