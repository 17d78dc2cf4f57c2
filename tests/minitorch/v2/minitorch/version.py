"""Version of the build."""

__version__ = "1.1.0"
cuda = None
hip = None
