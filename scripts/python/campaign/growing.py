"""What more hosts bring: supervisors whose workers wait instead of computing, 1 to 64 of them on one queue."""

import json
import os
import signal
import subprocess
import time
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from campaign import faults
from campaign.bench import children
from campaign.faults import until, wait
from campaign.postgres import ENDED, Cluster, ended
from campaign.scene import Broken, surroundings
from campaign.stage import result

TICK = os.sysconf("SC_CLK_TCK")
CORES = len(os.sched_getaffinity(0))


@dataclass
class Pace:
    """What so many hosts came to: photos a second, and milliseconds of CPU for each photo."""

    hosts: int
    rate: float
    database: float
    supervisors: float
    workers: float
    lane: float  # of the supervisors' the queue's own threads

    @property
    def busy(self):
        """The share of this machine's cores that was used."""
        return self.rate * (self.database + self.supervisors + self.workers) / 1000 / CORES


class Crowd:
    """Supervisors with names of their own on one machine, one queue and one folder."""

    def __init__(self, bench, cluster, name, hosts, count, milliseconds, workers=1):
        self.bench, self.cluster, self.name, self.hosts, self.count = bench, cluster, name, hosts, count
        self.folder = bench.fresh(name)
        self.inputs = self.folder / "in"
        self.inputs.mkdir()
        bench.photos(self.folder / "day", count)
        self.config = bench.settings(
            self.folder, queue=cluster.database(name), workers={"count": workers},
            watch=[{"path": str(self.inputs), "name": "photos"}], output={"annotate": False})
        slow = faults.order(role="worker", call="write", path="pipe:*", data='"claim":', times=0,
                            do=f"wait{milliseconds}")
        self.env = os.environ | surroundings() | faults.Fault(bench, slow).env
        self.processes, self.summaries = [], []

    def start(self, number):
        """One more supervisor; the first one also takes photos in."""
        name = f"host{number}"
        with open(self.folder / f"{name}.talk", "wb") as talk, open(self.folder / f"{name}.json", "wb") as told:
            self.processes.append(subprocess.Popen(
                ["unshare", "--uts", "sh", "-c", f'hostname {name}; exec "$@"', "sh", self.bench.program,
                 "work" if number else "watch", "--config", self.config, "--format", "json"],
                env=self.env | {"XDG_STATE_HOME": str(self.folder / name)}, stdout=told, stderr=talk,
                stdin=subprocess.DEVNULL, cwd=self.folder, start_new_session=True))

    def run(self, limit=600):
        """Works all photos, and measures between the first tenth and the last."""
        try:
            for number in range(self.hosts):
                self.start(number)
            self.wait(lambda: self.members() >= self.hosts, "all supervisors", 180)
            # Workers load their model when the first photo comes; those of the first tenth are for that.
            os.rename(self.folder / "day", self.inputs / "day")
            with self.cluster.asking(ENDED, self.name) as row:
                begin = self.mark(row, 0.15 * self.count, limit)
                end = self.mark(row, 0.9 * self.count, limit)
            self.wait(lambda: ended(self.cluster, self.name) == (self.count, 0), "the last photo", limit)
        finally:
            self.stop()
        photos, seconds = end[0] - begin[0], end[1] - begin[1]
        database, supervisors, workers = ((later - earlier) * 1000 / photos
                                          for earlier, later in zip(begin[2:], end[2:]))
        lane = sum(summary["cpuSeconds"]["queue"] for summary in self.summaries) * 1000 / self.count
        return Pace(self.hosts, photos / seconds, database, supervisors, workers, lane)

    def members(self):
        """How many processes write the queue."""
        rows = self.cluster.sql(
            "SELECT count(*) FROM owner WHERE isfinite(beat) AND beat > now() - interval '1 minute'", self.name,
            check=False)
        return int(rows[0][0]) if rows and rows[0][0].isdigit() else 0

    def mark(self, row, count, limit):
        """Waits until so many photos have ended: how many, when, and the CPU seconds used so far."""
        seen = []

        def enough():
            time.sleep(0.1)
            seen.append(int(row()[0]))
            return seen[-1] >= count

        self.wait(enough, f"{count:.0f} photos", limit)
        workers = [pid for process in self.processes for pid in children(process)]
        return (seen[-1], time.monotonic(), self.cluster.cpu(), used(process.pid for process in self.processes),
                used(workers))

    def wait(self, condition, what, limit):
        """Waits for something while all supervisors live."""
        over = []
        until(lambda: condition() or over.extend(p for p in self.processes if p.poll() is not None) or over, limit)
        if over or not condition():
            number = self.processes.index(over[0]) if over else 0
            talk = (self.folder / f"host{number}.talk").read_text(errors="replace")
            raise Broken(f"{self.hosts} hosts: no {what} within {limit} s; host{number} said: {talk[-400:]}")

    def stop(self):
        """Ends all of them, and takes what they say of their own CPU."""
        for process in self.processes:
            with suppress(ProcessLookupError):
                process.send_signal(signal.SIGTERM)
        for number, process in enumerate(self.processes):
            wait(process, 60)
            if process.poll() is None:
                process.kill()
                process.wait()
            with suppress(ValueError, KeyError):
                self.summaries.append(json.loads((self.folder / f"host{number}.json").read_text()))


