"""What the decisions of a person came to in a game, once it has been reviewed."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    op.add_column("results", sa.Column("judged", sa.Text))
