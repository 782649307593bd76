"""A real Chromium plays on a real server."""
