"""One host of several: a Quiver in a network, with a name, mounts and clocks of its own, on the share of all."""

import itertools
import json
import os
import signal
import subprocess
import time
from contextlib import suppress

from campaign import clocks, faults
from campaign.bench import STANDSTILL, children
from campaign.faults import state, until, wait
from campaign.network import Machine
from campaign.scene import surroundings

LEASE, BEAT = 30, 10
# A dead host's photos are worked by others this soon.
PROMPT = 45.0
FOLDERS = itertools.count(1)


class Host:
    """A machine with Quiver on it. `queue` is the connection string; `clock` is how far its clocks are off."""

    def __init__(self, bench, switch, number, share, queue, *, wait_for=0, clock=0, env=None, **settings):
        self.name = f"host{number}"
        # Scenes that run side by side have hosts of the same names; the path stays short enough for a socket.
        self.folder = bench.fresh(f"host{number}-{next(FOLDERS)}")
        self.machine = Machine(switch, self.folder, self.name, f"10.77.0.{10 + number}", share, clock)
        self.bench, self.clock = bench, clock
        self.inputs, self.output = self.machine.share / "in", self.machine.share / "out"
        settings = {"queue": queue, "watch": [{"path": str(self.inputs), "name": "photos"}],
                    "output": {"path": str(self.output)}} | settings
        self.config = bench.settings(self.folder, **settings)
        self.wall = clocks.Wall(self.folder)
        self.wall.jump(clock)
        self.env = surroundings() | {"XDG_STATE_HOME": str(self.folder / "state"), "QUIVER_CONFIG": str(self.config)}
        self.env |= env or {}
        self.ours = self.env | self.wall.env
        if wait_for:
            # Each answer of a worker comes so much later, as if its photo had been harder.
            fault = faults.Fault(bench, faults.order(role="worker", call="write", path="pipe:*", data='"claim":',
                                                     times=0, do=f"wait{wait_for}"))
            libraries = f"{fault.env['LD_PRELOAD']}:{self.wall.env['LD_PRELOAD']}"
            self.ours |= fault.env | {"LD_PRELOAD": libraries}
        self.starts, self.process, self.verb = 0, None, None
        self.ends = []

    def start(self, verb=None):
        """Starts Quiver; records that it tells go into a file of this start."""
        self.verb = verb or self.verb
        self.starts += 1
        with open(self.folder / f"told-{self.starts}.jsonl", "wb") as told, open(self.talk_file, "ab") as talk:
            self.process = subprocess.Popen(
                [*self.machine.inside, self.bench.program, self.verb, "--format", "jsonl"], stdout=told, stderr=talk,
                stdin=subprocess.DEVNULL, env=os.environ | self.ours, cwd=self.folder, start_new_session=True)
        return self

    def ask(self, *words, timeout=STANDSTILL):
        """Runs another command on this host, and returns the finished process."""
        return subprocess.run([*self.machine.inside, self.bench.program, *map(str, words)], capture_output=True,
                              text=True, timeout=timeout, env=os.environ | self.env, cwd=self.folder,
                              stdin=subprocess.DEVNULL, check=False)

    @property
    def talk_file(self):
        """Where what it says goes."""
        return self.folder / "talk.txt"

    @property
    def talk(self):
        """Everything that it has said."""
        return self.talk_file.read_text(errors="replace") if self.talk_file.exists() else ""

    def told(self):
        """The photos that it said have ended, by name; a line that was cut off by a kill is none."""
        names = []
        for path in sorted(self.folder.glob("told-*.jsonl")):
            for line in path.read_text(errors="replace").splitlines():
                with suppress(ValueError, KeyError, TypeError):
                    names.append(os.path.basename(json.loads(line)["source"]["path"]))
        return names

    def lives(self):
        """Whether it runs."""
        return self.process is not None and self.process.poll() is None

    def all(self):
        """Its processes: the supervisor and its workers."""
        return [self.process.pid, *children(self.process)]

    def kill(self):
        """SIGKILL for everything of Quiver on this host at once; whether all were seen to be gone by it."""
        victims = self.all()
        for pid in victims:
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        died = self.process.wait(STANDSTILL) == -signal.SIGKILL
        return died and until(lambda: all(state(pid) in (None, "Z") for pid in victims), STANDSTILL)

    def freeze(self):
        """The host stands still, as one that is suspended; whether all its processes were seen to."""
        self.frozen = self.all()
        for pid in self.frozen:
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGSTOP)
        return until(lambda: all(state(pid) in ("T", None) for pid in self.frozen), STANDSTILL)

    def thaw(self):
        """It goes on."""
        for pid in self.frozen:
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGCONT)

    def stop(self, limit=STANDSTILL):
        """Stops it in good order; its exit status, None where it did not end."""
        if self.lives():
            self.process.terminate()
            wait(self.process, limit)
        return self.process.returncode if self.process else 0

    def close(self):
        """Ends everything here."""
        if self.lives():
            for pid in self.all():
                with suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGKILL)
            self.process.wait()
        self.machine.close()


def held(cluster, database, host, pid):
    """How many photos a host's process has claimed by the queue's account; None where the database does not say."""
    rows = cluster.sql("SELECT count(*) FROM job JOIN owner ON owner.id = job.owner WHERE job.state = 2 "
                       f"AND owner.host = '{host}' AND owner.pid = {pid}", database, check=False)
    return int(rows[0][0]) if rows and rows[0][0].isdigit() else None


def taken_over(cluster, database, host, pid, limit=90):
    """Waits until others have what a process held; the seconds since now."""
    begin = time.monotonic()
    until(lambda: time.sleep(0.2) or held(cluster, database, host, pid) == 0, limit)
    return time.monotonic() - begin
