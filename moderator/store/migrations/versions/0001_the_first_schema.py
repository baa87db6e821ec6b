"""The first schema."""

import sqlalchemy as sa
from alembic import op
from sqlmodel.sql import sqltypes

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Go to this schema from the one before."""
    op.create_table(
        "letter",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("transport", sqltypes.AutoString(), nullable=False),
        sa.Column("origin", sqltypes.AutoString(), nullable=False),
        sa.Column("message_id", sqltypes.AutoString(), nullable=True),
        sa.Column("fingerprint", sqltypes.AutoString(), nullable=False),
        sa.Column("arrived", sqltypes.UTCDateTime(), nullable=False),
        sa.Column("kept", sqltypes.UTCDateTime(), nullable=False),
        sa.Column("trusted", sa.Boolean(), nullable=False),
        sa.Column("raw", sa.LargeBinary(), nullable=False),
        sa.Column("status", sa.Enum("KEPT", "DONE", "IGNORED", "HELD", "SHUNTED", name="letterstatus"), nullable=False),
        sa.Column("verdict", sqltypes.AutoString(), nullable=False),
        sa.Column("traceback", sqltypes.AutoString(), nullable=False),
        sa.Column("sender", sqltypes.AutoString(), nullable=False),
        sa.Column("confirmed_by", sa.Integer(), nullable=True),
        sa.Column("player", sa.Integer(), nullable=True),
        sa.Column("match", sa.Integer(), nullable=True),
        sa.Column("seat", sqltypes.AutoString(), nullable=False),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("message_id", "fingerprint"),
        sa.UniqueConstraint("transport", "origin"),
    )
    with op.batch_alter_table("letter", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_letter_match"), ["match"], unique=False)
        batch_op.create_index(batch_op.f("ix_letter_sender"), ["sender"], unique=False)
        batch_op.create_index(batch_op.f("ix_letter_status"), ["status"], unique=False)

    op.create_table(
        "match",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("name", sqltypes.AutoString(), nullable=False),
        sa.Column("game", sqltypes.AutoString(), nullable=False),
        sa.Column("rules", sa.Integer(), nullable=False),
        sa.Column("status", sa.Enum("RUNNING", "PAUSED", "FAULTED", "OVER", name="matchstatus"), nullable=False),
        sa.Column("settings", sqltypes.AutoString(), nullable=False),
        sa.Column("schedule", sqltypes.AutoString(), nullable=False),
        sa.Column("secret", sa.LargeBinary(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("turn", sa.Integer(), nullable=False),
        sa.Column("asking", sa.Integer(), nullable=False),
        sa.Column("state", sa.LargeBinary(), nullable=False),
        sa.Column("created", sqltypes.UTCDateTime(), nullable=False),
        sa.Column("deadline", sqltypes.UTCDateTime(), nullable=True),
        sa.Column("ready_at", sqltypes.UTCDateTime(), nullable=True),
        sa.Column("reminded", sqltypes.UTCDateTime(), nullable=True),
        sa.Column("fault", sqltypes.AutoString(), nullable=False),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("name"),
    )
    with op.batch_alter_table("match", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_match_deadline"), ["deadline"], unique=False)
        batch_op.create_index(batch_op.f("ix_match_ready_at"), ["ready_at"], unique=False)

    op.create_table(
        "outbox",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("key", sqltypes.AutoString(), nullable=False),
        sa.Column("kind", sqltypes.AutoString(), nullable=False),
        sa.Column("message_id", sqltypes.AutoString(), nullable=False),
        sa.Column("bounce_id", sqltypes.AutoString(), nullable=False),
        sa.Column("priority", sa.Integer(), nullable=False),
        sa.Column("match", sa.Integer(), nullable=True),
        sa.Column("seat", sqltypes.AutoString(), nullable=False),
        sa.Column("player", sa.Integer(), nullable=True),
        sa.Column("to", sqltypes.AutoString(), nullable=False),
        sa.Column("record", sa.Integer(), nullable=True),
        sa.Column("payload", sa.LargeBinary(), nullable=False),
        sa.Column("in_reply_to", sqltypes.AutoString(), nullable=False),
        sa.Column(
            "status", sa.Enum("WAITING", "SENT", "REFUSED", "WITHHELD", "DROPPED", name="outboxstatus"), nullable=False
        ),
        sa.Column("made", sqltypes.UTCDateTime(), nullable=False),
        sa.Column("due", sqltypes.UTCDateTime(), nullable=False),
        sa.Column("leased", sqltypes.UTCDateTime(), nullable=True),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.Column("sent", sqltypes.UTCDateTime(), nullable=True),
        sa.Column("detail", sqltypes.AutoString(), nullable=False),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("key"),
    )
    with op.batch_alter_table("outbox", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_outbox_bounce_id"), ["bounce_id"], unique=False)
        batch_op.create_index(batch_op.f("ix_outbox_due"), ["due"], unique=False)
        batch_op.create_index(batch_op.f("ix_outbox_match"), ["match"], unique=False)
        batch_op.create_index(batch_op.f("ix_outbox_message_id"), ["message_id"], unique=False)
        batch_op.create_index(batch_op.f("ix_outbox_status"), ["status"], unique=False)

    op.create_table(
        "player",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("name", sqltypes.AutoString(), nullable=False),
        sa.Column("zone", sqltypes.AutoString(), nullable=False),
        sa.Column("preferences", sqltypes.AutoString(), nullable=False),
        sa.Column("vacation_from", sqltypes.UTCDateTime(), nullable=True),
        sa.Column("vacation_to", sqltypes.UTCDateTime(), nullable=True),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_table(
        "address",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("player", sa.Integer(), nullable=False),
        sa.Column("address", sqltypes.AutoString(), nullable=False),
        sa.Column("confirmed", sa.Boolean(), nullable=False),
        sa.Column("refused", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["player"], ["player.id"]),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("player", "address"),
    )
    with op.batch_alter_table("address", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_address_address"), ["address"], unique=False)
        batch_op.create_index(batch_op.f("ix_address_player"), ["player"], unique=False)

    op.create_table(
        "asking",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("match", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("record", sa.Integer(), nullable=False),
        sa.Column("open_seed", sa.LargeBinary(), nullable=False),
        sa.Column("secret_seed", sa.LargeBinary(), nullable=False),
        sa.Column("prompts", sa.LargeBinary(), nullable=False),
        sa.Column("opened", sqltypes.UTCDateTime(), nullable=False),
        sa.Column("closed", sqltypes.UTCDateTime(), nullable=True),
        sa.ForeignKeyConstraint(["match"], ["match.id"]),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("match", "number"),
    )
    op.create_table(
        "override",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("name", sqltypes.AutoString(), nullable=False),
        sa.Column("match", sa.Integer(), nullable=False),
        sa.Column("text", sqltypes.AutoString(), nullable=False),
        sa.Column("applied", sqltypes.UTCDateTime(), nullable=False),
        sa.Column("record", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["match"], ["match.id"]),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("name"),
    )
    op.create_table(
        "place",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("match", sa.Integer(), nullable=False),
        sa.Column("seat", sqltypes.AutoString(), nullable=False),
        sa.Column("player", sa.Integer(), nullable=True),
        sa.Column("bot", sqltypes.AutoString(), nullable=False),
        sa.Column("key_number", sa.Integer(), nullable=False),
        sa.Column("joined", sqltypes.UTCDateTime(), nullable=False),
        sa.Column("left", sqltypes.UTCDateTime(), nullable=True),
        sa.ForeignKeyConstraint(["match"], ["match.id"]),
        sa.ForeignKeyConstraint(["player"], ["player.id"]),
        sa.PrimaryKeyConstraint("id"),
    )
    with op.batch_alter_table("place", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_place_match"), ["match"], unique=False)
        batch_op.create_index(batch_op.f("ix_place_player"), ["player"], unique=False)

    op.create_table(
        "record",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("match", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("asking", sa.Integer(), nullable=False),
        sa.Column("kind", sa.Enum("SETUP", "TURN", "AMENDMENT", "NOTE", "END", name="recordkind"), nullable=False),
        sa.Column("turn", sa.Integer(), nullable=False),
        sa.Column("made", sqltypes.UTCDateTime(), nullable=False),
        sa.Column("body", sa.LargeBinary(), nullable=False),
        sa.Column("position", sa.LargeBinary(), nullable=False),
        sa.Column("digest", sqltypes.AutoString(), nullable=False),
        sa.ForeignKeyConstraint(["match"], ["match.id"]),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("match", "number"),
    )
    op.create_table(
        "sheet",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("match", sa.Integer(), nullable=False),
        sa.Column("asking", sa.Integer(), nullable=False),
        sa.Column("seat", sqltypes.AutoString(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("letter", sa.Integer(), nullable=True),
        sa.Column("arrived", sqltypes.UTCDateTime(), nullable=False),
        sa.Column("orders", sa.LargeBinary(), nullable=False),
        sa.Column("salt", sa.LargeBinary(), nullable=False),
        sa.Column("receipt", sqltypes.AutoString(), nullable=False),
        sa.Column("wait", sa.Boolean(), nullable=False),
        sa.Column("current", sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(["letter"], ["letter.id"]),
        sa.ForeignKeyConstraint(["match"], ["match.id"]),
        sa.PrimaryKeyConstraint("id"),
    )
    with op.batch_alter_table("sheet", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_sheet_match"), ["match"], unique=False)

    op.create_table(
        "vote",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("match", sa.Integer(), nullable=False),
        sa.Column("asking", sa.Integer(), nullable=False),
        sa.Column("seat", sqltypes.AutoString(), nullable=False),
        sa.Column("kind", sqltypes.AutoString(), nullable=False),
        sa.Column("made", sqltypes.UTCDateTime(), nullable=False),
        sa.ForeignKeyConstraint(["match"], ["match.id"]),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("match", "asking", "seat", "kind"),
    )
    with op.batch_alter_table("vote", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_vote_match"), ["match"], unique=False)


def downgrade() -> None:
    """Go back to the schema before."""
    with op.batch_alter_table("vote", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_vote_match"))

    op.drop_table("vote")
    with op.batch_alter_table("sheet", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_sheet_match"))

    op.drop_table("sheet")
    op.drop_table("record")
    with op.batch_alter_table("place", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_place_player"))
        batch_op.drop_index(batch_op.f("ix_place_match"))

    op.drop_table("place")
    op.drop_table("override")
    op.drop_table("asking")
    with op.batch_alter_table("address", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_address_player"))
        batch_op.drop_index(batch_op.f("ix_address_address"))

    op.drop_table("address")
    op.drop_table("player")
    with op.batch_alter_table("outbox", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_outbox_status"))
        batch_op.drop_index(batch_op.f("ix_outbox_message_id"))
        batch_op.drop_index(batch_op.f("ix_outbox_match"))
        batch_op.drop_index(batch_op.f("ix_outbox_due"))
        batch_op.drop_index(batch_op.f("ix_outbox_bounce_id"))

    op.drop_table("outbox")
    with op.batch_alter_table("match", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_match_ready_at"))
        batch_op.drop_index(batch_op.f("ix_match_deadline"))

    op.drop_table("match")
    with op.batch_alter_table("letter", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_letter_status"))
        batch_op.drop_index(batch_op.f("ix_letter_sender"))
        batch_op.drop_index(batch_op.f("ix_letter_match"))

    op.drop_table("letter")
