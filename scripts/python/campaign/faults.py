"""Faults at named system calls, injected into an unchanged Quiver by a preloaded library."""

import contextlib
import ctypes
import os
import subprocess
import threading
import time
from array import array
from pathlib import Path
from types import SimpleNamespace

from campaign.bench import children

SOURCE = Path(__file__).with_name("faults.c")
SUBREAPER = 36  # PR_SET_CHILD_SUBREAPER


def library(bench):
    """The interposer, compiled when it is first needed."""
    built = bench.folder / "faults.so"
    if not built.exists():
        for compiler in ("cc", "clang", "gcc"):
            try:
                subprocess.run([compiler, "-O2", "-shared", "-fPIC", "-o", built, SOURCE, "-ldl"], check=True)
                return built
            except FileNotFoundError:
                continue
        raise RuntimeError("the campaign needs a C compiler: cc, clang or gcc")
    return built


class Fault:
    """Orders for one start of Quiver, and what has come of them."""

    numbers = 0

    def __init__(self, bench, *rules):
        Fault.numbers += 1
        self.rules = [rule if isinstance(rule, str) else order(**rule) for rule in rules]
        self.log = bench.folder / f"fault-{Fault.numbers}.log"
        self.state = self.log.with_suffix(".state")
        for place in (self.log, self.state):
            place.unlink(missing_ok=True)
        self.env = {
            "LD_PRELOAD": str(library(bench)), "LD_FAULT_ORDERS": "|".join(self.rules), "LD_FAULT_LOG": str(self.log),
            "LD_FAULT_STATE": str(self.state)}

    def happened(self):
        """What the dying processes left written: (pid, role, call, action, path) each."""
        if not self.log.exists():
            return []
        return [tuple(line.split(" ", 4)) for line in self.log.read_text(errors="replace").splitlines()]

    def counts(self):
        """How often each rule without a limit has fired, in all processes together."""
        return array("q", self.state.read_bytes()).tolist()[:len(self.rules)]


def order(**fields):
    """One rule as the interposer reads it."""
    return ";".join(f"{name}={value}" for name, value in fields.items())


class Undertaker:
    """Inherits the workers of dead supervisors, so that their ends can be seen, and looks how long they live."""

    def __enter__(self):
        self._set(1)
        self.waiting, self.lives, self.open = {}, [], True
        self.thread = threading.Thread(target=self._watch, daemon=True)
        self.thread.start()
        return self

    def __exit__(self, *_):
        self.open = False
        self.thread.join()
        self._set(0)

    def take(self):
        """Takes over the workers that a supervisor has just left; to be called while no Quiver of ours runs."""
        now = time.monotonic()
        self.waiting |= dict.fromkeys(children(SimpleNamespace(pid=os.getpid())), now)

    def settle(self):
        """Waits for all of them; returns those that do not end."""
        until(lambda: not self.waiting, 5)
        return list(self.waiting)

    def _watch(self):
        while self.open:
            for pid, since in list(self.waiting.items()):
                if self.end_of(pid) is not None:
                    self.lives.append(time.monotonic() - since)
                    self.waiting = {other: when for other, when in self.waiting.items() if other != pid}
            time.sleep(0.01)

    @staticmethod
    def _set(on):
        if ctypes.CDLL(None, use_errno=True).prctl(SUBREAPER, on, 0, 0, 0) != 0:
            raise OSError(ctypes.get_errno(), "prctl")

    @staticmethod
    def end_of(pid):
        """How an inherited process ended: its exit status, minus the signal, or None while it lives or is not ours."""
        try:
            found, status = os.waitpid(pid, os.WNOHANG)
        except ChildProcessError:
            return None
        return os.waitstatus_to_exitcode(status) if found else None


def corpse(pid):
    """The exit code that a dead process whose parent has not looked yet shows, as wait() would tell it; else None."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return None
    return int(fields[49]) if fields[0] == "Z" else None


def state(pid):
    """A process's state as a letter, None where there is no such process."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return None


def until(condition, seconds):
    """Waits for a condition; false where it has not come in time."""
    end = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > end:
            return False
        time.sleep(0.002)
    return True


def wait(process, seconds):
    """Waits for a process, but not longer than so many seconds."""
    with contextlib.suppress(subprocess.TimeoutExpired):
        process.wait(timeout=seconds)


def words(problems):
    """Problems for a table: the first few, on one line."""
    rest = f" and {len(problems) - 4} more" if len(problems) > 4 else ""
    return "; ".join(str(problem).replace("|", "/").replace("\n", " ")[:400] for problem in problems[:4]) + rest
