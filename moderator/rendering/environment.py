"""The templates: where they are found, the two forms that they are rendered in, and the voice that words facts.

Every template of the service is rendered twice, as text and as HTML, each time with different layout macros, so that
both forms hold the same facts. The words of games are macros, named after tags and codes.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, Self

from jinja2 import (
    BaseLoader,
    ChoiceLoader,
    Environment,
    FileSystemLoader,
    StrictUndefined,
    TemplateNotFound,
    pass_environment,
)
from jinja2.runtime import Macro
from jinja2.sandbox import SandboxedEnvironment
from msgspec.structs import asdict

from moderator.core import codec
from moderator.core.template_folders import ENGLISH, LANGUAGES, TEMPLATES
from moderator.games.registry import GAMES
from moderator.rendering import filters, markdown
from moderator.rendering.words.catalogues import Catalogues, unchanged
from moderator.rendering.words.local_filters import LocalFilters, is_utc
from moderator.rendering.words.page_words import on_page, print_apostrophes
from moderator.rendering.words.posted_words import posted, sendable
from moderator.service import schedule

_BLANKS = re.compile(r"[ \t\n]+")


def _word_for(name: str) -> Callable[[Environment, int, str], str]:
    """Return a filter that words a number of turns by a macro of ``turns.j2``, the game's before the service's."""

    @pass_environment
    def worded(environment: Environment, number: int, game: str) -> str:
        module: Any = environment.select_template([f"games/{game}/turns.j2", "service/turns.j2"]).module
        words: str = getattr(module, name)(number)
        return words

    return worded


_FILTERS: Mapping[str, Callable[..., Any]] = {
    "is_utc": is_utc,
    "timetable": schedule.timetable,
    "capital": filters.capital,
    "percent": filters.percent,
    "runs": filters.runs,
    "wrap": filters.wrap,
    "wrap_all": filters.wrap_all,
    "clean": filters.clean,
    "one_line": filters.one_line,
    "label": filters.bullet,
    "points": filters.points,
    "caret": filters.caret,
    "columns": filters.columns,
    "folded": filters.folded,
    "mailto": filters.mailto,
    "tag": filters.tag,
    "turn": _word_for("turn"),
    "turns": _word_for("turns"),
    "sendable": sendable,
    "markdown": markdown.markdown,
    "apostrophes": print_apostrophes,
    "fenced": markdown.fence_lines,
    "prefixed": markdown.prefix_lines,
}


class _GamesLoader(BaseLoader):
    """Loads the templates of each game (``games/<key>/…``), which is imported when the first of them is asked for.

    Unlike with Jinja's ``PrefixLoader`` a template keeps its whole name, by which its catalogue is found.
    """

    def __init__(self) -> None:
        self._folders: dict[str, FileSystemLoader] = {}

    def get_source(self, environment: Environment, template: str) -> Any:  # noqa: ANN401 - as Jinja's loaders
        """Return a template of a game."""
        folder, _, rest = template.partition("/")
        key, _, name = rest.partition("/")
        if folder != "games" or key not in GAMES:
            raise TemplateNotFound(template)
        loader = self._folders.setdefault(key, FileSystemLoader(GAMES[key].templates))
        try:
            return loader.get_source(environment, name)
        except TemplateNotFound as missing:
            raise TemplateNotFound(template) from missing


class _OldNameLoader(BaseLoader):
    """Loads an operator's templates that were named before release 0.2.0; it goes with release 0.3.0."""

    def __init__(self, own: BaseLoader) -> None:
        self._own = own

    def get_source(self, environment: Environment, template: str) -> Any:  # noqa: ANN401 - as Jinja's loaders
        """Return a template that stands under its old name."""
        old = template.replace("recap.", "souvenir.")
        if old == template:
            raise TemplateNotFound(template)
        return self._own.get_source(environment, old)


