"""Eight writers ask one queue for verbs at random, some are killed, and every answer must be explained."""

import json
import os
import random
import signal
import subprocess
import time

from campaign.bench import STANDSTILL
from campaign.faults import state, until, wait
from campaign.history_check import Fate, check, read
from campaign.mounts import Impossible
from campaign.postgres import Cluster
from campaign.stage import result

WRITERS, LEASE, BEAT = 8, 30, 10


class Writers:
    """Writers of one queue, each with its log; a log for each process, since one that was killed is started anew."""

    def __init__(self, bench, folder, queue, verbs):
        self.program = bench.program.with_name("quiver-bench")
        if not self.program.exists():
            raise Impossible("quiver-bench is not built: scripts/build --product quiver-bench")
        self.folder, self.queue, self.verbs, self.seed = folder, queue, verbs, bench.seed
        self.processes, self.fates = {}, {}

    def start(self, number):
        """Starts a writer; its place in the list of processes."""
        place = len(self.fates)
        talk = open(self.folder / f"talk-{place}.txt", "wb")
        process = subprocess.Popen(
            [self.program, "history", "--queue", self.queue, "--writer", str(number), "--writers", str(WRITERS),
             "--verbs", str(self.verbs), "--seed", str(self.seed * 100 + place), "--patience", "120",
             "--log", self.folder / f"history-{place}.jsonl"],
            stdout=talk, stderr=talk, stdin=subprocess.DEVNULL)
        talk.close()
        self.processes[place] = process
        self.fates[place] = Fate(number)
        return place

    def kill(self, place):
        """One kill; whether it was seen to die by it."""
        process = self.processes[place]
        self.fates[place].killed = time.monotonic_ns()
        process.kill()
        return process.wait() == -signal.SIGKILL

    def stop(self, place):
        """Stops one; whether it was seen to stand still."""
        self.fates[place].stopped = time.monotonic_ns()
        self.processes[place].send_signal(signal.SIGSTOP)
        return until(lambda: state(self.processes[place].pid) == "T", STANDSTILL)

    def go_on(self, place, seconds):
        """Lets it go on so many seconds after it was stopped."""
        time.sleep(max(0, seconds - (time.monotonic_ns() - self.fates[place].stopped) / 10**9))
        self.processes[place].send_signal(signal.SIGCONT)

    def wait(self, limit):
        """Waits for all that were not killed; what went wrong with them."""
        wrong = []
        for place, process in self.processes.items():
            wait(process, limit)
            if process.poll() is None:
                process.kill()
                process.wait()
                wrong.append(f"writer {place} did not end")
            elif process.returncode != 0 and not self.fates[place].killed:
                talk = (self.folder / f"talk-{place}.txt").read_text(errors="replace")[-300:]
                wrong.append(f"writer {place} ended with {process.returncode}: {talk}")
        return wrong

    def histories(self):
        """What they have noted, by process."""
        return {place: read(self.folder / f"history-{place}.jsonl") for place in self.fates}

    def left(self):
        """Every job as the queue has it in the end."""
        done = subprocess.run([self.program, "history", "--queue", self.queue, "--dump"], capture_output=True,
                              text=True, timeout=600, check=True)
        return [json.loads(line) for line in done.stdout.splitlines()]

    def end(self):
        """Ends whatever still runs."""
        for process in self.processes.values():
            if process.poll() is None:
                process.kill()
                process.wait()


def histories(bench, name):
    """8 writers on one database: no photo claimed twice at a time, none completed twice, none lost, every answer
    explained"""
    total = 100_000 if bench.long else 5_000
    kills = 12 if bench.long else 2
    folder = bench.fresh(name)
    chance = random.Random(bench.seed)
    with Cluster(folder / "pg", "one").create().start() as cluster:
        writers = Writers(bench, folder, cluster.database("history"), total // WRITERS)
        died = stood = 0
        try:
            for number in range(WRITERS):
                writers.start(number)
            # Together they are over their verbs in some seconds; the faults come before that.
            until(lambda: size(folder) > total * 20, STANDSTILL)
            stood = writers.stop(0)
            for number in chance.choices(range(1, WRITERS), k=kills):
                place = max(place for place, fate in writers.fates.items() if fate.number == number)
                if writers.processes[place].poll() is None:
                    died += writers.kill(place)
                    writers.start(number)
                time.sleep(chance.uniform(0, 3) if bench.long else 0.1)
            writers.go_on(0, LEASE + 3)
            wrong = writers.wait(600)
            found = check(writers.histories(), writers.left(), writers.fates, LEASE, BEAT)
        finally:
            writers.end()
    wrong += found.wrong
    if not died or not stood or found.verbs < total // 2:
        wrong.append(f"{died} kills and {stood} stops in {found.verbs} verbs prove nothing")
    return result(
        histories, f"SIGKILL of {died} writers in the middle of verbs, one stopped for {LEASE + 3} s",
        f"status -9 seen {died} times, state T {int(stood)} time; {found.cut} verbs without an answer",
        f"{found.verbs} verbs on {found.photos} photos, {found.claims} claims, {found.lost} late ends refused: "
        f"{found.figure()}; the dead writers' photos claimed again in their turn, at worst after "
        f"{found.recovery:.1f} s", wrong)


def size(folder):
    """How much the writers have noted."""
    return sum(os.path.getsize(path) for path in folder.glob("history-*.jsonl"))

