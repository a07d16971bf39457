"""The servers that share the database, and who is at which table by each of them."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    op.create_table(
        "nodes",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("began", sa.Float, nullable=False),
        sa.Column("seen", sa.Float, nullable=False),
    )
    op.create_table(
        "here",
        sa.Column("node", sa.String(32), primary_key=True),
        sa.Column("code", sa.String(16), primary_key=True),
        sa.Column("people", sa.Text, nullable=False),
    )
    op.create_index("here_code", "here", ["code"])
