"""Kills whose ends are seen, and how soon Quiver has picked itself up again."""

import contextlib
import os
import signal
import time
from collections import Counter

from campaign.bench import STANDSTILL, children
from campaign.faults import corpse, state, until, wait

WHO = ["supervisor", "worker", "both"]


def has_open(pid, file):
    """Whether a process has a file open."""
    with contextlib.suppress(OSError):
        for entry in os.scandir(f"/proc/{pid}/fd"):
            with contextlib.suppress(OSError):
                if os.readlink(entry.path) == os.path.realpath(file):
                    return True
    return False


class Tally:
    """Counts kills and what was seen of them, and starts Quiver again after each."""

    def __init__(self, undertaker, shared=None):
        self.undertaker = undertaker
        self.victims = Counter()
        self.seen = 0
        self.recoveries = shared.recoveries if shared else []

    def kills(self):
        """How many kills there were."""
        return sum(self.victims.values())

    def start(self, batch, fault=None, command="run", measures=True):
        """Starts Quiver and, where the one before was killed with claims, measures until they are free.

        What the system takes to load a program is not Quiver's: it counts from when the queue is open.
        """
        dead = batch.dead.pop() if batch.dead else None
        held = batch.claimed(dead) if dead and measures else 0
        process = batch.start(fault, command)
        began = None
        while held and process.poll() is None and time.monotonic() < process.began + STANDSTILL:
            now = time.monotonic()
            began = began or (now if has_open(process.pid, batch.queue) else None)
            if batch.claimed(dead) == 0:
                self.recoveries.append(time.monotonic() - (began or process.began))
                break
            time.sleep(0.005)
        return process

    def kill(self, batch, process, who, chance):
        """One kill; what has not been seen to die by it does not count."""
        workers = children(process)
        if who == "supervisor" or workers:
            self.kill_these(batch, process, who, chance.choice(workers) if workers else None)

    def kill_these(self, batch, process, who, worker):
        """One kill of a supervisor, of a certain worker, or of both."""
        if who == "worker":
            return self.count("worker", self.kill_worker(process, worker))
        process.kill()
        if who == "both":
            with contextlib.suppress(ProcessLookupError):
                os.kill(worker, signal.SIGKILL)
        died = process.wait() == -signal.SIGKILL
        if who == "both":
            ends = []
            until(lambda: ends.append(self.undertaker.end_of(worker)) or ends[-1] is not None, STANDSTILL)
            died = died and ends[-1] == -signal.SIGKILL
        batch.dead = [process.pid]
        self.undertaker.take()
        return self.count(who, died)

    @staticmethod
    def kill_worker(process, worker):
        """Kills a worker and sees how it ended while its supervisor, whose it is to know, looks away for a moment."""
        process.send_signal(signal.SIGSTOP)
        with contextlib.suppress(ProcessLookupError):  # it has just ended by itself
            os.kill(worker, signal.SIGKILL)
        until(lambda: state(worker) in (None, "Z"), STANDSTILL)
        died = corpse(worker) == signal.SIGKILL
        process.send_signal(signal.SIGCONT)
        return died

    def count(self, who, died):
        """Notes a kill whose end has been seen; the supervisor counts alone where a worker had ended by itself."""
        self.victims[who] += died
        self.seen += died * (2 if who == "both" else 1)
        return died

    @staticmethod
    def end(process):
        """Asks a watching Quiver to stop, and waits."""
        process.terminate()
        wait(process, STANDSTILL)
