"""Words for chat notices: a title and a few lines, by the templates of letters."""

from pathlib import Path
from typing import Any

from moderator.rendering.environment import Templates
from moderator.rendering.filters import one_line
from moderator.service.chat.facts import ChatFacts
from moderator.service.chat.sending import ChatWords

TEMPLATE = "service/chat.j2"


class ChatWriter:
    """Words chat notices with the operator's templates over ours; if one of the operator's fails, with ours alone."""

    def __init__(self, operator: Path | None = None) -> None:
        """Take an instance's ``templates/`` folder, if it has one."""
        self._ours = Templates()
        self._templates = Templates(operator) if operator is not None and operator.is_dir() else self._ours

    def __call__(self, told: ChatFacts) -> ChatWords:
        """Word one chat notice."""
        if self._templates is self._ours:
            return _word(self._ours, told)
        try:
            return _word(self._templates, told)
        except Exception:  # noqa: BLE001 - letters tell the operator of a template that fails; a notice goes all the same
            return _word(self._ours, told)


def _word(templates: Templates, told: ChatFacts) -> ChatWords:
    macros: Any = templates.speaking(told.language, told.game).text.get_template(TEMPLATE).module
    happened = getattr(macros, told.event.value.replace("-", "_"))
    lines = (one_line(macro(told)) for macro in (happened, macros.due, macros.readiness))
    return ChatWords(one_line(macros.title(told)), tuple(line for line in lines if line))
