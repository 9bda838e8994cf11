"""A worker that is taken over gains nothing: what it may not do is tried, and what the kernel says of it is read."""

import collections
import errno
import json
import os
import signal
import subprocess
import time
from pathlib import Path

from campaign import planted
from campaign.bench import STANDSTILL, Row, children, records
from campaign.faults import until
from campaign.oldkernel import lacking

# What must hold of every thread of every worker, as /proc says it. Root keeps one right to reach others' photos.
NONE = "0" * 16
CONFINED = {"NoNewPrivs": {"1"}, "Seccomp": {"2"}, "CapEff": {NONE, NONE[1:] + "2", NONE[1:] + "4"}, "CapAmb": {NONE}}
SECRET = "CAMPAIGN_TOKEN"
# Some of what a probe must have tried: that it tries less than it did must not look like success.
TRIED = {
    "read a photo by its path", "read another photo", "list the folder of photos",
    "open the photo for writing by its descriptor", "change the photo's permissions by its descriptor",
    "read a file beside the inputs", "read /etc/passwd", "open the parent's memory", "make a file in /tmp",
    "change an input's permissions", "empty an input by opening it", "replace an input",
    "read through a link that leads out", "make a TCP socket", "make a Unix socket", "make a ring of requests",
    "signal the parent", "have the parent signalled", "set a limit", "make a user namespace", "make a process",
    "run a program", "read a file beside a model", "make a file among compiled models", "replace a compiled model",
    "make a file in memory", "share memory without a file",
}


def run(bench):
    """Every row about confinement."""
    yield trial(bench, "this kernel")
    yield trial(bench, "a kernel without Landlock", "landlock")
    yield bare(bench)
    yield standing(bench)
    yield unconfined(bench)
    yield replaced(bench, "the staging folder", lambda place: place / "out" / ".quiver-staging", "a worker's own")
    yield replaced(bench, "the folder of photos", lambda place: place / "in")
    yield idle(bench)
    yield planted.engine(bench)


def trial(bench, where, *lacks):
    """The program shuts itself in as a worker does and tries the walls, from two threads."""
    place = bench.fresh("trial")
    ended = bench.run("worker", "--probe", bench.fresh("trial-files"), "--config", bench.settings(place),
                      preexec_fn=lacking(*lacks) if lacks else None)
    promise, fault = "a worker that is taken over gains nothing", f"all that it might try, tried when confined: {where}"
    try:
        answer = json.loads(ended.stdout)
    except ValueError:
        return Row(promise, fault, f"no answer; status {ended.returncode}: {ended.stderr[-300:]}", "", False)
    attempts = answer["main"]["attempts"] + answer["older"]["attempts"]
    forbidden = [attempt for attempt in attempts if not attempt["isAllowed"]]
    refused = [attempt for attempt in forbidden if not attempt["succeeded"]]
    wrong = [f"possible: {attempt['name']}" for attempt in forbidden if attempt["succeeded"]]
    hindered = [attempt["name"] for attempt in attempts if attempt["isAllowed"] and not attempt["succeeded"]]
    wrong += [f"needed, but refused: {name}" for name in hindered]
    wrong += [f"not tried: {name}" for name in sorted(TRIED - {attempt["name"] for attempt in forbidden})]
    wrong += [f"not in force: {each['measure']}" for each in answer["report"]["lines"] if not each["inForce"]]
    reasons = collections.Counter(os.strerror(attempt["errno"]) for attempt in refused)
    # In a root of its own what is forbidden is not there; elsewhere an attempt that misses it proves nothing.
    if not lacks and os.strerror(errno.ENOENT) in reasons:
        wrong.append("an attempt went nowhere: the file that it was to reach is not there")
    proof = "; ".join(f"{count} times '{reason}'" for reason, count in reasons.most_common())
    figure = f"{len(refused)} of {len(forbidden)} attempts refused by {walls(answer['report'])}"
    return Row(promise, fault, proof, "; ".join(dict.fromkeys(wrong)) or figure, not wrong)


