"""A choice is one statement; and processes of one machine reach each other by a door in its files.

`add_lines` stores what was chosen at some tables: a line each, what the table waits for then, and for each the fence before it. As one
statement it is a transaction of its own, with one way there and back, whoever shares it or not.
"""

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"

ADD_LINES = """
CREATE FUNCTION add_lines(asked json) RETURNS void AS $$
DECLARE
    one record;
BEGIN
    FOR one IN SELECT * FROM json_to_recordset(asked) AS made(
        code varchar, epoch integer, number integer, line text, key varchar,
        status varchar, waiting text, changed double precision, due double precision
    ) LOOP
        IF one.epoch IS NOT NULL THEN
            PERFORM fence(one.code, one.epoch);
        END IF;
        INSERT INTO lines (code, number, line, key) VALUES (one.code, one.number, one.line, one.key);
        UPDATE tables SET status = one.status, waiting = one.waiting, changed = one.changed, due = one.due
        WHERE code = one.code AND changed <= one.changed;
    END LOOP;
END
$$ LANGUAGE plpgsql
"""


def upgrade() -> None:
    op.add_column("servers", sa.Column("door", sa.Text, nullable=False, server_default=""))
    if op.get_bind().dialect.name == "postgresql":
        op.execute(ADD_LINES)


def downgrade() -> None:
    if op.get_bind().dialect.name == "postgresql":
        op.execute("DROP FUNCTION add_lines(json)")
    op.drop_column("servers", "door")
