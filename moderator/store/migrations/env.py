"""Alembic's entry point: it runs the migrations over the connection that ``session.migrate`` holds."""

from alembic import context
from sqlmodel import SQLModel

from moderator.store import chat as chat  # noqa: PLC0414 - importing fills the metadata
from moderator.store import delegates as delegates  # noqa: PLC0414 - as above
from moderator.store import recruiting as recruiting  # noqa: PLC0414 - as above
from moderator.store import tables as tables  # noqa: PLC0414 - as above
from moderator.store import watchers as watchers  # noqa: PLC0414 - as above

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=SQLModel.metadata,
    render_as_batch=True,
    compare_type=True,
    user_module_prefix="sqltypes.",
)
with context.begin_transaction():
    context.run_migrations()
