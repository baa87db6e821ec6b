"""One value of the operator's file, checked as the file is: for questions that somebody answers at a terminal."""

from typing import Any

from pydantic import TypeAdapter, ValidationError

from moderator.core.errors import ModeratorError

_PLAIN = {
    "int_parsing": "must be a whole number",
    "greater_than_equal": "must be {ge} or more",
    "less_than_equal": "must be {le} or less",
    "string_too_short": "must not be empty",
    "string_too_long": "is too long: write {max_length} characters at most",
}
"""What is said of a value, by the code of pydantic."""


class AnswerError(ModeratorError):
    """An answer is wrong; the text says what to write instead."""


def check_answer(kind: Any, text: str) -> Any:  # noqa: ANN401 - what the kind makes of it
    """Return what a kind of value, such as ``Slug`` or ``Port``, makes of a text; raises AnswerError."""
    text = text.strip()
    if not text.isprintable() or "${" in text:
        raise AnswerError("must have no control characters and no ${")
    try:
        return TypeAdapter(kind).validate_python(text)
    except ValidationError as error:
        detail = error.errors()[0]
        context = detail.get("ctx", {})
        if detail["type"] == "ours":
            raise AnswerError(f"{context['message']}: {context['suggestion']}") from None
        raise AnswerError(_PLAIN.get(detail["type"], detail["msg"]).format(**context)) from None
