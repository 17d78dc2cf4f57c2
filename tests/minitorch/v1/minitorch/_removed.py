"""What was removed and still has a name."""


def symeig(input, upper=True):
    advice = "eigh"
    raise RuntimeError(f"This function was deprecated since version 0.9 and is now removed. Use `{advice}`.")
