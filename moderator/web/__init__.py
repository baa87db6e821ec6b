"""The web desk: pages on which a match is looked at, and orders are written and checked, in a browser.

It is another transport and another layout: the templates of letters word its pages, and what is posted here becomes a
letter. Off unless ``[web]`` stands in ``config.toml``.
"""
