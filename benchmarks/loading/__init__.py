"""The load tool's parts: tables that are played, servers that are killed, and the ledger."""
