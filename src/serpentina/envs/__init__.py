"""The game for people who teach and train: environments over the one set of rules.

`vector` needs nothing more; `gymnasium`, `pettingzoo` and `openspiel` are leaves behind the extras
`[gym]`, `[pettingzoo]` and `[openspiel]`. What is observed is on one page, docs/observation.md.
"""
