"""What the operator's file says of the web desk."""

from typing import Literal

from msgspec import Struct


class WebSettings(Struct, frozen=True, kw_only=True):
    """``[web]`` of the operator's file.

    ``listen`` is ``"host:port"``; a host other than this machine's own needs ``behind``. ``url`` is where people find
    the desk, without a slash at its end; letters have no links as long as it is empty. ``behind`` tells that a proxy on
    the same network does TLS and says in ``X-Forwarded-Proto`` how it was asked. With ``process`` the desk does not run
    inside ``moderator serve``, but as ``moderator web``, which needs PostgreSQL.
    """

    listen: str = "127.0.0.1:8080"
    url: str = ""
    behind: Literal["", "proxy"] = ""
    process: Literal["", "own"] = ""

    @property
    def address(self) -> str:
        """How the desk begins its own addresses where they must be whole."""
        return self.url or f"http://{self.listen}"

    @property
    def host(self) -> str:
        """The address to listen at, an IPv6 one without its brackets."""
        return self.listen.rpartition(":")[0].strip("[]")

    @property
    def port(self) -> int:
        """The port to listen at; 0 lets the system choose one."""
        return int(self.listen.rpartition(":")[2])
