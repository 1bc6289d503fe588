"""Friends: what people with a name of their own say of each other."""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"


def upgrade() -> None:
    op.create_table(
        "friends",
        sa.Column("person", sa.String(32), primary_key=True),
        sa.Column("friend", sa.String(32), primary_key=True, index=True),
        sa.Column("name", sa.String(80), primary_key=True),
        sa.Column("id", sa.String(32), nullable=False, unique=True),
        sa.Column("says", sa.Integer, nullable=False),
        sa.Column("since", sa.Float, nullable=False),
    )


def downgrade() -> None:
    op.drop_table("friends")
