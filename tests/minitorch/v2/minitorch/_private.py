"""Private home of public names."""


class no_grad:
    """Switch gradients off."""

    def __enter__(self):
        return self

    def __exit__(self, *exc):
        return None


def set_default(value):
    """Forgotten by every list."""
    return value
