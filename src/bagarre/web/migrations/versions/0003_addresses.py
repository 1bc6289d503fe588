"""Addresses that nobody guesses; a short code beside them, for as long as a table waits for players.

Tables from before keep their five letters as their address: whoever has a link or a token still reaches them.
"""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"

ADDRESSES = (
    ("tables", "code"),
    ("tables", "next_code"),
    ("seats", "code"),
    ("lines", "code"),
    ("chat", "code"),
)


def upgrade() -> None:
    if op.get_bind().dialect.name == "postgresql":
        # SQLite does not mind how long a text is.
        for table, column in ADDRESSES:
            op.alter_column(table, column, type_=sa.String(32))
    op.add_column("tables", sa.Column("short", sa.String(12), nullable=True))
    op.create_index("tables_short", "tables", ["short"], unique=True)


def downgrade() -> None:
    op.drop_index("tables_short", "tables")
    op.drop_column("tables", "short")
