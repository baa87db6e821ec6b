"""A pseudo-language: each sentence that can be translated stands in marks, so that everything else shows."""

import re
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from jinja2 import Environment

from moderator.rendering.environment import Templates

_BEGIN, _END = "\u27e6", "\u27e7"
_INNERMOST = re.compile(f"{_BEGIN}[^{_BEGIN}{_END}]*{_END}")
WORD = re.compile(r"(?<!\w)[^\W\d_]{2,}(?!\w)")
"""A word of a text."""


class PseudoTemplates(Templates):
    """Templates in the pseudo-language."""

    def _environment(self, **choices: Any) -> Environment:  # noqa: ANN401 - handed on
        environment = super()._environment(**{**choices, "finish": _marked})
        environment.filters |= {name: partial(_filtered, local) for name, local in self.local.filters.items()}
        return environment


def untranslatable(words: str) -> Iterator[str]:
    """Give the words that stand outside of all sentences."""
    while (rest := _INNERMOST.sub(" ", words)) != words:
        words = rest
    return (found[0] for found in WORD.finditer(words))


def _marked(sentence: str) -> str:
    return f"{_BEGIN}{sentence}{_END}"


def _filtered(local: Callable[..., str], *given: Any, **named: Any) -> str:  # noqa: ANN401 - handed on
    return _marked(local(*given, **named))
