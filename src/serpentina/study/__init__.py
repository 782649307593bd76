"""Thousands of games compared: rules, decks, seats, numbers of players, luck and skill.

`plan` says what is compared, `watching` plays games in the kernel and counts more of them than how
they ended, `blocks` adds them up, `figures` and `luck` make figures with intervals of the sums,
`running` does it for a whole study, `showing`, `page` and `plots` tell.
"""
