"""Makes ``python -m torchzh`` the same as the ``torchzh`` command."""

import sys

from torchzh.cli import main

if __name__ == "__main__":
    sys.exit(main())
