"""The campaign in one process, with players who send their orders from a desk in place of letters."""

import secrets

from sqlmodel import select
from starlette.testclient import TestClient

from moderator.app.web import make_site
from moderator.ports import WEB
from moderator.service import browsers, tags
from moderator.service.matches import matches
from moderator.store.tables import Browser, Letter, SeatAssignment
from moderator.web.app import make_app
from tests.support.browsers import form_of
from tests.support.crashes.memory_campaign import MemoryCampaign
from tests.support.crashes.players import PLAYERS, Written
from tests.support.night_watch.view import STREETS

_URL = "https://desk.test"


class DeskCampaign(MemoryCampaign):
    """A campaign whose players have desks, which the moderator serves while it lives.

    Who gets no answer sends the same form again, as people do, until one comes.
    """

    _pending: tuple[str, dict[str, str]] | None = None
    """The seat whose form got no answer yet, and the form."""

    def _write(self) -> None:
        if self._instance is None:
            return
        try:
            self._send()
        except BaseException:  # the death of one thread reaches others as all kinds of errors
            if not self._killer.killed:
                raise
            self._kill()

    def _settle(self) -> None:
        if self._pending:
            self._send()
        super()._settle()
        with self._store.read() as session:
            kept = session.exec(select(Letter.origin).where(Letter.transport == WEB)).all()
        assert sorted(kept) == sorted(written.message_id for written in self.written), "a form became two letters"

    def _send(self) -> None:
        """Let a player send orders, or send once more what got no answer."""
        seat, form = self._pending or self._fill_in()
        if not form:
            return
        self._pending = seat, form
        browser = self._browser(seat)
        answer = browser.post(f"{self._path(seat)}/orders", data=form)
        assert answer.status_code == 303, answer.text
        origin = answer.headers["location"].partition("?sent=")[2].partition("#")[0]
        lines = () if form["orders"] == "READY" else tuple(form["orders"].splitlines())
        self.written.append(Written(origin, seat, f"<m.{form['request']}.desk>", lines))
        self._pending = None
        assert browser.get(answer.headers["location"]).status_code == 200

    def _fill_in(self) -> tuple[str, dict[str, str]]:
        """Return the form of a seat, filled in; an empty one where nothing is asked."""
        seat = self.chance.choice(list(PLAYERS))
        browser = self._browser(seat)
        page = browser.get(self._path(seat)).text
        if 'id="form"' not in page:
            return seat, {}
        orders = f"SEEK {self.chance.choice(STREETS)}\nFLEE {self.chance.choice(STREETS)}"
        # of a retreat a line never counts, and the turn waits for a better one until its player says READY
        text = "READY" if "need a fix" in page or "needs a fix" in page else orders
        return seat, {**form_of(browser, self._path(seat)), "orders": text, "do": "send"}

    def _path(self, seat: str) -> str:
        return f"/desk/{self.match}/{tags.slug(seat)}"

    def _browser(self, seat: str) -> TestClient:
        """Return a browser in which the desk of who plays a seat is open; the moderator knows it since it entered."""
        instance = self._instance
        assert instance is not None
        key = secrets.token_urlsafe(12)
        with instance.store.write() as session:
            match = matches.find(session, self.match)
            assert match is not None
            held = select(SeatAssignment.player).where(SeatAssignment.match == match.id, SeatAssignment.seat == seat)
            now = instance.ctx.now()
            session.add(Browser(player=session.exec(held).one(), key=browsers.hash_of(key), opened=now, used=now))
        app = make_app(make_site(instance, instance.act))
        return TestClient(
            app,
            base_url=_URL,
            headers={"Sec-Fetch-Site": "same-origin"},
            cookies={"__Host-desk": key},
            follow_redirects=False,
        )
