"""SET NOTIFY: where a player gets a few lines by chat when a letter has gone out; the address is a secret."""

from moderator.language.reading.commands import Set
from moderator.ports import ChatKind
from moderator.service import preferences
from moderator.service.chat import gathering, links
from moderator.service.codes import AnswerCode, RefusalCode
from moderator.service.commands.command_context import CommandContext
from moderator.service.letter_parts import Answer

_OFF = frozenset(("OFF", "NO", "NONE", "NEVER"))
_KINDS = {kind.value: kind for kind in ChatKind}


def change(command_context: CommandContext, command: Set) -> Answer:
    """Have chat notices sent to an address from now on, or none any more; nothing is sent for what came before."""
    player, words = command_context.player, command.value.split()
    if [word.strip(".,;!").upper() for word in words] in ([off] for off in _OFF):
        preferences.put_notify(player, "", "")
        gathering.forget(command_context.session, player.id)
        return command_context.answer(AnswerCode.NOTIFY_OFF)
    try:
        kind, url = _read(words)
    except links.BadUrlError as error:
        return command_context.answer(RefusalCode.NOTIFY_URL, *preferences.lines("NOTIFY"), why=str(error))
    preferences.put_notify(player, kind.value, url)
    gathering.forget(command_context.session, player.id)
    return command_context.answer(AnswerCode.NOTIFY_SET, kind=kind.value, host=links.masked(url))


def _read(words: list[str]) -> tuple[ChatKind, str]:
    """Return the kind that was named, or that the address looks like, and the address; raises BadUrlError."""
    named = _KINDS.get(words[0].lower()) if words else None
    rest = words[1:] if named else words
    url = links.read(rest[0] if len(rest) == 1 else "")
    return named or links.kind_of(url), url
