"""Whom an import takes the people of a match for: whose address or account says so here, and nobody else.

Whoever writes an export may write any address into it. So an import gives a known player a seat in its own match, and
nothing more: no address, no account, no thread. What is new here is *claimed*: it serves the imported match, and leads
no other match to that player before somebody has written from there.
"""

from collections.abc import Mapping, Sequence

from msgspec import Struct
from sqlmodel import Session

from moderator.core import codec
from moderator.service import preferences
from moderator.service.admin import export_forums
from moderator.service.admin.export_layout import CarriedPlayer
from moderator.store import people_queries
from moderator.store.tables import Address, Player


class UnjoinedPerson(Struct, frozen=True, kw_only=True):
    """What an import says of a person and does not join: addresses, and accounts as ``forum:name``.

    ``known`` is the name of the player that this instance takes them for, empty for one who is new here.
    """

    name: str
    known: str
    addresses: tuple[str, ...] = ()
    accounts: tuple[str, ...] = ()


def find_or_make(session: Session, here: Mapping[str, str], carried: CarriedPlayer) -> int:
    """Return the player whom this instance takes a person for, or a new one with all that is claimed of them."""
    player = _known(session, here, carried)
    if player is None:
        player = _new(session, carried)
        export_forums.add_accounts(session, here, player, carried.accounts)
    return player


def find_unjoined_people(
    session: Session, here: Mapping[str, str], players: Sequence[CarriedPlayer]
) -> list[UnjoinedPerson]:
    """Return what an import would join if its word were enough; to be asked before it is brought in."""
    found = (_unjoined_person(session, here, each) for each in players)
    return [each for each in found if each.addresses or each.accounts]


def _unjoined_person(session: Session, here: Mapping[str, str], carried: CarriedPlayer) -> UnjoinedPerson:
    addresses = [each.address for each in carried.addresses]
    accounts = [each for each in carried.accounts if each.forum in here]
    player = _known(session, here, carried)
    if player is None:
        alone = len(addresses) + len(accounts) <= 1
        told = () if alone else addresses, () if alone else accounts
        return UnjoinedPerson(name=carried.name, known="", addresses=tuple(told[0]), accounts=_named(here, told[1]))
    own = {row.address for row in people_queries.addresses(session, player)}
    strange = [each for each in accounts if export_forums.owner(session, here, [each], claimed=True) != player]
    return UnjoinedPerson(
        name=carried.name,
        known=session.get_one(Player, player).name,
        addresses=tuple(each for each in addresses if each not in own),
        accounts=_named(here, strange),
    )


def _named(here: Mapping[str, str], accounts: Sequence[export_forums.CarriedAccount]) -> tuple[str, ...]:
    return tuple(f"{here[each.forum]}:{each.name}" for each in accounts)


def _known(session: Session, here: Mapping[str, str], carried: CarriedPlayer) -> int | None:
    """Return the player who has one of these addresses or accounts, or of whom exactly the same is claimed."""
    owners = [row for each in carried.addresses for row in people_queries.owners(session, [each.address])]
    sure = next((row.player for row in owners if not row.claimed), None)
    if sure is None:
        sure = export_forums.owner(session, here, carried.accounts)
    return sure if sure is not None else next((each for each in _claimed(session, here, carried)), None)


def _claimed(session: Session, here: Mapping[str, str], carried: CarriedPlayer) -> list[int]:
    """Return the players of whom another import claimed the same, so that to be one person joins nothing."""
    players = {row.player for each in carried.addresses[:1] for row in people_queries.owners(session, [each.address])}
    if not carried.addresses and (owner := export_forums.owner(session, here, carried.accounts, claimed=True)):
        players = {owner}
    addresses = [each.address for each in carried.addresses]
    accounts = {(here[each.forum], each.name, each.number) for each in carried.accounts if each.forum in here}
    return [
        player
        for player in sorted(players)
        if [row.address for row in people_queries.addresses(session, player)] == addresses
        and {(row.forum, row.name, row.number) for row in people_queries.accounts_with(session, player)} == accounts
    ]


def _new(session: Session, carried: CarriedPlayer) -> int:
    chosen = codec.encode(preferences.portable(carried.preferences)).decode()
    player = Player(name=carried.name, zone=carried.zone, preferences=chosen)
    session.add(player)
    session.flush()
    for address in carried.addresses:
        session.add(Address(player=player.id, address=address.address, confirmed=address.confirmed, claimed=True))
    session.flush()
    return player.id
