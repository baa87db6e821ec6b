"""Catalogues: the sentences of templates in other languages, from files such as ``de.po`` beside the templates.

A sentence is looked up in the catalogue of its game first and then in those of the service. One that is in none stays
English, which is the language of the templates.
"""

from collections.abc import Callable, Iterable
from functools import cached_property
from gettext import GNUTranslations, NullTranslations
from io import BytesIO, StringIO
from itertools import pairwise
from operator import index

from babel.messages.mofile import write_mo
from babel.messages.pofile import PoFileError, read_po
from jinja2 import Environment, TemplateSyntaxError, pass_context
from jinja2.runtime import Context

from moderator.core.template_folders import ENGLISH

_SERVICE = ("service", "web", "print")
"""The folders of templates that are no game's."""


class Catalogues:
    """The catalogues of one language, each read when a sentence is first looked up in it. Safe for several threads.

    ``sources`` gives the texts of the files of a name such as ``games/space-genocide/de.po``, an operator's first.
    """

    def __init__(self, language: str, sources: Callable[[str], Iterable[str]]) -> None:
        """Take the code of a language, and where its files are."""
        self.language = language
        self._sources = sources
        self._of_games: dict[str, NullTranslations | None] = {}

    def has_game(self, game: str) -> bool:
        """Tell whether a game has a catalogue; without one its letters go out in English whole."""
        return self.language == ENGLISH or not game or self._game(game) is not None

    def translations(self, template: str) -> NullTranslations:
        """Return the translations for the sentences of a template."""
        folder, _, rest = template.partition("/")
        game = self._game(rest.partition("/")[0]) if folder == "games" else None
        return game or self._service

    def install(self, environment: Environment, change: Callable[[str], str], finish: Callable[[str], str]) -> None:
        """Have an environment look up its sentences.

        A sentence is ``change``-d before it is looked up, so that a translator sees what a post or a page says, and
        ``finish``-ed after that; both before anything is filled in. What is counted must be a whole number: languages
        have rules for it.
        """

        @pass_context
        def gettext(context: Context, message: str) -> str:
            return finish(self._at(context).gettext(change(message)))

        @pass_context
        def ngettext(context: Context, one: str, many: str, number: int) -> str:
            return finish(self._at(context).ngettext(change(one), change(many), index(number)))

        @pass_context
        def pgettext(context: Context, meaning: str, message: str) -> str:
            return finish(self._at(context).pgettext(meaning, change(message)))

        @pass_context
        def npgettext(context: Context, meaning: str, one: str, many: str, number: int) -> str:
            return finish(self._at(context).npgettext(meaning, change(one), change(many), index(number)))

        environment.install_gettext_callables(  # type: ignore[attr-defined] # the extension adds it
            gettext, ngettext, newstyle=True, pgettext=pgettext, npgettext=npgettext
        )

    def _at(self, context: Context) -> NullTranslations:
        return self.translations(context.name or "")

    @cached_property
    def _service(self) -> NullTranslations:
        return self._read(_SERVICE, NullTranslations()) or NullTranslations()

    def _game(self, game: str) -> NullTranslations | None:
        if game not in self._of_games:
            self._of_games[game] = self._read((f"games/{game}",), self._service)
        return self._of_games[game]

    def _read(self, folders: Iterable[str], rest: NullTranslations) -> NullTranslations | None:
        """Return the translations of some folders, which leave to ``rest`` what they lack; None if there are none."""
        if self.language == ENGLISH:
            return None
        found = [each for folder in folders for each in self._read_all(f"{folder}/{self.language}.po")]
        for before, after in pairwise(found):
            before.add_fallback(after)
        for last in found[-1:]:
            last.add_fallback(rest)
        return found[0] if found else None

    def _read_all(self, name: str) -> list[GNUTranslations]:
        """Return the translations of all files of a name; raises TemplateSyntaxError for one that is wrong."""
        try:
            return [_translations(text, self.language) for text in self._sources(name)]
        except (PoFileError, ValueError) as error:
            raise TemplateSyntaxError(str(error), getattr(error, "lineno", 0) + 1, name) from error


def _translations(text: str, language: str) -> GNUTranslations:
    """Return the translations of a catalogue's text."""
    compiled = BytesIO()
    write_mo(compiled, read_po(StringIO(text), locale=language, abort_invalid=True))
    compiled.seek(0)
    return GNUTranslations(compiled)


def unchanged(message: str) -> str:
    """Return a sentence as it is."""
    return message
