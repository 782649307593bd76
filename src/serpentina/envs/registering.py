"""What Gymnasium calls to know the game; an entry point, so that no import is needed."""

from __future__ import annotations

NAME = "Serpentina-v0"


def register_envs() -> None:
    """Register `Serpentina-v0`, which never changes its meaning."""
    from gymnasium.envs.registration import register  # noqa: PLC0415 - it asks us while it loads

    register(id=NAME, entry_point="serpentina.envs.gymnasium:SerpentinaEnv")
