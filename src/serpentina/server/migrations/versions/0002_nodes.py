"""Several servers at one database: who they are, who is there, and whose a deadline is."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make two tables more; a deadline of old belongs to nobody."""
    op.add_column("deadlines", sa.Column("node", sa.String, nullable=False, server_default=""))
    op.create_table(
        "nodes",
        sa.Column("id", sa.String, primary_key=True),
        sa.Column("beat", sa.Float, nullable=False),
    )
    op.create_table(
        "presences",
        sa.Column("game", sa.String, primary_key=True),
        sa.Column("device", sa.String, primary_key=True),
        sa.Column("node", sa.String, primary_key=True),
        sa.Column("has_socket", sa.Boolean, nullable=False),
        sa.Column("seen", sa.Float, nullable=False),
    )
