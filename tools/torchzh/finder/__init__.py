"""Finding a name that is half remembered: what the search box of the site and the terminal share.

records (what is known) → script (one data file per version) → index (that file, read
again) → search (ranking). The browser ranks with the same data and the same
weights (``source/_static/finder/``); both are judged by tests/data/queries.tsv.
"""
