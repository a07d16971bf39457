"""No event is without its table. When servers ran, which rules a game was started under, when its turn clock runs out."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    found = sa.inspect(op.get_bind())
    if not found.get_foreign_keys("events"):  # a version between two releases had the key, and `running`
        op.execute("DELETE FROM events WHERE NOT EXISTS (SELECT 1 FROM tables WHERE tables.code = events.code)")
        with op.batch_alter_table("events") as events:
            events.create_foreign_key("events_code_fkey", "tables", ["code"], ["code"])
    if not found.has_table("running"):
        op.create_table(
            "running",
            sa.Column("began", sa.Float, primary_key=True),
            sa.Column("seen", sa.Float, nullable=False),
        )
    op.add_column("tables", sa.Column("rules", sa.String(64)))
    op.add_column("tables", sa.Column("due", sa.Float))
    op.create_index("tables_due", "tables", ["due"])