def used(pids):
    """The CPU seconds of processes so far; what has ended meanwhile is not counted."""
    ticks = 0
    for pid in pids:
        with suppress(OSError):
            ticks += sum(map(int, Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[11:13]))
    return ticks / TICK


def more_hosts(bench, name):
    """Twice the hosts work twice the photos, until this machine's own cores are used up"""
    paces, per_host = [], 20 if bench.long else 8
    # As an installation has it: what is committed is on the disk.
    with Cluster(bench.fresh(name) / "pg", "one", settings={"fsync": "on", "full_page_writes": "on"}) as cluster:
        cluster.create().start()
        for hosts in (1, 2, 4, 8, 16, 32, 64) if bench.long else (1, 2, 4):
            # Each worker takes a third of a second for a photo, of which it computes some milliseconds.
            paces.append(Crowd(bench, cluster, f"crowd{hosts}", hosts, 3 * per_host * hosts + 20, 330).run())
    bent = next((pace for pace in paces if pace.rate < 0.8 * paces[0].rate * pace.hosts), None)
    reason = ""
    if bent:
        reason = (f"; bends at {bent.hosts}, where {100 * bent.busy:.0f} % of {CORES} cores are used: a photo takes "
                  f"{costs(bent)}")
    wrong = []
    if bent and (bent.hosts <= 4 or bent.busy < 0.8):
        wrong.append(f"{bent.hosts} hosts work {bent.rate:.1f} photos a second, and the cores are not to blame")
    return result(more_hosts, f"1 to {paces[-1].hosts} supervisors of one worker that waits 330 ms a photo",
                  "photos counted in the database between the first tenth and the last",
                  ", ".join(f"{pace.hosts}: {pace.rate:.1f}/s" for pace in paces) + reason
                  + f"; at {paces[-1].hosts} {costs(paces[-1])}", wrong)


def queues_share(bench, name):
    """At 100 photos a second over 4 supervisors the queue, its database included, takes at most 5 % of the CPU"""
    with Cluster(bench.fresh(name) / "pg", "one", settings={"fsync": "on", "full_page_writes": "on"}) as cluster:
        cluster.create().start()
        pace = Crowd(bench, cluster, "share", 4, 6000 if bench.long else 1500, 74, workers=2).run()
    queue = pace.database + pace.lane
    share = pace.rate * queue / 1000 / CORES
    wrong = [f"only {pace.rate:.0f} photos a second"] * (pace.rate < 95) + [f"{100 * share:.1f} %"] * (share > 0.05)
    return result(queues_share, "4 supervisors of two workers that wait 74 ms a photo",
                  f"{pace.rate:.0f} photos a second counted in the database",
                  f"{100 * share:.1f} % of {CORES} cores; {queue:.2f} ms a photo, of which the database "
                  f"{pace.database:.2f} ms and the supervisors' queue {pace.lane:.2f} ms", wrong)


def costs(pace):
    """Where a photo's CPU goes."""
    return (f"{pace.database:.1f} ms of the database, {pace.supervisors:.1f} ms of supervisors, "
            f"{pace.workers:.1f} ms of workers")
