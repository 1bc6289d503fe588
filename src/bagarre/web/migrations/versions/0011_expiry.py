"""What has run out is found without reading the rest."""

from alembic import op

revision = "0011"
down_revision = "0010"
TABLES = ("challenges", "sessions")


def upgrade() -> None:
    for name in TABLES:
        op.create_index(f"ix_{name}_expires", name, ["expires"])


def downgrade() -> None:
    for name in TABLES:
        op.drop_index(f"ix_{name}_expires", name)
