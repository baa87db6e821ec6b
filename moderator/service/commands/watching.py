"""WATCH: the reports of a match for people who do not play in it, and the end of them."""

from msgspec.structs import replace

from moderator.language.reading.commands import Watch
from moderator.service import spectators
from moderator.service.codes import AnswerCode, RefusalCode
from moderator.service.commands.command_context import CommandContext
from moderator.service.letter_parts import Answer
from moderator.service.matches import letterhead
from moderator.service.people import watching
from moderator.service.people.watching import Who
from moderator.store import people_queries
from moderator.store.tables import Match


def watch(command_context: CommandContext, command: Watch) -> Answer:
    """Begin to watch a match, stop it, or tell what is watched; nothing on the word of who is not proved."""
    if not command_context.proved:
        return command_context.answer(RefusalCode.WATCH_UNPROVED)
    who = who_asks(command_context)
    if command.ends:
        return _stop(command_context, command, who)
    if not command.wanted:
        return _tell_watched(command_context, who)
    if not who.address:
        return command_context.answer(RefusalCode.WATCH_NO_ADDRESS)
    found = watching.start(command_context.session, command_context.ctx, who, command.wanted)
    if not isinstance(found, Match):
        limits = {RefusalCode.WATCH_MANY: watching.MOST_WATCHED, RefusalCode.WATCH_FULL: watching.MOST_WATCHERS}
        return command_context.answer(found, match=command.wanted, limit=limits.get(found, 0))
    url = command_context.ctx.settings.web
    where = f"{url}/m/{found.slug}" if url else ""
    return command_context.answer(AnswerCode.WATCHING, match=found.name, shown=found.settings.shown, url=where)


def who_asks(command_context: CommandContext) -> Who:
    """Return who watches if it is the author of a command."""
    if command_context.is_visitor:
        return Who(None, command_context.address)
    number = command_context.player.id
    return Who(number, people_queries.written_to(command_context.session, number))


def stop_all(command_context: CommandContext) -> int:
    """Let the author of a command watch nothing any more; return how many matches that were."""
    return len(watching.stop(command_context.session, who_asks(command_context)))


def _stop(command_context: CommandContext, command: Watch, who: Who) -> Answer:
    ended = watching.stop(command_context.session, who, command.wanted)
    if not ended:
        return _tell_watched(command_context, who)
    return command_context.answer(AnswerCode.WATCH_OFF, match=ended[0] if command.wanted else "")


def _tell_watched(command_context: CommandContext, who: Who) -> Answer:
    """List what is watched; a match that shows nothing any more is told of no more."""
    session, ctx = command_context.session, command_context.ctx
    watched = [match for _, match in who.watches(session, going_on=True) if spectators.are_let_in(match)]
    if not watched:
        return command_context.answer(AnswerCode.WATCHED_NONE)
    told = tuple(letterhead.match_line(session, ctx, match) for match in watched)
    return replace(command_context.answer(AnswerCode.WATCHED), matches=told)
