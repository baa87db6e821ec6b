"""Laws about what is told: previews, HELP, the match recap and the last report."""

import re
from collections.abc import Iterator
from typing import Any

import msgspec

from moderator.core.codec import decode, encode
from moderator.core.dice import Dice
from moderator.core.game import AnyGame, Chapter
from moderator.core.seats import Observer, Who
from moderator.rendering.environment import ReadingSeat, Voice
from moderator.service.matches import reports
from moderator.testing.laws.replay import tuple_of
from moderator.testing.laws.words import templates_of
from moderator.testing.subjects import GameSubject, TableSubject

_SOME = 12
_NAMED = 7
_PROMISE = re.compile(
    r"next (?:turn|round|night|year|move|report)|turns? after|goes on to|go on to|(?:is|are) due", re.IGNORECASE
)


def any_orders_can_be_previewed(table: TableSubject) -> None:
    """Any orders can be previewed: those that were given, what silence means, and heaps of anybody's."""
    game = table.game
    for n, moment in enumerate(table.moments(_SOME)):
        for seat, prompt in moment.prompts.items():
            view = game.view(moment.before, seat)
            silence = game.default(view, prompt, ())
            for orders in (moment.step.orders.get(seat, ()), silence, table.heap[n * 7 :][:9], ()):
                for section in game.preview(view, prompt, orders).sections:
                    table.require(section.facts, f"the preview has an empty section, {section.key}", seat)
                    read = decode(encode(section.facts), tuple_of(game.foretold))
                    table.same(read, section.facts, "facts of a preview, read back from JSON", seat)


def every_topic_is_explained(game: GameSubject) -> None:
    """HELP explains each topic of the game and each name below it, however it is written and whatever the options.

    With the usual options it is asked about every name, with each of the others about some.
    """
    rules = game.game
    seats = [spec.name for spec in rules.info.seats]
    named = [name for names in rules.topics.values() for name in names]
    for number, options in enumerate(_choices(rules)):
        view = rules.view(rules.setup(seats, options, Dice.throwaway(f"topics/{game.name}")).state, seats[0])
        for word in (*rules.topics, *(named[number % _NAMED :: _NAMED] if options else named)):
            told = rules.explain(view, word)
            game.require(told.sections, f"with the options {options}, HELP {word} says nothing")
            if options:
                continue
            game.same_json(told, rules.explain(view, f" {word.capitalize()}."), f"HELP {word} in other letters")
            for section in told.sections:
                read = decode(encode(section.facts), tuple_of(rules.foretold))
                game.same(read, section.facts, f"facts of HELP {word}, read back from JSON")
        for rubbish in ("", "...", "zzyzx"):
            game.require(not rules.explain(view, rubbish).sections, f"HELP {rubbish!r} says something")


def _choices(game: AnyGame) -> Iterator[dict[str, Any]]:
    """Give the usual options, then those with one thing otherwise, for all that is a choice of words or a switch."""
    yield {}
    for field in msgspec.inspect.type_info(game.info.options).fields:  # type: ignore[attr-defined]
        match field.type:
            case msgspec.inspect.LiteralType(values=values):
                yield from ({field.encode_name: value} for value in values if value != field.default)
            case msgspec.inspect.BoolType():
                yield {field.encode_name: not field.default}


def every_match_can_be_remembered(table: TableSubject) -> None:
    """A match recap has a caption for each board or none, and honours for every seat or none; the same each time."""
    game, match = table.game, table.played
    chapters = [Chapter(0, game.view(match.start, Observer.GM), ())]
    chapters += [Chapter(n, game.view(each.state, Observer.GM), each.events) for n, each in enumerate(match.steps, 1)]
    for told in (chapters[:1], chapters[:3], chapters):
        memories = game.remember(told)
        captions = len(memories.captions)
        table.require(captions in {0, len(told)}, f"{len(told)} boards have {captions} captions")
        honoured = {fact.seat for fact in memories.honours}
        table.require(honoured in (set(), set(table.seats)), f"only {', '.join(sorted(honoured))} are honoured")
        table.same_json(game.remember(told), memories, "what is remembered a second time")


def last_report_promises_no_turn(table: TableSubject) -> None:
    """The last report of a match promises no turn: nothing goes on, comes next or holds from now on."""
    for who, words in _last_words(table):
        table.require(not _PROMISE.search(words), f"the last report says: {words}", who)


def _last_words(table: TableSubject) -> Iterator[tuple[Who, str]]:
    """Give all that is said to anybody in the last reports of a match, if it ends."""
    game, match = table.game, table.played
    if match.outcome is None:
        return
    templates = templates_of(table.templates)
    for who in table.watchers:
        voice = Voice(templates.text, game.info.key, ReadingSeat(str(who), "UTC"))
        known = [event for event in match.steps[-1].events if event.known_to(who)]
        for section in reports.report(game, game.view(match.state, who), known, over=True).sections:
            yield from ((who, str(voice.say(fact))) for fact in section.facts)
