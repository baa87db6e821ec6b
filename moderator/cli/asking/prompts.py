"""One question at a terminal or in a pipe: it is asked again until the answer is right.

Ctrl-C and the end of input raise typer.Abort.
"""

import sys
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

import typer

from moderator.config.answers import AnswerError, check_answer
from moderator.config.faults import nearest

T = TypeVar("T")
_SAME = {"ssl": "tls"}
"""Answers that mean a choice with another name here."""


def ask(question: str, kind: Any, default: str = "") -> Any:  # noqa: ANN401 - what the kind makes of it
    """Ask for a value of a kind, such as ``Slug`` or ``Port``, as config.toml checks it."""
    return ask_until(question, lambda text: check_answer(kind, text), default)


def choose(question: str, choices: Sequence[str], default: str, otherwise: str = "") -> str:
    """Ask for one of some words, in upper or lower case; ``otherwise`` is a sentence for whom none fits."""

    def chosen(text: str) -> str:
        word = text.strip().casefold()
        found = next((each for each in choices if each.casefold() == _SAME.get(word, word)), None)
        if found is None:
            near = nearest(text, choices)
            advice = f'did you mean "{near}"?' if near else f"{', '.join(choices)}."
            raise AnswerError(f'"{text}" is not one of the choices: {advice} {otherwise}'.strip())
        return found

    return ask_until(f"{question} ({', '.join(choices)})", chosen, default)


def ask_until(question: str, read: Callable[[str], T], default: str = "") -> T:
    """Ask until ``read`` raises no AnswerError, and return what it makes of the answer."""

    def checked(text: str) -> T:
        try:
            return read(text)
        except AnswerError as error:
            raise typer.BadParameter(str(error)) from None

    found: T = typer.prompt(question, default=default, show_default=bool(default), value_proc=checked)
    return found


def ask_secret(question: str, default: str = "") -> str:
    """Ask for a password, which is not shown; an empty answer means the default, if there is one."""
    hidden = sys.stdin.isatty()  # nothing shows what comes by a pipe, and getpass would ask the terminal all the same
    while True:
        secret: str = typer.prompt(question, default="", show_default=False, hide_input=hidden, value_proc=str)
        if secret or default:
            return secret or default
        typer.echo("Error: must not be empty")
