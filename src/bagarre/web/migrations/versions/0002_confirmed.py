"""Lines follow each other, and may carry a key of their sender's; what a table waits for is stored with it."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"

IN_SQLITE = """
CREATE TRIGGER lines_follow BEFORE INSERT ON lines
WHEN NEW.number <> (SELECT coalesce(max(number), -1) + 1 FROM lines WHERE code = NEW.code)
BEGIN SELECT RAISE(ABORT, 'the number of the line does not follow'); END
"""
IN_POSTGRESQL = (
    """
    CREATE FUNCTION lines_follow() RETURNS trigger AS $$
    BEGIN
        IF NEW.number <> (SELECT coalesce(max(number), -1) + 1 FROM lines WHERE code = NEW.code) THEN
            RAISE EXCEPTION 'the number of the line does not follow' USING ERRCODE = 'integrity_constraint_violation';
        END IF;
        RETURN NEW;
    END
    $$ LANGUAGE plpgsql
    """,
    "CREATE TRIGGER lines_follow BEFORE INSERT ON lines FOR EACH ROW EXECUTE FUNCTION lines_follow()",
)


def upgrade() -> None:
    op.add_column("tables", sa.Column("waiting", sa.Text, nullable=False, server_default=""))
    op.add_column("lines", sa.Column("key", sa.String(64), nullable=False, server_default=""))
    for statement in IN_POSTGRESQL if op.get_bind().dialect.name == "postgresql" else (IN_SQLITE,):
        op.execute(statement)


def downgrade() -> None:
    if op.get_bind().dialect.name == "postgresql":
        op.execute("DROP TRIGGER lines_follow ON lines")
        op.execute("DROP FUNCTION lines_follow()")
    else:
        op.execute("DROP TRIGGER lines_follow")
    op.drop_column("lines", "key")
    op.drop_column("tables", "waiting")
