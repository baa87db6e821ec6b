"""One pair of real mail servers for a run (one for each worker, where tests run side by side)."""

from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from tests.support.servers import mailservers
from tests.support.servers.mailservers import MailServers


@pytest.fixture(scope="session")
def running_mailservers() -> Iterator[MailServers]:
    """Start Dovecot and Postfix once, or skip with the reason."""
    if reason := mailservers.missing():
        pytest.skip(reason)
    # Not pytest's own folder: Unix sockets have a limit of about a hundred characters.
    with TemporaryDirectory(prefix="pbem-") as folder, mailservers.servers(Path(folder)) as servers:
        yield servers


@pytest.fixture
def mail_servers(running_mailservers: MailServers) -> MailServers:
    """Give the running servers with all mailboxes empty."""
    running_mailservers.empty()
    return running_mailservers
