"""Where the templates lie that come with the moderator, in the wheel or at the root of a checkout; their languages."""

from pathlib import Path

_PACKAGE = Path(__file__).resolve().parents[1]
_IN_WHEEL = _PACKAGE / "templates"

TEMPLATES = _IN_WHEEL if _IN_WHEEL.is_dir() else _PACKAGE.parent / "templates"
"""The folder of the templates: ``service``, ``print``, and one folder in ``games`` for each of our own games."""

ENGLISH = "en"
"""The language that the templates are written in."""

LANGUAGES = (ENGLISH, *sorted(found.stem for found in TEMPLATES.glob("service/*.po")))
"""The codes of the languages that letters can be in: English, and those that the service has a catalogue for."""
