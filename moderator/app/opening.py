"""Opening an instance: its folders, its lock, its key and its database, ready for work."""

from collections.abc import Sequence
from pathlib import Path

from sqlalchemy.engine import make_url

from moderator.app import backups
from moderator.app.files import InstanceError, Lock, private_file, private_folder, secret_key
from moderator.app.forums import forums_of
from moderator.app.instance import Instance, inbounds_of
from moderator.app.render_workers import PicklableRenderer
from moderator.config import Config
from moderator.games.registry import GAMES
from moderator.ports import Clock, Inbound, Renderer
from moderator.rendering.complaints import Complaints
from moderator.rendering.drawn_words import DrawnWords
from moderator.scheduling.clock import SystemClock
from moderator.service.context import Context
from moderator.store import match_queries
from moderator.store.session import Store, migrate


def open_instance(
    config: Config,
    *,
    clock: Clock | None = None,
    renderer: Renderer | None = None,
    inbounds: Sequence[Inbound] | None = None,
    lock: bool = False,
) -> Instance:
    """Open an instance; its database is brought up to date, and its key is made if it has none.

    With ``lock`` no other process can lock an instance on SQLite until this one is closed. Without it the caller only
    reads, or relies on the database's own transactions. Raises InstanceError if the instance cannot be opened, and
    UnusableGameError if an installed game cannot be used.
    """
    state = config.root / "state"
    held = Lock(state) if lock and _on_sqlite(config) else None
    try:
        backups.refuse_unfinished_restore(config.root)
        _prepare(config)
        migrate(config.database)
        store = Store(config.database)
        _find_games(store)
        ticking = clock or SystemClock()
        return Instance(
            config=config,
            store=store,
            forums=forums_of(config),
            ctx=Context(
                settings=config.settings,
                games=GAMES,
                clock=ticking,
                key=secret_key(state),
                say=Complaints(),
                words=DrawnWords(),
            ),
            inbounds=inbounds_of(config) if inbounds is None else inbounds,
            renderer=renderer or PicklableRenderer(templates_of(config)),
            fallback=PicklableRenderer(),
            _lock=held,
        )
    except BaseException:
        if held is not None:
            held.release()
        raise


def _find_games(store: Store) -> None:
    """Import all installed games; raises InstanceError if that of a match in the database is not among them."""
    for key in GAMES:
        GAMES[key]
    with store.read() as session:
        played = match_queries.games_played(session)
    for key in played.keys() - GAMES.keys():
        raise InstanceError(
            f'The match {played[key]} plays "{key}", a game that is not installed. '
            f"Install the package that brought it, or restore a backup from before the match."
        )


def templates_of(config: Config) -> Path | None:
    """Return the folder of the operator's own templates, or None if there is none."""
    folder = config.root / "templates"
    return folder if folder.is_dir() else None


def _on_sqlite(config: Config) -> bool:
    """Tell whether all processes that work on an instance share its folder, and so see each other's locks."""
    return make_url(config.database).get_backend_name() == "sqlite"


def _prepare(config: Config) -> None:
    """Make the folders that an instance needs; raises InstanceError if the folder of its database is missing."""
    for name in ("state", "orders/inbox"):
        private_folder(config.root / name)
    url = make_url(config.database)
    if url.get_backend_name() == "sqlite" and url.database and url.database != ":memory:":
        path = Path(url.database)
        if not path.parent.is_dir():
            raise InstanceError(f"[database] url: there is no folder {path.parent}; make it, or correct the url")
        private_file(path)  # SQLite gives its journals the mode of the database
