"""What a match that is carried has in forums: accounts of its players, its threads, how far each forum was read.

A forum is known by its address, for another instance may call it by another name. What belongs to a forum that an
instance does not read is left out there.
"""

from collections.abc import Collection, Mapping, Sequence

from msgspec import Struct
from sqlmodel import Session, col, select

from moderator.service.context import Context
from moderator.store import people_queries
from moderator.store.tables import Account, Cursor, Match, Thread


class _Row(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A row of a table without what another instance numbers otherwise."""


class CarriedAccount(_Row, frozen=True, kw_only=True):
    """An account of a person in a forum; ``number`` is the forum's."""

    forum: str
    name: str
    number: str


class CarriedThread(_Row, frozen=True, kw_only=True):
    """A thread of a seat, or without one the chronicle; ``player`` counts in the list of players."""

    seat: str
    player: int | None
    forum: str
    thread: str


class CarriedForum(_Row, frozen=True, kw_only=True):
    """A forum, and how far it was read: posts of before are no letters to the instance that takes the match over."""

    name: str
    url: str
    cursor: str

    def __str__(self) -> str:
        return f'"{self.name}" at {self.url}' if self.url else f'"{self.name}"'


# ---- out -------------------------------------------------------------------------------------------------


def accounts(session: Session, player: int) -> tuple[CarriedAccount, ...]:
    """Return the accounts of a player."""
    rows = people_queries.accounts_with(session, player)
    return tuple(CarriedAccount(forum=row.forum, name=row.name, number=row.number) for row in rows)


def threads(session: Session, match: Match, players: Sequence[int]) -> tuple[CarriedThread, ...]:
    """Return the threads of a match; ``players`` are all who are carried, in their order."""
    return tuple(
        CarriedThread(
            seat=row.seat,
            player=None if row.player is None else players.index(row.player),
            forum=row.forum,
            thread=row.thread,
        )
        for row in people_queries.threads_of(session, [match.id])
        if row.player is None or row.player in players
    )


def forums(session: Session, ctx: Context, names: Collection[str]) -> tuple[CarriedForum, ...]:
    """Return forums by their names here."""
    read = {row.forum: row.cursor for row in session.exec(select(Cursor))}
    urls = ctx.settings.forums
    return tuple(CarriedForum(name=name, url=urls.get(name, ""), cursor=read.get(name, "")) for name in sorted(names))


# ---- in --------------------------------------------------------------------------------------------------


def local_forum_names(ctx: Context, carried: Sequence[CarriedForum]) -> dict[str, str]:
    """Return by its carried name what each forum is called here, without those that are not read here."""
    ours = {_plain(url): name for name, url in ctx.settings.forums.items()}
    found = {
        forum.name: ours.get(_plain(forum.url), "") if forum.url else forum.name
        for forum in carried
        if forum.url or forum.name in ctx.settings.forums
    }
    return {name: here for name, here in found.items() if here}


def _plain(url: str) -> str:
    return url.lower().rstrip("/")


def unreachable_players(
    ctx: Context, carried: Sequence[CarriedForum], players: Mapping[str, Sequence[CarriedAccount]]
) -> str:
    """Return what to do about players, by their names, who have only these accounts and none of a forum that is here.

    Empty if all can be reached.
    """
    here = local_forum_names(ctx, carried)
    lost = {name: has for name, has in players.items() if not any(account.forum in here for account in has)}
    wanted = {account.forum for has in lost.values() for account in has}
    if not lost:
        return ""
    where = ", ".join(str(each) for each in carried if each.name in wanted)
    return (
        f"{', '.join(lost)} can be reached in the forum {where} alone, and no [[forum]] of config.toml here has that "
        "url; nothing was changed. Copy that [[forum]] from the config.toml of the instance that the match comes from, "
        "with the same account, and import it again"
    )


def owner(
    session: Session, here: Mapping[str, str], carried: Sequence[CarriedAccount], *, claimed: bool = False
) -> int | None:
    """Return the player of this instance who has one of these accounts, or of whom an import ``claimed`` one."""
    found = (_known(session, here[account.forum], account) for account in carried if account.forum in here)
    return next((each.player for each in found if each is not None and claimed >= each.claimed), None)


def _known(session: Session, forum: str, account: CarriedAccount) -> Account | None:
    """Return an account by its number, or where one is not known yet, by its name; one that is sure comes first."""
    numbered = select(Account).where(Account.forum == forum, Account.number == account.number)
    if account.number and (found := session.exec(numbered.order_by(col(Account.claimed), col(Account.id))).first()):
        return found
    named = people_queries.account_by_name(session, forum, account.name) if account.name else None
    return named if named is not None and not (named.number and account.number) else None


def add_accounts(session: Session, here: Mapping[str, str], player: int, carried: Sequence[CarriedAccount]) -> None:
    """Give a new player the accounts that an import claims."""
    for account in carried:
        if forum := here.get(account.forum):
            row = Account(player=player, forum=forum, name=account.name, number=account.number, claimed=True)
            session.add(row)
    session.flush()


def add_threads(
    session: Session,
    here: Mapping[str, str],
    match: Match,
    people: Sequence[tuple[int, Sequence[CarriedAccount]]],
    carried: Sequence[CarriedThread],
) -> None:
    """Make the threads those of a match that was brought in; a player's only with the account that wrote there.

    Of the ``people`` each has the player whom this instance takes them for, and the accounts that are carried.
    """
    for each in carried:
        forum = here.get(each.forum)
        player, accounts = (None, ()) if each.player is None else people[each.player]
        wrote = [own for own in accounts if own.forum == each.forum]
        theirs = player is None or owner(session, here, wrote, claimed=True) == player
        if forum and theirs and people_queries.thread_in(session, forum, each.thread) is None:
            row = Thread(match=match.id, seat=each.seat, player=player, forum=forum, thread=each.thread)
            session.add(row)
    session.flush()


def add_cursors(session: Session, here: Mapping[str, str], carried: Sequence[CarriedForum]) -> None:
    """Go on reading where it was read to; a forum that is read here already is read on as it was."""
    for forum in carried:
        name = here.get(forum.name)
        if name and forum.cursor and session.get(Cursor, name) is None:
            session.add(Cursor(forum=name, cursor=forum.cursor))
    session.flush()
