"""The demo in a web forum: a real Misago on this machine, and people who play there and by mail."""
