"""Reads a live torch: what is public, how it is called, what is deprecated.

The arrow begins here. The package is imported in a process of its own; what
comes out is a snapshot (facts) and, apart from it, docstrings (torch's text,
kept in an ignored cache and only ever shown in built pages).
"""

from torchzh.introspect.session import IntrospectionError, Taken, take_snapshot

__all__ = ["IntrospectionError", "Taken", "take_snapshot"]
