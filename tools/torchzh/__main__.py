"""Makes ``python -m torchzh`` the same as the ``torchzh`` command."""

from torchzh.cli import command_line

if __name__ == "__main__":
    command_line()
