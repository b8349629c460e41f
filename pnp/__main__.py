"""The process of the command line: Ctrl-C ends it with 130 and without a word until its command begins."""

import gc
import os
import signal

_INTERRUPTED = 130
_YOUNG_OBJECTS = 2_000_000
"""How many new objects Python lets come before it looks for circles among them: more than most builds make. It would
begin with 700 and spend a sixth of the build on looking; next to nothing here lies in a circle.
"""


def main() -> None:
    """Runs the command line and exits with its code; what is ignored from the start stays ignored."""
    gc.set_threshold(_YOUNG_OBJECTS)
    heard = signal.getsignal(signal.SIGINT) is signal.default_int_handler
    if heard:
        signal.signal(signal.SIGINT, lambda number, frame: os._exit(_INTERRUPTED))
    try:
        _command_line()
    finally:
        gc.freeze()  # as it ends, Python would look through everything once more
        if heard:  # all is done and said; Python itself would print a trace of what it meets as it ends
            signal.signal(signal.SIGINT, signal.SIG_DFL)


def _command_line() -> None:
    try:
        from pnp.cli import main as command_line
    except ImportError as failure:
        import sys

        from pnp.errors import missing

        sentence = missing(failure)
        if sys.stderr is not None:
            sys.stderr.write(f"error: {sentence}\n")
        sys.exit(sentence.exit_code)
    command_line()


if __name__ == "__main__":
    main()
