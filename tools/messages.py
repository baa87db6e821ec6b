"""Bring the catalogues of other languages up to date with the templates: ``python tools/messages.py de``.

Each folder of templates has a catalogue such as ``de.po``. Sentences that are new get an empty translation, those that
are gone are dropped, and all others stay as they are. What posts and pages say in other words is a sentence of its own.
"""

import sys
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import read_po, write_po
from jinja2.ext import extract_from_ast

from moderator.core.template_folders import TEMPLATES
from moderator.rendering.environment import Templates
from moderator.rendering.words.page_words import on_page
from moderator.rendering.words.posted_words import posted

WIDTH = 120

Sentence = tuple[str, str | None, str]
"""A sentence, its form for several things (None: it counts nothing), and its context, which may be empty."""


def folders() -> list[Path]:
    """Return the folders that have a catalogue each, but for games that are not translated."""
    return [TEMPLATES / "service", TEMPLATES / "web", TEMPLATES / "print", *sorted((TEMPLATES / "games").iterdir())]


def sentences(folder: Path) -> dict[Sentence, list[str]]:
    """Return the sentences of a folder's templates, each with the files that it is in."""
    text = Templates().text
    found: dict[Sentence, list[str]] = {}
    for file in sorted(folder.glob("*.j2")):
        for _, function, words in extract_from_ast(text.parse(file.read_text(encoding="utf-8"))):
            for sentence in _spoken(_sentence(function, words), page_only=folder.name == "web"):
                files = found.setdefault(sentence, [])
                if file.name not in files:
                    files.append(file.name)
    return found


def update(folder: Path, language: str) -> Catalog:
    """Write a folder's catalogue anew, and return it."""
    file = folder / f"{language}.po"
    known = read_po(BytesIO(file.read_bytes()), locale=language) if file.exists() else Catalog(locale=language)
    catalog = Catalog(locale=language, fuzzy=False)
    for (one, many, meaning), files in sentences(folder).items():
        names = (one, many) if many is not None else one
        before = known.get(one, meaning or None)
        same = before is not None and isinstance(before.id, tuple) == (many is not None)
        string = before.string if before is not None and same else None
        catalog.add(names, string, [(name, 0) for name in files], context=meaning or None)
    with file.open("wb") as out:
        write_po(out, catalog, width=WIDTH, omit_header=True, include_lineno=False)
    return catalog


def is_translated(message: Message) -> bool:
    """Tell whether a message has all its translations."""
    return all(message.string) if isinstance(message.string, list | tuple) else bool(message.string)


def _sentence(function: str, words: str | tuple[str | None, ...] | None) -> Sentence:
    """Return a sentence as a call of a function of gettext has it; constants alone are given by ``words``."""
    given = [word for word in (words if isinstance(words, tuple) else (words,)) if word is not None]
    meaning = given.pop(0) if "p" in function.removesuffix("gettext") else ""
    return given[0], given[1] if function.endswith("ngettext") else None, meaning


def _spoken(sentence: Sentence, *, page_only: bool) -> Iterator[Sentence]:
    """Give a sentence in the words of letters, of posts and of pages."""
    one, many, meaning = sentence
    for change in (on_page,) if page_only else (str, posted, on_page):
        yield change(one), None if many is None else change(many), meaning


def main() -> None:
    """Update the catalogues of a language: of all folders that have one, or of those that are named."""
    language, *named = sys.argv[1:] or ["de"]
    ours = (folder for folder in folders() if (folder / f"{language}.po").exists())
    for folder in map(Path, named) if named else ours:
        catalog = update(folder, language)
        empty = sum(not is_translated(message) for message in catalog if message.id)
        print(f"{folder}: {len(catalog)} sentences, {empty} not translated")  # noqa: T201 - a command


if __name__ == "__main__":
    main()
