"""A player as a program of its own, spoken to in lines of text: docs/engine.md has the protocol.

`lines` is what the lines mean, `serving` lends one of our players to another program, `program`
runs a program and hears it in time, and `seat` sits it at the table.
"""
