"""The tables of the database, as SQLAlchemy sees them; `migrations` makes them."""

from __future__ import annotations

from sqlalchemy import JSON, Boolean, Column, Float, ForeignKey, Integer, MetaData, String, Table

metadata = MetaData()

games = Table(
    "games",
    metadata,
    Column("id", String, primary_key=True),
    Column("secret", String, nullable=False),  # nonce and order of the fan
    Column("status", String, nullable=False),
    Column("touched", Float, nullable=False, index=True),
)

events = Table(
    "events",
    metadata,
    Column("game", String, ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("kind", String, nullable=False),
    Column("body", JSON, nullable=False),
    Column("at", Float, nullable=False),
)

# Commands that were carried out: one that is repeated is answered, not carried out again.
commands = Table(
    "commands",
    metadata,
    Column("game", String, ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    Column("device", String, primary_key=True),
    Column("command_id", String, primary_key=True),
    Column("number", Integer, nullable=False),
)

# What is to happen to a game at a time if nothing else does: a bot moves, somebody is away.
# It belongs to the node that changed the game last, and to another one if that is gone.
deadlines = Table(
    "deadlines",
    metadata,
    Column("game", String, ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    Column("kind", String, nullable=False),
    Column("due", Float, nullable=False),
    Column("node", String, nullable=False, server_default=""),
)

# The servers at this database, each with the time at which it was heard of last.
nodes = Table(
    "nodes",
    metadata,
    Column("id", String, primary_key=True),
    Column("beat", Float, nullable=False),
)

# Who is there, as each node says.
presences = Table(
    "presences",
    metadata,
    Column("game", String, primary_key=True),
    Column("device", String, primary_key=True),
    Column("node", String, primary_key=True),
    Column("has_socket", Boolean, nullable=False),
    Column("seen", Float, nullable=False),
)
