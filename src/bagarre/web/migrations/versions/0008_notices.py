"""Being told: where people are told (a device, a webhook, an address), of which tables, and what they were told last."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    op.create_table(
        "receivers",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("secret_hash", sa.String(64), nullable=False),
        sa.Column("person", sa.String(32), nullable=False, index=True),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("address", sa.Text, nullable=False),
        sa.Column("form", sa.String(8), nullable=False),
        sa.Column("lang", sa.String(2), nullable=False),
        sa.Column("wants", sa.Text, nullable=False),
        sa.Column("quiet", sa.Text, nullable=False),
        sa.Column("base", sa.Text, nullable=False),
        sa.Column("confirmed", sa.Integer, nullable=False),
        sa.Column("failures", sa.Integer, nullable=False),
        sa.Column("created", sa.Float, nullable=False),
    )
    op.create_table(
        "watched",
        sa.Column("receiver", sa.String(32), primary_key=True),
        sa.Column("code", sa.String(32), primary_key=True, index=True),
        sa.Column("seat", sa.Integer, primary_key=True),
        sa.Column("token_hash", sa.String(64), nullable=False),
        sa.Column("since", sa.Float, nullable=False),
    )
    op.create_table(
        "told",
        sa.Column("receiver", sa.String(32), primary_key=True),
        sa.Column("code", sa.String(32), primary_key=True),
        sa.Column("what", sa.String(8), primary_key=True),
        sa.Column("mark", sa.String(96), nullable=False),
    )


def downgrade() -> None:
    for name in ("told", "watched", "receivers"):
        op.drop_table(name)