class Templates:
    """The environments for text, for HTML, for posts and for pages; an operator's folder comes before ours, sandboxed.

    What is worded for a page is text that ``page_html`` escapes. All are for one language; ``speaking`` gives those for
    another.
    """

    def __init__(
        self, operator: Path | None = None, language: str = ENGLISH, known: "dict[str, Templates] | None" = None
    ) -> None:
        """Build the environments. ``operator`` is ignored if it is the packaged folder.

        ``known`` are the same templates in other languages.
        """
        self._loaders: list[BaseLoader] = [_GamesLoader(), FileSystemLoader(TEMPLATES)]
        self.operator = operator if operator is not None and operator.resolve() != TEMPLATES else None
        if self.operator is not None:
            own = FileSystemLoader(self.operator)
            self._loaders[:0] = [own, _OldNameLoader(own)]
        self._known = {} if known is None else known
        self.catalogues = Catalogues(language, self._sources)
        self.local = LocalFilters(language)
        self.text = self._environment(html=False)
        self.html = self._environment(html=True)
        self.posts = self._environment(html=False, change=posted, in_posts=True)
        self.page_text = self._environment(html=False, change=on_page, finish=print_apostrophes, on_page=True)
        self.page_html = self._environment(html=True, change=on_page, finish=print_apostrophes, on_page=True)
        self._known[language] = self  # only now that other threads can use them

    def speaking(self, language: str, game: str = "") -> "Templates":
        """Return the templates in a language: in English if there are no catalogues of it, or none of a game."""
        if language not in LANGUAGES:
            return self._known[ENGLISH]
        spoken = self._known.get(language) or Templates(self.operator, language, self._known)
        return spoken if spoken.catalogues.has_game(game) else self._known[ENGLISH]

    @property
    def language(self) -> str:
        """The code of the language."""
        return self.catalogues.language

    def filling(self, layout: str) -> Environment:
        """Return the environment that fills a layout: ``txt``, ``html``, ``md`` (of posts) or ``page``."""
        return {"txt": self.text, "html": self.html, "md": self.posts, "page": self.page_html}[layout]

    def wording(self, layout: str) -> Environment:
        """Return the environment that words facts for a layout, as plain text."""
        return {"txt": self.text, "html": self.text, "md": self.posts, "page": self.page_text}[layout]

    def source(self, name: str) -> str:
        """Return the source of a template that is not written in Jinja, such as a document for typst."""
        for found in self._sources(name):
            return found
        raise TemplateNotFound(name)

    def _sources(self, name: str) -> Iterator[str]:
        """Give the texts of the files of a name, an operator's before ours."""
        for loader in self._loaders:
            with suppress(TemplateNotFound):
                yield loader.get_source(self.text, name)[0]

    def _environment(
        self,
        *,
        html: bool,
        change: Callable[[str], str] = unchanged,
        finish: Callable[[str], str] = unchanged,
        **known: bool,
    ) -> Environment:
        kind = Environment if self.operator is None else SandboxedEnvironment
        environment = kind(
            loader=ChoiceLoader(self._loaders),
            undefined=StrictUndefined,
            autoescape=html,
            trim_blocks=True,
            lstrip_blocks=True,
            extensions=["jinja2.ext.i18n", "jinja2.ext.do", "jinja2.ext.loopcontrols"],
            cache_size=-1,
            auto_reload=self.operator is not None,
        )
        environment.globals |= {"in_posts": False, "on_page": False, **known}
        environment.policies["ext.i18n.trimmed"] = True
        environment.filters |= {**_FILTERS, **self.local.filters}
        self.catalogues.install(environment, change, finish)
        return environment


def _line(words: str) -> str:
    """Return words as one line; non-breaking blanks are kept."""
    return _BLANKS.sub(" ", words).strip(" ")


class ReadingSeat(str):  # noqa: SLOT000 - one a letter, and it carries a zone
    """The seat that a letter is for, as macros get it: a string equal to the seat's name, with the player's zone."""

    zone: str

    def __new__(cls, seat: str, zone: str) -> Self:
        """Return the seat with an IANA time zone."""
        self = super().__new__(cls, seat)
        self.zone = zone
        return self

    @property
    def seat(self) -> str:
        """The seat's name."""
        return str(self)


