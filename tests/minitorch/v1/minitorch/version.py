"""Version of the build."""

__version__ = "1.0.3"
cuda = None
hip = None
