"""Commands that are timed, and progress."""

import os
import subprocess
import sys
import time


def say(text):
    """A line of progress; the tables go to standard output."""
    print(text, file=sys.stderr, flush=True)


def measured(command, folder=None, strict=False):
    """Runs a command in a folder: what it printed, its seconds, its CPU seconds, and its biggest process's MiB.

    Quiver's commands end with 1 where there is nothing to tell, and with 3 where no supervisor runs; a strict one has
    to end with 0. What a peer says is shown.
    """
    begun, errors = time.monotonic(), None if command[0] == sys.executable else subprocess.DEVNULL
    with subprocess.Popen(command, cwd=folder, stdout=subprocess.PIPE, stderr=errors, text=True) as process:
        printed = process.stdout.read()
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode not in ((0,) if strict else (0, 1, 3)):
        say(f"{command[0]} {command[1]} ended with {process.returncode}")
        raise SystemExit(2)
    return printed, time.monotonic() - begun, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024
