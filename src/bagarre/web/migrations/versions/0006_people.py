"""People who keep a name of their own: their keys, their seats; seats whose player is away; tables whose time comes while nobody watches."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    op.create_table(
        "people",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("created", sa.Float, nullable=False),
    )
    op.create_table(
        "devices",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("person", sa.String(32), nullable=False, index=True),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("public_key", sa.Text, nullable=False),
        sa.Column("credential", sa.Text, nullable=False),
        sa.Column("uses", sa.Integer, nullable=False),
        sa.Column("label", sa.Text, nullable=False),
        sa.Column("added", sa.Float, nullable=False),
        sa.Column("seen", sa.Float, nullable=False),
    )
    op.create_table(
        "sessions",
        sa.Column("token_hash", sa.String(64), primary_key=True),
        sa.Column("person", sa.String(32), nullable=False, index=True),
        sa.Column("device", sa.String(32), nullable=False),
        sa.Column("expires", sa.Float, nullable=False),
    )
    op.create_table(
        "challenges",
        sa.Column("nonce", sa.String(64), primary_key=True),
        sa.Column("purpose", sa.String(16), nullable=False),
        sa.Column("person", sa.String(32), nullable=False),
        sa.Column("expires", sa.Float, nullable=False),
    )
    op.add_column("seats", sa.Column("person", sa.String(32), nullable=False, server_default=""))
    op.add_column("seats", sa.Column("away_until", sa.Float, nullable=False, server_default="0"))
    op.add_column("seats", sa.Column("away_spent", sa.Float, nullable=False, server_default="0"))
    op.create_index("seats_person", "seats", ["person"])
    op.add_column("tables", sa.Column("due", sa.Float, nullable=False, server_default="0"))
    op.create_index("tables_due", "tables", ["due"])


def downgrade() -> None:
    op.drop_index("tables_due", "tables")
    op.drop_column("tables", "due")
    op.drop_index("seats_person", "seats")
    for column in ("away_spent", "away_until", "person"):
        op.drop_column("seats", column)
    for name in ("challenges", "sessions", "devices", "people"):
        op.drop_table(name)