def bare(bench):
    """A kernel that has no wall at all: Quiver works, and says what is missing where people look."""
    place = bench.fresh("bare")
    bench.photos(place / "in", 5)
    config, nothing = bench.settings(place), lacking("landlock", "unshare", "seccomp")
    run = bench.run("run", "--config", config, place / "in", preexec_fn=nothing)
    doctor = bench.run("doctor", "--config", config, preexec_fn=nothing)
    line = next((line for line in doctor.stdout.splitlines() if " confinement " in line), "")
    done = len(records(place / "out"))
    wrong = []
    if run.returncode != 0 or done != 5:
        wrong = [f"status {run.returncode}, {done} of 5 done: {run.stderr[-300:]}"]
    missing = ["fileSystem", "network", "programs", "processes", "signals", "systemCalls"]
    wrong += [f"doctor does not name {name}" for name in missing if name not in line]
    wrong += [] if "not in force" in run.stderr else ["the run does not warn"]
    return Row("where a kernel lacks the walls, Quiver says so and works", "no Landlock, no namespaces, no filters",
               f"doctor: {line[:60].strip()}…; the run warned: {'not in force' in run.stderr}",
               "; ".join(wrong) or f"{done} of 5 done, {len(missing)} missing walls named", not wrong)


def walls(report):
    """By what a worker is confined, each once."""
    return ", ".join(dict.fromkeys(line["how"] for line in report["lines"] if line["inForce"]))


def standing(bench):
    """What the kernel says of each thread of a real run's workers: limits, descriptors and environment too."""
    with Watch(bench, "standing", env={SECRET: "not for workers"}) as watch:
        workers = watch.work(30)
        wrong, threads = [], 0
        for worker in workers:
            seen = statuses(worker)
            threads += len(seen)
            wrong += [f"{worker}: {field} {value}" for status in seen for field, value in unlike(status)]
            limits = hard_limits(worker)
            if limits["Max core file size"] != "0":
                wrong.append(f"{worker}: core files of {limits['Max core file size']}")
            for name in ("Max data size", "Max file size"):
                wrong += [f"{worker}: no bound on {name}"] if limits[name] == "unlimited" else []
            # Its input is the one socket, through which photos come; what it says goes through pipes.
            wrong += [f"{worker} holds {number}: {target}" for number, target in descriptors(worker)
                      if not target.startswith("pipe:") and not (number == "0" and target.startswith("socket:"))]
            if SECRET in Path(f"/proc/{worker}/environ").read_text():
                wrong.append(f"{worker} was told {SECRET}")
        if SECRET not in Path(f"/proc/{watch.process.pid}/environ").read_text():
            wrong.append("the supervisor was not given the secret: nothing is proven of it")
        if len(workers) < 2 or threads <= len(workers):
            wrong.append(f"only {len(workers)} workers with {threads} threads were seen")
    return Row("every thread of every worker is confined, with nothing open and no secrets of the environment",
               "a look into /proc at workers that have worked photos",
               f"{len(workers)} workers, {threads} threads: NoNewPrivs, Seccomp, CapEff, limits, descriptors, environ",
               "; ".join(wrong[:5]) or "each as promised", not wrong)


def unconfined(bench):
    """The same look at workers that are not confined: it has to tell the difference."""
    with Watch(bench, "unconfined", workers={"confine": "off"}) as watch:
        seen = [status for worker in watch.work(10) for status in statuses(worker)]
        told = sum(bool(unlike(status)) for status in seen)
    return Row("a confinement that is switched off is not taken for one", "workers.confine = off, the same look",
               f"{told} of {len(seen)} threads found unconfined",
               "told apart" if told == len(seen) > 0 else "taken for confined", told == len(seen) > 0)


def idle(bench):
    """Workers that wait for photos, and how often the kernel lets one of their threads run."""
    with Watch(bench, "idle") as watch:
        workers = watch.work(10)
        # The end of the last photo's work is not what is measured.
        until(lambda: rest(workers), 60)
        before, mine = [wakes(worker) for worker in workers], wakes(watch.process.pid)
        time.sleep(10)
        rates = [(wakes(worker) - count) / 10 for worker, count in zip(workers, before)]
        own = (wakes(watch.process.pid) - mine) / 10
    return Row("workers that wait use no processor", "10 s without a photo under `watch`",
               f"voluntary context switches of {len(rates)} workers' threads",
               f"{max(rates):.1f} a second at most; the supervisor {own:.1f}", len(rates) == 2 and max(rates) < 0.5)


