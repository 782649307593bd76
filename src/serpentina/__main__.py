"""`python -m serpentina`, for whom the folder of the command is not on the path."""

import sys

from serpentina.cli import main

if __name__ == "__main__":
    sys.exit(main())
