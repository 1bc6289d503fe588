"""Several processes on one database: who they are, and which of them plays which table.

Every write to a table that is played calls `fence` in its transaction: it refuses a process that is no longer the owner, and keeps the next
owner waiting until the transaction is over. A transaction whose process does not go on with it (its network was cut) is ended after two seconds,
so that nobody waits for it longer.
"""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"

FENCE = """
CREATE FUNCTION fence(wanted varchar, held integer) RETURNS void AS $$
BEGIN
    PERFORM set_config('idle_in_transaction_session_timeout', '2000', true);
    PERFORM 1 FROM leases WHERE code = wanted AND epoch = held FOR SHARE;
    IF NOT FOUND THEN
        RAISE EXCEPTION 'another process has the table' USING ERRCODE = 'integrity_constraint_violation';
    END IF;
END
$$ LANGUAGE plpgsql
"""


def upgrade() -> None:
    op.create_table(
        "servers",
        sa.Column("name", sa.String(32), primary_key=True),
        sa.Column("address", sa.Text, nullable=False),
        sa.Column("expires", sa.Float, nullable=False),
    )
    op.create_table(
        "leases",
        sa.Column("code", sa.String(32), primary_key=True),
        sa.Column("owner", sa.String(32), nullable=False),
        sa.Column("epoch", sa.Integer, nullable=False),
    )
    op.create_table(
        "house",
        sa.Column("name", sa.String(32), primary_key=True),
        sa.Column("value", sa.Text, nullable=False),
    )
    if op.get_bind().dialect.name == "postgresql":
        op.execute(FENCE)


def downgrade() -> None:
    if op.get_bind().dialect.name == "postgresql":
        op.execute("DROP FUNCTION fence(varchar, integer)")
    for name in ("house", "leases", "servers"):
        op.drop_table(name)
