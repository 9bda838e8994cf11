"""A folder of inputs with a Quiver that runs over it or watches it, and what became of each input."""

import json
import os
import signal
import time
from contextlib import contextmanager, suppress
from dataclasses import replace

from campaign.bench import STANDSTILL, ask, children, photo_bytes
from campaign.faults import state, until
from campaign.mounts import Impossible
from campaign.scene import surroundings

STATES = {0: "waiting", 1: "ready", 2: "running", 3: "blocked", 4: "done", 5: "failed", 6: "gone",
          7: "quarantined", 8: "cancelled"}
HOUR = 3600 * 10**9


class Inbox:
    """Inputs, settings and results of one check."""

    def __init__(self, bench, name, **settings):
        self.bench = bench
        self.folder = bench.fresh(name)
        self.inputs = self.folder / "in"
        self.inputs.mkdir()
        self.output = self.folder / "out"
        self.queue = self.output / "quiver.sqlite"
        self.watched = [{"path": str(self.inputs), "settle": "300ms"}]
        changes = {"watch": self.watched, "output": {"annotate": False}} | settings
        self.config = bench.settings(self.folder, **changes)

    def put(self, name, number, data=None):
        """Writes one photo by the raw bytes of its name, with an old time; returns its path as bytes."""
        path = os.path.join(os.fsencode(self.inputs), name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "wb") as file:
            file.write(photo_bytes(number) if data is None else data)
        status = os.stat(path)
        os.utime(path, ns=(status.st_atime_ns, status.st_mtime_ns - HOUR))
        return path

    def run(self, *words, program=None, timeout=STANDSTILL, **options):
        """Works what is there, to the end."""
        bench = replace(self.bench, program=program) if program else self.bench
        return bench.run("run", *words, "--config", self.config, timeout=timeout, env=surroundings(), **options)

    @contextmanager
    def running(self, verb="watch", wrap=None, program=None):
        """A Quiver that goes on by itself; it is ended with the block."""
        bench = replace(self.bench, program=program) if program else self.bench
        running = Running(self, bench, verb, wrap)
        try:
            yield running
        finally:
            running.kill()

    def answers(self):
        """The records by the raw bytes of their inputs' paths; each file must be a JSON document of its own."""
        found = {}
        for folder, folders, files in os.walk(os.fsencode(self.output)):
            folders[:] = [name for name in folders if name != b".quiver-staging"]
            for name in files:
                if name.endswith(b".json"):
                    with open(os.path.join(folder, name), "rb") as file:
                        record = json.loads(file.read().decode("utf-8"), object_pairs_hook=once)
                    found.setdefault(place(record["source"]), []).append(record)
        return found

    def jobs(self):
        """The queue's current jobs: the state in words by the raw bytes of the path."""
        rows = ask(self.queue, "SELECT root, path, name, state FROM job JOIN folder ON folder.id = job.folder "
                               "WHERE current = 1")
        return {b"/".join(part for part in (root, path, name) if part): STATES.get(state, state)
                for root, path, name, state in rows}

    def ends(self):
        """How many records there are of each state."""
        counts = {}
        for records in self.answers().values():
            for record in records:
                counts[record["state"]] = counts.get(record["state"], 0) + 1
        return counts

    def states(self):
        """How many current jobs there are of each state."""
        rows = ask(self.queue, "SELECT state, count(*) FROM job WHERE current = 1 GROUP BY state")
        return {STATES.get(state, state): count for state, count in rows}


