"""What was removed and still has a name."""


def symeig(input, upper=True):
    raise RuntimeError("This function was deprecated since version 0.9 and is now removed. Use `eigh`.")
