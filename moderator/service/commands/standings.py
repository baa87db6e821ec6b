"""Commands that tell how people play: RATING and SERIES."""

from msgspec.structs import replace

from moderator.language.reading.commands import Ratings, Series
from moderator.service import preferences
from moderator.service.codes import AnswerCode, RefusalCode
from moderator.service.commands.command_context import CommandContext
from moderator.service.letter_parts import Answer
from moderator.service.people import rating, series


def tell_ratings(command_context: CommandContext, _: Ratings) -> Answer:
    """List the ratings of those who agreed to it, and the player's own."""
    known = command_context.proved and not command_context.is_visitor
    player = command_context.player
    found = rating.ratings(command_context.session, command_context.ctx, player.id if known else None)
    listed = known and preferences.load_preferences(player).rating
    told = command_context.answer(AnswerCode.RATING, known=int(known), listed=int(listed), least=rating.RATED_FROM)
    return replace(told, ratings=found)


def tell_series(command_context: CommandContext, command: Series) -> Answer:
    """Tell how a series stands, or which there are."""
    session = command_context.session
    if not command.series:
        return command_context.answer(AnswerCode.SERIES_ALL, *(f"SERIES {name}" for name in series.names(session)))
    found = series.table(session, command_context.ctx, command.series)
    if found is None:
        lines = (f"SERIES {name}" for name in series.names(session))
        return command_context.answer(RefusalCode.SERIES_UNKNOWN, *lines, series=command.series)
    return replace(command_context.answer(AnswerCode.SERIES), series=found)