def rest(workers):
    """Whether no thread of some processes has run for two seconds."""
    before = [wakes(worker) for worker in workers]
    time.sleep(2)
    return [wakes(worker) for worker in workers] == before


def wakes(process):
    """How often the threads of a process have given up the processor by themselves."""
    total = 0
    for status in Path(f"/proc/{process}/task").glob("*/status"):
        lines = status.read_text().splitlines()
        total += next(int(line.split()[1]) for line in lines if line.startswith("voluntary_ctxt_switches"))
    return total


def replaced(bench, what, where, whose=None):
    """A folder makes way for a new one of the same name, as shares do: a worker's rules bind to the old one."""
    with Watch(bench, "replaced") as watch:
        before = watch.work(10)
        folder = where(watch.place)
        inode = folder.stat().st_ino
        folder.rename(folder.with_name("aside"))
        folder.mkdir()
        other = folder.stat().st_ino
        begin = time.monotonic()
        after = watch.work(10)
        took = time.monotonic() - begin
        unwell = [path for path, record in records(watch.place / "out").items() if record["state"] != "done"]
        wrong = [f"not done: {path}" for path in unwell]
        wrong += ["the same workers go on"] if whose and before == after else []
    return Row(f"{what} made anew costs no photo", "renamed away and made again under `watch`",
               f"inode {inode} became {other}; workers {before} became {after}",
               "; ".join(wrong) or f"20 of 20 done, the last {took:.1f} s after", not wrong and inode != other)


class Watch:
    """A running `quiver watch` over a folder of its own."""

    def __init__(self, bench, name, env=None, **settings):
        self.bench, self.place, self.count = bench, bench.fresh(name), 0
        (self.place / "in").mkdir()
        config = bench.settings(self.place, **settings)
        self.talk = open(self.place / "talk", "w+", encoding="utf-8")
        self.process = bench.start(
            "watch", "--config", config, self.place / "in", env=env, stdout=self.talk, stderr=subprocess.STDOUT)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.send_signal(signal.SIGTERM)
        try:
            self.process.wait(STANDSTILL)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        self.talk.close()

    def work(self, count, seconds=STANDSTILL):
        """Puts photos in, waits until each has a record, and returns the workers that are there then."""
        self.bench.photos(self.place / "in", count, first=self.count)
        self.count += count
        end = time.monotonic() + seconds
        while len(records(self.place / "out")) < self.count or len(children(self.process)) < 2:
            if time.monotonic() > end or self.process.poll() is not None:
                done = len(records(self.place / "out"))
                self.talk.flush()
                said = (self.place / "talk").read_text(encoding="utf-8")[-500:]
                raise AssertionError(f"{done} of {self.count} photos in {seconds} s; it said: {said}")
            time.sleep(0.05)
        # The second may have been slower than the first was with all photos.
        while any(unlike(status) for worker in children(self.process) for status in statuses(worker)):
            if time.monotonic() > end or "off" in (self.place / "pipeline.json").read_text(encoding="utf-8"):
                break
            time.sleep(0.05)
        return children(self.process)


def statuses(worker):
    """What the kernel says of each thread of a process, field by field."""
    found = []
    for status in Path(f"/proc/{worker}/task").glob("*/status"):
        try:
            lines = status.read_text().splitlines()
        except OSError:
            continue  # it has just ended
        found.append({key: value.strip() for key, _, value in (line.partition(":") for line in lines)})
    return found


def unlike(status):
    """The fields of a thread that are not as a confined one's."""
    return [(field, status.get(field)) for field, allowed in CONFINED.items() if status.get(field) not in allowed]


def hard_limits(worker):
    """The hard limits of a process by their names."""
    lines = Path(f"/proc/{worker}/limits").read_text().splitlines()[1:]
    return {line[:26].strip(): line[47:68].strip() for line in lines}


def descriptors(worker):
    """What a process holds open, by number."""
    found = []
    for link in Path(f"/proc/{worker}/fd").iterdir():
        try:
            found.append((link.name, os.readlink(link)))
        except OSError:
            continue  # closed meanwhile
    return found
