"""Results of rated games, from which ratings are computed; and who has played which deal of the day."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    op.create_table(
        "results",
        sa.Column("code", sa.String(32), primary_key=True),
        sa.Column("game", sa.String(64), nullable=False, index=True),
        sa.Column("at", sa.Float, nullable=False),
        sa.Column("players", sa.Text, nullable=False),
        sa.Column("ranks", sa.Text, nullable=False),
    )
    op.create_table(
        "league",
        sa.Column("day", sa.String(10), primary_key=True),
        sa.Column("game", sa.String(64), primary_key=True),
        sa.Column("person", sa.String(32), primary_key=True),
        sa.Column("code", sa.String(32), nullable=False),
    )


def downgrade() -> None:
    op.drop_table("league")
    op.drop_table("results")