class Voice:
    """Words facts for one reader as plain text, each once for both forms. A game's macros come before the service's.

    HTML escapes these words like any other text. A macro may leave out parameters that it does not need. A fact without
    a macro is shown by its fields, so that a game can be played before its words are written.
    """

    def __init__(self, environment: Environment, game: str, reader: ReadingSeat) -> None:
        """Prepare to word facts with the macros of an environment, which must be the one for text."""
        self.environment = environment
        self.game = game
        self.reader = reader
        self._folders = ([f"games/{game}"] if game else []) + ["service"]
        self._modules: dict[str, Any] = {}
        self._said: dict[tuple[tuple[str, ...], str, bytes], str] = {}

    def say(self, fact: Any) -> str:  # noqa: ANN401 - any tagged Struct
        """Return an event or a fact of a report in words, as one line."""
        tag = fact.__struct_config__.tag or type(fact).__name__
        return self.words(("events.j2", "sections.j2"), str(tag), fact, lambda: asdict(fact))

    def line(self, fact: Any, *, beside_dice: bool = False) -> str:  # noqa: ANN401 - any tagged Struct
        """Return a fact in words as a line of a list, with a mark if it stands under the one before it."""
        words = self.say_beside_dice(fact) if beside_dice else self.say(fact)
        return f"{filters.NESTED} {words}" if getattr(fact, "nested", False) else words

    def say_beside_dice(self, fact: Any) -> str:  # noqa: ANN401 - any tagged Struct
        """Return a fact in words beside a drawing of its dice: by its macro ``<tag>_beside_dice``, or by ``say``."""
        macro = self.macro(("events.j2", "sections.j2"), f"{fact.__struct_config__.tag}-beside-dice")
        return _line(macro(*(fact, self.reader)[: len(macro.arguments)])) if macro else self.say(fact)

    def listing(self, items: Iterable[object]) -> str:
        """Return items as a list in words: ``Red, Blue and Green``."""
        listed: str = self.environment.filters["listing"](items)
        return listed

    def drawn(self, key: str) -> bool:
        """Tell whether a printed page shows a section as a drawing, as the game's macro ``drawn(key)`` says."""
        return self._marks("sections.j2", "drawn", key)

    def printed(self, key: str) -> bool:
        """Tell whether a section stands on a printed page alone, as the game's macro ``printed(key)`` says."""
        return self._marks("sections.j2", "printed", key)

    def filed(self, key: str) -> bool:
        """Tell whether a section goes with the proof into its file, as the game's macro ``filed(key)`` says."""
        return self._marks("sections.j2", "filed", key)

    def leads(self, key: str) -> bool:
        """Tell whether a section comes first on a printed page, as the game's macro ``leads(key)`` says."""
        return self._marks("sections.j2", "leads", key)

    def told(self, kind: str) -> bool:
        """Tell whether reports show throws of a kind with what they decided, as the macro ``told(kind)`` says."""
        return self._marks("dice.j2", "told", kind)

    def _marks(self, file: str, name: str, key: str) -> bool:
        """Tell whether a macro of a file, if there is one, says anything of a key."""
        macro = self.macro((file,), name)
        return macro is not None and bool(_line(macro(key)))

    def problem(self, problem: Any) -> str:  # noqa: ANN401 - a Problem
        """Return a complaint about a line in words. ``missing-seat`` is worded by ``missing`` if it has no macro."""
        family = problem.code.partition("-")[0]
        return self.words(("problems.j2",), problem.code, problem, lambda: problem.facts, family)

    def dice(self, roll: Any) -> str:  # noqa: ANN401 - anything with the fields of Why
        """Return the reason of a throw in words."""
        return self.words(("dice.j2",), roll.kind, roll, lambda: {"place": roll.place, "seats": roll.seats})

    def heading(self, key: str) -> str:
        """Return the heading of a section."""
        for module in self._find_modules("sections.j2"):
            if isinstance(getattr(module, "heading", None), Macro):
                words = _line(module.heading(key))
                if words:
                    return words
        return key.replace("-", " ").capitalize()

    def code(self, file: str, code: str, facts: Any) -> str:  # noqa: ANN401 - a Struct with ``facts``
        """Return a code of the service in words, by the macros of one of its files."""
        return self.words((f"{file}.j2",), code, facts, lambda: facts.facts)

    def gap(self, name: str) -> str:
        """Return in words what belongs in a gap of an order."""
        return self.words(("gaps.j2",), name, name, dict)

    def order(self, explained: Any) -> str:  # noqa: ANN401 - an OrderHelp
        """Return in words what a kind of order does."""
        return self.words(("orders.j2",), explained.order, explained, dict)

    def command(self, explained: Any) -> str:  # noqa: ANN401 - an OrderHelp
        """Return in words what a command, a preference or a topic is about."""
        return self.words(("commands.j2",), explained.order, explained, dict)

    def why(self, due: Any) -> str:  # noqa: ANN401 - a Due
        """Return in words why a deadline moved."""
        return self.words(("whys.j2",), due.why, due, dict)

    def words(
        self, files: tuple[str, ...], tag: str, fact: object, fields: Callable[[], Mapping[str, Any]], family: str = ""
    ) -> str:
        """Return a fact in words: by the first macro of its tag, or of its family, or plainly by its fields."""
        key = (files, tag, codec.encode(fact))
        if key not in self._said:
            macro = self.macro(files, tag) or (self.macro(files, family) if family else None)
            if macro is not None:
                words = macro(*(fact, self.reader, self)[: len(macro.arguments)])
            else:
                plain: Any = self.environment.get_template("service/plain.j2").module
                words = plain.spelled(tag, fields())
            self._said[key] = _line(words)
        return self._said[key]

    def macro(self, files: tuple[str, ...], tag: str) -> Macro | None:
        """Return the macro of a tag or code, None if there is none."""
        name = tag.replace("-", "_")
        for file in files:
            for module in self._find_modules(file):
                macro = getattr(module, name, None)
                if isinstance(macro, Macro):
                    return macro
        return None

    def _find_modules(self, file: str) -> tuple[Any, ...]:
        if file not in self._modules:
            self._modules[file] = tuple(
                self.environment.get_template(name).module
                for folder in self._folders
                if self._exists(name := f"{folder}/{file}")
            )
        found: tuple[Any, ...] = self._modules[file]
        return found

    def _exists(self, name: str) -> bool:
        try:
            self.environment.get_template(name)
        except TemplateNotFound as missing:
            if missing.name != name:
                raise
            return False
        return True
