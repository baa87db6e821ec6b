"""HELP: the orders of the game, the commands, what SET can change, and topics that are neither."""

from collections.abc import Iterator, Mapping, Sequence

from msgspec.structs import replace

from moderator.core.codec import tag_of
from moderator.core.game import AnyGame, Report
from moderator.core.orders import Order
from moderator.language.grammar.suggest import nearest
from moderator.language.reading.commands import COMMANDS, PREFERENCES, Command, Help, Set
from moderator.service import preferences
from moderator.service.codes import AnswerCode, RefusalCode
from moderator.service.commands.command_context import CommandContext
from moderator.service.letter_parts import Answer, OrderHelp
from moderator.service.matches import letterhead
from moderator.service.matches.seat_context import SeatContext

TOPICS: Mapping[str, tuple[str, ...]] = {
    "format": ("FORMAT", "FORMATS", "FORM", "FORMS", "LETTER", "LETTERS", "WRITE", "WRITING", "END"),
    "deadline": ("DEADLINE", "DEADLINES", "DUE", "LATE", "SILENCE", "TIME"),
    "doctrine": ("DOCTRINE", "DOCTRINES", "STANDING"),
    "dice": ("DICE", "SEAL", "SEALS", "RECEIPT", "RECEIPTS", "FAIR"),
    "poster": ("POSTER", "POSTERS", "PRINT", "PRINTING"),
    "playing": ("GAME", "PLAY", "PLAYING", "WIN", "WINNING", "VICTORY"),
}
"""What HELP knows besides orders and commands, each by the words that ask for it."""

_LINES: Mapping[str, tuple[str, ...]] = {
    "format": (),
    "deadline": ("STATUS", "WAIT", "EXTEND 24h"),
    "doctrine": (),
    "dice": (),
    "poster": ("MAP POSTER", "MAP POSTER BLANK"),
    "playing": ("RULES", "HISTORY", "STATUS"),
}
"""What can be written where a topic comes up; nothing where its words say all."""


def show_help(command_context: CommandContext, command: Help) -> Answer:
    """Explain an order, a command, a preference or a topic, or list all orders and commands."""
    topic = command.topic
    game = command_context.seat_context.game if command_context.seat_context else None
    if topic:
        orders = (
            _with_legal_examples(command_context.seat_context, _kinds(game, topic))
            if command_context.seat_context and game
            else ()
        )
        explained = tuple(_topic_help(topic.upper(), has_doctrine=game is None or bool(letterhead.doctrine_tags(game))))
        named = len(topic.split()) == 1 and COMMANDS.help(topic.upper())  # no card whose name begins so is meant
        told = (
            game.explain(command_context.seat_context.view, _in_english(game, topic))
            if command_context.seat_context and game and not named
            else Report(())
        )
        if orders or explained or told.sections:
            return replace(
                command_context.answer(AnswerCode.HELP_TOPIC, topic=topic.upper()),
                orders=orders,
                explained=explained,
                report=told,
            )
    forms = (
        tuple(letterhead.forms_by_kind(game, command_context.seat_context.view).values())
        if command_context.seat_context and game
        else ()
    )
    topics = game.topics if game else {}
    gap = ("",) if forms else ()
    listed = (*forms, *gap, *(f"HELP {word}" for word in topics), *gap, *COMMANDS.syntax().values())
    if not topic:
        return command_context.answer(AnswerCode.HELP, *listed)
    known = [line.split()[0] for line in (*forms, *COMMANDS.syntax().values())]
    words = (
        *known,
        *PREFERENCES,
        *(word for words in TOPICS.values() for word in words),
        *topics,
        *(name for names in topics.values() for name in names),
    )
    meant = nearest(topic.upper(), tuple(dict.fromkeys(words)), 1) or (game.language.alike(topic) if game else ())
    return command_context.answer(RefusalCode.HELP_UNKNOWN, *listed, topic=topic, meant=next(iter(meant), ""))


def _in_english(game: AnyGame, topic: str) -> str:
    """Return what a thing of the game is called in English, whatever language that orders are written in names it."""
    tongues = [game.language.spoken(tongue) for tongue in game.language.tongues]
    names = sorted((*game.topics, *game.language.names())) if tongues else ()
    named = (name for name in names if any(each.say(name).upper() == topic.upper() for each in tongues))
    return next(named, topic)


def _kinds(game: AnyGame, topic: str) -> Mapping[type[Order], Sequence[str]]:
    """Return the kinds of order that a topic asks about with their forms and an example: doctrine is all about it."""
    if topic.upper() not in TOPICS["doctrine"]:
        return game.language.help(topic)
    return {kind: game.language.help(form.split()[0])[kind] for kind, form in letterhead.doctrine_forms(game).items()}


def _topic_help(word: str, *, has_doctrine: bool) -> Iterator[OrderHelp]:
    """Return what a word in capitals asks about, apart from the orders of the game."""
    for kind, forms in COMMANDS.help(word).items():
        yield command_help(kind, forms)
        if kind is Set:
            yield from map(preference_help, PREFERENCES)
    for topic, words in TOPICS.items():
        if word in words and (topic != "doctrine" or has_doctrine):
            yield OrderHelp(f"about-{topic}", _LINES[topic])
    if word in PREFERENCES:
        yield preference_help(word)


def command_help(kind: type[Command], lines: Sequence[str]) -> OrderHelp:
    """Return help on a command: its forms, then examples where there is more to write than the form itself."""
    forms = [line for line in lines if not line.startswith(" ")]
    return OrderHelp(tag_of(kind), (*forms, *(f"  {example}" for example in kind.examples)))


def preference_help(name: str) -> OrderHelp:
    """Return help on what can be set: a line for each value."""
    return OrderHelp(f"set-{name.lower()}", preferences.lines(name))


def _with_legal_examples(
    seat_context: SeatContext, kinds: Mapping[type[Order], Sequence[str]]
) -> tuple[OrderHelp, ...]:
    """Return help on orders with examples that the seat could give now; a kind of which it can give none has none."""
    return tuple(
        OrderHelp(tag_of(kind), _examples(seat_context, lines, seat_context.legal_kinds.get(kind)))
        for kind, lines in kinds.items()
    )


def _examples(seat_context: SeatContext, lines: Sequence[str], legal: str | None) -> tuple[str, ...]:
    """Return help on a kind of order, examples that the seat could not give now changed for one that it could."""
    out: list[str] = []
    for line in lines:
        order = seat_context.game.language.read(line, hints=False).order if line.startswith(" ") else None
        if (
            order is None
            or seat_context.prompt is None
            or letterhead.legal(seat_context.game, seat_context.view, seat_context.prompt, order)
        ):
            out.append(line)
        elif legal is not None and f"  {legal}" not in out:
            out.append(f"  {legal}")
    return tuple(out)
