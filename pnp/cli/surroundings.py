"""What a command meets on the machine: variables of the environment, the working folder, and what the system refuses.

None of it is a fault of ours, so all of it ends with a sentence and not with an internal fault.
"""

from __future__ import annotations

import errno
import os

from pnp.errors import InputMissing, OutputError, PnpError, UsageError
from pnp.packages import missing

_EPOCH = "SOURCE_DATE_EPOCH"
_LAST_SECOND = 253_402_300_799  # the end of the year 9999, after which nobody can tell the date
_COMPLETION = "_PNP_COMPLETE"
#: Settings of libraries whose results are the same for everybody here; with a bad value they would not even load.
_NOT_OURS = ("RL_", "PILLOW_", "EVAL_DEBUG")
_NOT_WRITABLE = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EROFS)


def check_environment() -> None:
    """UsageError for a variable that cannot be understood; those that only concern a library of ours are dropped."""
    epoch = os.environ.get(_EPOCH, "").strip()
    if epoch and not (epoch.isascii() and epoch.isdecimal() and len(epoch) <= 12 and int(epoch) <= _LAST_SECOND):
        raise UsageError(f"{_EPOCH} is '{epoch}', which is no number of seconds since 1970; mend it, or unset it")
    for name in [name for name in os.environ if name.startswith(_NOT_OURS)]:
        del os.environ[name]
    _check_completion()


def _check_completion() -> None:
    """What a shell asks with, for the words that may come next; only a shell that is set up for it does."""
    asked = os.environ.get(_COMPLETION)
    if not asked:
        return
    shell, _, what = asked.partition("_")
    complete = what == "source" or (what == "complete" and "COMP_WORDS" in os.environ)
    if shell not in ("bash", "zsh", "fish") or not complete or not os.environ.get("COMP_CWORD", "0").isdecimal():
        raise UsageError(f"{_COMPLETION} is '{asked}', which no shell asks; unset it, or write bash_source or the like")


def check_working_folder() -> None:
    """OutputError where the folder that the command was started in is not there any more."""
    try:
        os.getcwd()
    except OSError as failure:
        raise OutputError(f"the working folder is gone ({failure.strerror}); change to one that is there") from None


def refused(fault: BaseException) -> PnpError | None:
    """What the system refused, or a package that is not installed, as an error with its sentence; None otherwise."""
    match fault:
        case PnpError():
            return fault
        case ImportError() if (fault.name or "").partition(".")[0] != "pnp":
            return missing(fault)
        case MemoryError():
            return InputMissing("there is not enough memory; close other programs, or ask for less at a time")
        case OSError(errno=int()):
            return _refused(fault)
        case _:
            return None


def _refused(failure: OSError) -> PnpError:
    try:
        check_working_folder()
    except OutputError as gone:
        return gone
    where = f"{os.fsdecode(failure.filename)}: " if isinstance(failure.filename, str | bytes) else ""
    if failure.errno in _NOT_WRITABLE:
        return OutputError(f"{where}cannot be written ({failure.strerror}); make room, or choose another place")
    return InputMissing(f"{where}the system refuses it ({failure.strerror}); mend that, and try again")
