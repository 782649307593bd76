"""The web game: one running table, the lobby, the store of events, and the API around them."""
