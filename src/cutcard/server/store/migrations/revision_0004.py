"""Whose seats are, by the secret of a browser, and what games came to for whom."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    of_table = sa.ForeignKey("tables.code", name="sitting_code_fkey", ondelete="CASCADE")
    op.create_table(
        "sitting",
        sa.Column("code", sa.String(16), of_table, primary_key=True),
        sa.Column("key", sa.String(64), primary_key=True),
        sa.Column("person", sa.String(64), nullable=False),
    )
    op.create_index("sitting_person", "sitting", ["person"])
    op.create_table(
        "people",
        sa.Column("person", sa.String(64), primary_key=True),
        sa.Column("seen", sa.Float, nullable=False),
    )
    op.create_index("people_seen", "people", ["seen"])
    of_person = sa.ForeignKey("people.person", name="results_person_fkey", ondelete="CASCADE")
    op.create_table(
        "results",
        sa.Column("person", sa.String(64), of_person, primary_key=True),
        sa.Column("code", sa.String(16), primary_key=True),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("ended", sa.Float, nullable=False),
        sa.Column("seats", sa.Integer, nullable=False),
        sa.Column("place", sa.Integer, nullable=False),
        sa.Column("fate", sa.String(16), nullable=False),
        sa.Column("score", sa.BigInteger, nullable=False),
        sa.Column("bots", sa.Text, nullable=False),
    )
    op.create_index("results_newest", "results", ["person", "ended"])
