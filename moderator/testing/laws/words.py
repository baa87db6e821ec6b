"""Laws about words: everything that a game can say has a macro in a template."""

from collections.abc import Iterable
from functools import cache
from pathlib import Path

from jinja2 import TemplateNotFound, nodes

from moderator.core.codec import tag_of
from moderator.language.faults import LanguageFault
from moderator.rendering.environment import Templates
from moderator.testing.subjects import GameSubject, Subject, TableSubject


def every_event_has_words(game: GameSubject) -> None:
    """Every type of event has a macro of its tag in events.j2."""
    _require_worded(game, map(tag_of, game.game.events), "events.j2")


def every_fact_has_words(game: GameSubject) -> None:
    """Every type of fact in previews and explanations has a macro of its tag in events.j2."""
    _require_worded(game, map(tag_of, game.game.foretold), "events.j2")


def every_order_has_words(game: GameSubject) -> None:
    """Every type of order, the GM's too, is described by a macro of its tag in orders.j2."""
    _require_worded(game, map(tag_of, (*game.game.language.orders, *game.game.gm.orders)), "orders.j2")


def every_gap_has_words(game: GameSubject) -> None:
    """Every gap of an order has a macro in the game's gaps.j2, or in the service's."""
    language = game.game.language
    gaps = (piece.gap for kind in language.orders for piece in language.pieces(kind) if piece.gap)
    own = _found(game.templates, f"games/{game.game.info.key}/gaps.j2") or frozenset()
    known = own | (_found(game.templates, "service/gaps.j2") or frozenset())
    unworded = sorted({*gaps} - known)
    game.require(not unworded, f"gaps.j2 has no words for {', '.join(unworded)}")


def every_problem_has_words(game: GameSubject) -> None:
    """Every code in Game.faults has a macro in the game's problems.j2, or in the service's."""
    _require_worded(game, game.game.faults, "problems.j2", service=True)


def no_problem_is_worded_in_vain(game: GameSubject) -> None:
    """Every macro in the game's problems.j2 is about a code that can come up."""
    worded = {name for name in _macros(game, "problems.j2") if not name.startswith("_")}
    vain = worded - {_macro_of(code) for code in (*game.game.faults, *game.game.language.faults)}
    game.require(not vain, f"problems.j2 words what cannot come up: {', '.join(sorted(vain))}")


def problems_that_come_up_have_words(table: TableSubject) -> None:
    """Every complaint about nonsense, such as orders of other seats and turns, can be worded."""
    game, heap, codes = table.game, table.heap, set[str]()
    for at, asked in enumerate(table.played.asked):
        for seat, prompt in game.pending(asked.before).items():
            order_set = heap[at * 7 :: max(1, len(heap) // 9)]
            codes |= {problem.code for problem in game.check(game.view(asked.before, seat), prompt, order_set)}
    table.require(codes, "nothing was ever complained of: this law was not tried")
    _require_worded(table, codes, "problems.j2", service=True)
    undeclared = codes - {*game.faults, *LanguageFault}
    table.require(not undeclared, f"Game.faults lacks {', '.join(sorted(undeclared))}")


def facts_and_throws_have_words(table: TableSubject) -> None:
    """Everything in reports, and the reason of each throw of dice, can be worded for everybody who is told."""
    game, facts, throws = table.game, set[str](), set[str]()
    for step in table.played.steps:
        for who in table.watchers:
            known = [event for event in step.events if event.known_to(who)]
            for section in game.report(game.view(step.state, who), known).sections:
                facts |= {tag_of(type(fact)) for fact in section.facts}
        throws |= {throw.why.kind for throw in step.throws}
    table.require(facts, "no report told anything: this law was not tried")
    _require_worded(table, facts, "events.j2")
    _require_worded(table, throws, "dice.j2")
    _require_worded(table, ["heading"], "sections.j2")


def every_option_has_help(game: GameSubject) -> None:
    """Every option is explained in GameInfo.option_help, and nothing else is."""
    info = game.game.info
    game.same(
        sorted(info.option_help), sorted(info.options.__struct_fields__), "the options explained, and the options"
    )


def _require_worded(subject: Subject, tags: Iterable[object], file: str, *, service: bool = False) -> None:
    """Require that each tag, code or kind has a macro in a file of the game, or of the service."""
    known = _macros(subject, file) | (_found(subject.templates, f"service/{file}") or set() if service else set())
    unworded = sorted(str(tag) for tag in {*tags} if _macro_of(tag) not in known)
    subject.require(not unworded, f"{file} has no words for {', '.join(unworded)}")


def _macro_of(tag: object) -> str:
    return str(tag).replace("-", "_")


def _macros(subject: Subject, file: str) -> frozenset[str]:
    """Return the names of the macros of a game's template file, which must be there."""
    found = _found(subject.templates, f"games/{subject.game.info.key}/{file}")
    subject.require(found is not None, f"the game has no template {file}")
    return found or frozenset()


@cache
def _found(folder: Path | None, name: str) -> frozenset[str] | None:
    """Return the names of the macros of a template, None if there is none of that name."""
    templates = templates_of(folder)
    try:
        parsed = templates.text.parse(templates.source(name))
    except TemplateNotFound:
        return None
    return frozenset(macro.name for macro in parsed.find_all(nodes.Macro))


@cache
def templates_of(folder: Path | None) -> Templates:
    """Return the templates with those of a folder before them."""
    return Templates(folder)
