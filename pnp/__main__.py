"""`python -m pnp` in, the command line out."""

import signal
from typing import NoReturn


def main() -> NoReturn:
    """Runs the command line; Ctrl-C ends the process without a word as long as that is being read."""
    kept = signal.getsignal(signal.SIGINT)
    if kept is signal.default_int_handler:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    from pnp.cli import main as command_line

    signal.signal(signal.SIGINT, kept)
    command_line()


if __name__ == "__main__":
    main()
