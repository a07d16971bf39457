"""Reviews of games that are over, piece by piece."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    of_table = sa.ForeignKey("tables.code", name="reviews_code_fkey", ondelete="CASCADE")
    op.create_table(
        "reviews",
        sa.Column("code", sa.String(16), of_table, primary_key=True),
        sa.Column("depth", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("made_by", sa.String(32), primary_key=True),
        sa.Column("piece", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("data", sa.Text, nullable=False),
    )
