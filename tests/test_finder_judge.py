"""The kept queries against the ranking in Python; the browser is judged by test_finder_browser.py."""

from collections import Counter

from findersite import default_index, read_queries, verdict
from torchzh.finder.search import search


def test_nine_in_ten_queries_find_their_entry_first_and_nearly_all_among_five():
    rows = read_queries()
    answers = [[hit.name for hit in search(default_index(), row.query, 5)] for row in rows]
    verdict(rows, answers, default_index())


def test_the_queries_are_150_of_all_kinds_and_name_only_what_exists():
    index = default_index()
    known = set(index.names) | {name for row in index.data["others"].values() for name in row}
    rows = read_queries()
    assert len(rows) == len({row.query for row in rows}) == 150
    assert min(Counter(row.kind for row in rows).values()) >= 5
    assert {name for row in rows for name in row.expected} - known == set()


def test_a_good_part_of_the_queries_is_about_names_without_an_entry():
    index = default_index()
    grades = dict(zip(index.names, index.data["grades"], strict=True))
    bare = [row for row in read_queries() if all(grades.get(name, "a") == "a" for name in row.expected)]
    assert len(bare) >= 5
