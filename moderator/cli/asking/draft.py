"""What ``moderator init`` writes."""

import shlex

from msgspec import Struct


class Draft(Struct, frozen=True):
    """The text of a new ``config.toml``, and the environment that it needs. Nobody is shown the latter."""

    text: str
    passwords: dict[str, str] = {}

    def environment(self) -> str:
        """Return the text of ``.env``, as a shell and systemd read it."""
        return "".join(f"{name}={shlex.quote(value)}\n" for name, value in self.passwords.items())
