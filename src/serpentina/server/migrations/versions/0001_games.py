"""Games, their events, the commands carried out, and the deadlines."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the four tables."""
    op.create_table(
        "games",
        sa.Column("id", sa.String, primary_key=True),
        sa.Column("secret", sa.String, nullable=False),
        sa.Column("status", sa.String, nullable=False),
        sa.Column("touched", sa.Float, nullable=False, index=True),
    )
    op.create_table(
        "events",
        _game(),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("kind", sa.String, nullable=False),
        sa.Column("body", sa.JSON, nullable=False),
        sa.Column("at", sa.Float, nullable=False),
    )
    op.create_table(
        "commands",
        _game(),
        sa.Column("device", sa.String, primary_key=True),
        sa.Column("command_id", sa.String, primary_key=True),
        sa.Column("number", sa.Integer, nullable=False),
    )
    op.create_table(
        "deadlines",
        _game(),
        sa.Column("kind", sa.String, nullable=False),
        sa.Column("due", sa.Float, nullable=False),
    )


def _game() -> sa.Column[str]:
    """The column that names a game, and goes with it."""
    return sa.Column(
        "game", sa.String, sa.ForeignKey("games.id", ondelete="CASCADE"), primary_key=True
    )