class Running:
    """A supervisor at work; what it says goes into a file."""

    def __init__(self, inbox, bench, verb, wrap):
        self.inbox = inbox
        self.talk_file = inbox.folder / f"{verb}.txt"
        self.begin = time.monotonic()
        self.held = []
        with open(self.talk_file, "wb") as talk:
            self.process = (wrap or bench.start)(
                verb, *([inbox.inputs] if verb == "run" else []), "--config", inbox.config, stdout=talk, stderr=talk,
                env=surroundings())

    @property
    def talk(self):
        """Everything that was said so far."""
        return self.talk_file.read_text(errors="replace")

    def status(self):
        """What `quiver status` says, as JSON."""
        done = self.inbox.bench.run("status", "--config", self.inbox.config, "--format", "json", timeout=STANDSTILL,
                                    env=surroundings())
        # The exit status tells of paused work too, and there is a document all the same.
        return json.loads(done.stdout) if done.stdout else {}

    def roots(self):
        """How each folder is watched, in one text."""
        return " ".join(((self.status().get("supervisor") or {}).get("roots")) or [])

    def wait(self, condition, what, limit=STANDSTILL, pause=0.05):
        """Waits until something holds; returns the seconds it took."""
        begin = time.monotonic()
        while True:
            try:
                if condition():
                    return time.monotonic() - begin
            except Exception as error:  # the queue may not be there yet
                last = f" ({error})"
            else:
                last = ""
            if time.monotonic() - begin > limit:
                raise AssertionError(f"waited {limit} s for {what}{last}; it said: {self.talk[-500:]}")
            if self.process.poll() is not None:
                raise AssertionError(f"ended with {self.process.returncode} before {what}: {self.talk[-500:]}")
            time.sleep(pause)

    def wait_until_watching(self):
        """Waits until the folders have been looked at for the first time."""
        self.wait(lambda: self.roots() and "not looked at yet" not in self.roots(), "a watcher", pause=0.1)

    def wait_for_jobs(self, count, state="done", limit=STANDSTILL):
        """Waits until so many photos are in a state; returns the seconds it took."""
        return self.wait(lambda: self.inbox.states().get(state, 0) >= count, f"{count} photos {state}", limit)

    def memory(self):
        """The most memory that the supervisor has had, in MiB."""
        return peak_memory(self.process.pid)

    def hold_workers(self):
        """Lets the workers stand still, so that photos wait."""
        self.wait(lambda: len(children(self.process)) == 2, "two workers", pause=0.002)
        self.held = children(self.process)
        for worker in self.held:
            os.kill(worker, signal.SIGSTOP)

    def release_workers(self):
        """Lets them go on; one that was replaced meanwhile is not missed."""
        for worker in self.held:
            with suppress(ProcessLookupError):
                os.kill(worker, signal.SIGCONT)

    def signal(self, number):
        """Sends the supervisor a signal; one that stops it has done so afterwards."""
        self.process.send_signal(number)
        if number == signal.SIGSTOP:
            until(lambda: state(self.process.pid) == "T", STANDSTILL)

    def stop(self, limit=STANDSTILL):
        """Asks it to stop as a service manager does; returns the exit status."""
        self.signal(signal.SIGTERM)
        return self.process.wait(limit)

    def kill(self):
        """Ends it at once, if it still runs."""
        self.release_workers()
        if self.process.poll() is None:
            self.signal(signal.SIGCONT)
            self.process.kill()
            self.process.wait()


def peak_memory(process):
    """The most memory that a process has had, in MiB; 0 where it has ended."""
    try:
        with open(f"/proc/{process}/status") as lines:
            peak = next((line for line in lines if line.startswith("VmHWM")), "VmHWM: 0 kB")
    except OSError:
        return 0.0
    return int(peak.split()[1]) / 1024


def once(pairs):
    """A JSON object in which no key comes twice."""
    keys = [key for key, _ in pairs]
    if len(set(keys)) != len(keys):
        raise ValueError(f"a key comes twice: {keys}")
    return dict(pairs)


def place(source):
    """The raw bytes of the path that a record names."""
    text = source["path"]
    if not source.get("pathEscaped"):
        return text.encode()
    parts = text.split("%")
    return parts[0].encode() + b"".join(bytes([int(part[:2], 16)]) + part[2:].encode() for part in parts[1:])


def told(wrong):
    """The first few of what is wrong, for the table."""
    return f"; WRONG: {'; '.join(wrong[:3])}" if wrong else ""


def need_root():
    """Some faults can only be made by root."""
    if os.geteuid() != 0:
        raise Impossible("needs root")
