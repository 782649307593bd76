"""Players against players: the same fans for all of them, from every seat.

`match` says who meets whom and plays a fan, `running` plays many on any executor, `keeping` keeps
them in a file, `tally` counts them, `rating` and `sequential` judge them, `showing` tells.
"""
