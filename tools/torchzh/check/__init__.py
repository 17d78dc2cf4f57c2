"""Holds every entry against every torch: generators of findings, one driver, one report.

A rule family is a module; it yields findings with a code and arguments. The
words are in ``codes.toml``, the accepted differences in ``allowlists/``.
"""
