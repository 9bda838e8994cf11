"""Folders of photos and results that hang, go, or come late: others are worked, nothing is charged or lost."""

import os
import signal
import subprocess
import time
from contextlib import ExitStack, contextmanager
from pathlib import Path

from campaign import mounts
from campaign.bench import STANDSTILL
from campaign.fuse import FatShare, ForgetfulShare, MemoryShare
from campaign.scene import Broken, Scene
from campaign.stage import result

COUNT = 240
FIRST = 5
MOST_THREADS = 100


def scenes():
    """Every scene, once."""
    hung = [(hung_input,), (hung_stop,), (hung_start, "run"), (hung_start, "watch")]
    return [*hung, (fat_share,), (passing_numbers,), (lost_input,), (late_input,), (late_output,)]


class TwoRoots(Scene):
    """A scene with a second folder of photos, which stays in order."""

    def __init__(self, bench, name, count, beside, **settings):
        super().__init__(bench, name, count + beside, **settings)
        self.shared, self.beside = count, beside
        self.local = self.folder / "local"

    def prepare(self):
        """Writes photos into both folders."""
        self.bench.photos(self.inputs, self.shared)
        self.bench.photos(self.local, self.beside, first=10_000)
        self.queue.parent.mkdir(parents=True, exist_ok=True)
        self.configure()
        return self

    def start(self, verb="watch", **options):
        """Starts Quiver over both."""
        return super().start(verb, roots=("in", "local"), **options)

    def add_beside(self, count):
        """More photos for the folder that is in order."""
        self.bench.photos(self.local, count, first=20_000)
        self.beside += count
        self.count += count

    def done_in(self, folder):
        """How many photos of a folder have their record."""
        return sum(1 for _ in (self.output / folder).glob("*.jpg.json"))

    def wait_for(self, folder, number, limit=STANDSTILL):
        """Waits until so many photos of a folder have their record."""
        return self.wait(lambda: self.done_in(folder) >= number, f"{number} records of {folder}", limit)

    def status(self):
        """What `quiver status` says, and its exit status."""
        asked = self.ask("status", "--queue", self.queue)
        return asked.returncode, asked.stdout

    def threads(self):
        """How many threads the supervisor has."""
        return len(os.listdir(f"/proc/{self.process.pid}/task"))


@contextmanager
def hung(bench, name):
    """A scene whose first folder is a share that hangs with photos waiting on it."""
    # A worker that reads a photo when the share stops answering is given up after its time.
    play = TwoRoots(bench, name, COUNT, 20, intake={"rescan": "5s"}, workers={"count": 2, "timeout": "12s"})
    play.inputs.mkdir(parents=True)
    with MemoryShare(play.inputs) as share, play:
        try:
            play.start()
            play.wait_for("in", FIRST)
            share.hang()
            yield play, share
        finally:
            share.answer_again()


def proof_of_hang(folder):
    """That the share does not answer."""
    asker = subprocess.Popen(["cat", str(Path(folder) / "000000.jpg")], stdout=subprocess.DEVNULL)
    try:
        asker.wait(1)
    except subprocess.TimeoutExpired:
        return "another program's open hangs too"
    finally:
        asker.kill()
    raise Broken("the share answers")


def hung_input(bench, name):
    """A share that hangs costs no attempt and no worker, keeps no other folder waiting, and is told of in the
    status."""
    with hung(bench, name) as (play, share):
        proof = proof_of_hang(play.inputs)
        before = play.done_in("in")
        play.add_beside(30)
        others = play.wait_for("local", play.beside)
        play.wait_for_words("does not answer")
        time.sleep(15)
        health, said = play.status()
        threads, lines = play.threads(), len(play.told("does not answer"))
        share.answer_again()
        back = play.wait_for("in", COUNT)
        play.rest()
        verdict = play.verdict()
    wrong = [*verdict.wrong]
    wrong += [f"status ended with {health}: {said[-200:]}"] * (health != 4 or "does not answer" not in said)
    wrong += [f"{threads} threads"] * (threads > MOST_THREADS) + [f"said {lines} times"] * (lines > 2)
    wrong += ["no photo waited on the share"] * (before >= COUNT)
    return result(hung_input, "a FUSE share that answers nothing", proof,
                  f"{before} photos done before; 30 others after {others:.0f} s; {threads} threads; the rest "
                  f"{back:.0f} s "
                  f"after it answered; {verdict.figure}", wrong)


def hung_stop(bench, name):
    """SIGTERM ends a watch whose share hangs, and the next run finds every photo untouched."""
    with hung(bench, name) as (play, share):
        proof = proof_of_hang(play.inputs)
        time.sleep(3)
        begin = time.monotonic()
        play.process.send_signal(signal.SIGTERM)
        try:
            status = play.process.wait(STANDSTILL)
        except subprocess.TimeoutExpired:
            raise Broken(f"{name}: alive {STANDSTILL} s after SIGTERM") from None
        took = time.monotonic() - begin
        share.answer_again()
        play.start("run").rest()
        verdict = play.verdict()
    return result(hung_stop, "SIGTERM while a share hangs", proof,
                  f"ended with {status} after {took:.0f} s; {verdict.figure}",
                  verdict.wrong + [f"exit status {status}"] * (status != 0))


def hung_start(bench, name, verb):
    """A share that hangs before the start is told of once and keeps no other folder and no SIGTERM waiting; its photos
    are
    worked once it answers."""
    play = TwoRoots(bench, name, 40, 20, intake={"rescan": "2s"}, workers={"count": 2, "timeout": "12s"})
    play.inputs.mkdir(parents=True)
    with MemoryShare(play.inputs) as share, play:
        try:
            share.hang()
            proof = proof_of_hang(play.inputs)
            play.start(verb)
            others = play.wait_for("local", 20)
            if verb == "watch":
                begin = time.monotonic()
                play.process.send_signal(signal.SIGTERM)
            # A run that ends by itself says that nothing is known of the folder.
            status = play.process.wait(STANDSTILL)
            ended = f"SIGTERM ended it in {time.monotonic() - begin:.0f} s" if verb == "watch" else "it ended by itself"
            lines = len(play.told("in does not answer"))
            play.start(verb)
            play.wait(lambda: len(play.told("in does not answer")) > lines, "the same words again")
            if verb == "run":
                play.process.wait(STANDSTILL)
            share.answer_again()
            if verb == "run":
                play.start(verb)
            back = play.wait_for("in", 40)
            play.rest()
            verdict = play.verdict()
        finally:
            share.answer_again()
    wrong = [*verdict.wrong] + [f"said {lines} times"] * (lines != 1)
    wrong += [f"exit status {status}"] * (status != (0 if verb == "watch" else 1))
    return result(hung_start, f"a FUSE share that answers nothing when {verb} begins", proof,
                  f"20 others after {others:.0f} s; {ended} with {status}; the rest {back:.0f} s after it answered; "
                  f"{verdict.figure}", wrong)


class Store:
    """A file system of its own that is mounted at a place, taken off, and mounted again."""

    def __init__(self, stack, folder, place):
        self.place, self.folder = place, stack.enter_context(mounts.small(folder, 64 << 20))
        stack.callback(mounts.leave, place)

    def come(self):
        """Mounts it."""
        mounts.command("mount", "--bind", self.folder, self.place)

    def go(self):
        """Takes it off, as a share goes."""
        mounts.leave(self.place)


def written(process):
    """How many bytes a process has written."""
    lines = Path(f"/proc/{process.pid}/io").read_text().split("\n")
    return int(next(line.split()[1] for line in lines if line.startswith("wchar")))


def lost_input(bench, name):
    """A share that goes is told of once, nothing is written for its photos while it is away, and they are worked when
    it is back."""
    play = TwoRoots(bench, name, 1500, 20, intake={"rescan": "1h"})
    play.inputs.mkdir(parents=True)
    with ExitStack() as stack:
        store = Store(stack, bench.fresh(name + "-store"), play.inputs)
        store.come()
        stack.enter_context(play)
        play.start()
        play.wait(lambda: play.done_in("in") >= FIRST, "the first photos")
        store.go()
        before = play.done_in("in")
        play.wait_for_words("nothing is mounted")
        time.sleep(2)
        start, lines = written(play.process), len(play.talk.splitlines())
        time.sleep(10)
        bytes_written, lines = written(play.process) - start, len(play.talk.splitlines()) - lines
        health, said = play.status()
        store.come()
        back = play.wait_for("in", 1500)
        play.rest()
        verdict = play.verdict()
    wrong = [*verdict.wrong] + [f"status ended with {health}: {said[-200:]}"] * (health != 4)
    wrong += [f"{bytes_written} bytes written"] * (bytes_written > 1 << 20) + [f"{lines} lines said"] * (lines > 3)
    return result(lost_input, "umount -l of a share with photos waiting", f"{1500 - before} photos wait",
                  f"{bytes_written} bytes and {lines} lines in 10 s; the rest {back:.0f} s after it was back; "
                  f"{verdict.figure}", wrong)


def late_input(bench, name):
    """A share that is mounted after the start and lost again takes no photo with it."""
    play = TwoRoots(bench, name, 0, 5, intake={"rescan": "2s"})
    with ExitStack() as stack:
        stack.enter_context(play)
        store = Store(stack, bench.fresh(name + "-store"), play.inputs)
        bench.photos(store.folder, COUNT)
        play.count += COUNT
        play.start()
        play.wait_for("local", 5)
        store.come()
        play.wait_for("in", FIRST)
        store.go()
        before = play.done_in("in")
        time.sleep(8)
        store.come()
        back = play.wait_for("in", COUNT)
        play.rest()
        verdict = play.verdict()
    return result(late_input, "a share mounted after the start, then umount -l", f"{before} photos done before",
                  f"the rest {back:.0f} s after it was back; {verdict.figure}", verdict.wrong)


def late_output(bench, name):
    """A disk that is mounted under the results after the start, and goes: nothing is written below its place."""
    place = bench.fresh(name + "-disk")
    with ExitStack() as stack:
        store = Store(stack, bench.fresh(name + "-store"), place)
        play = stack.enter_context(Scene(bench, name, 0, results=place / "out", intake={"rescan": "2s"}))
        play.start("watch")
        play.wait_for_words("watching|watches")
        below = {path for path in place.rglob("*") if path.is_file()}
        store.come()
        play.count = COUNT
        bench.photos(play.inputs, COUNT)
        play.wait_for_photos(FIRST)
        store.go()
        play.wait_for_words("^paused ")
        time.sleep(3)
        hidden = {path for path in place.rglob("*") if path.is_file()} - below
        store.come()
        play.rest()
        verdict = play.verdict()
    return result(late_output, "a results' disk mounted after the start, then umount -l",
                  f"{len(hidden)} new files below",
                  verdict.figure, verdict.wrong + [f"{path.name} was written below the mount point" for path in hidden])


def fat_share(bench, name):
    """Results on a share that refuses names and links as FAT does: every other photo has its result, and each one an
    end."""
    with FatShare(bench.fresh(name + "-share")) as share, Scene(
            bench, name, 40, results=share.folder / "out") as play:
        for number, odd in enumerate(("a 12:30:00.jpg", "what?.jpg", "x|y.jpg"), 100):
            bench.photo(play.inputs / odd, number)
        play.count += 3
        play.start("run")
        took = play.rest()
        names = [path.name for path in (share.folder / "out").iterdir()]
        plain = sum(name.endswith(".jpg.json") and name[0] == "0" for name in names)
        again = play.ask("run", "in")
        ended = play.done()
    wrong = [f"{plain} of 40 records"] * (plain != 40) + [f"{ended} of 43 done"] * (ended < 40)
    wrong += [f"exit status {play.process.returncode}: {play.talk[-300:]}"] * (play.process.returncode not in (0, 1))
    wrong += [f"the next start ended with {again.returncode}"] * (again.returncode not in (0, 1))
    wrong += ["the share refused nothing"] * (share.refused == 0)
    return result(fat_share, "results on a FAT-like share (FUSE)", f"{share.refused} names and links were refused",
                  f"{ended} of 43 photos done in {took:.0f} s; a second run ended with {again.returncode}", wrong)


def passing_numbers(bench, name):
    """Photos on a file system whose inode numbers change while no file is touched are worked once, and known
    again."""
    play = Scene(bench, name, 120)
    play.inputs.mkdir(parents=True)
    with ForgetfulShare(play.inputs) as share, play:
        before = os.stat(play.inputs / "000000.jpg").st_ino
        play.start("run")
        took = play.rest()
        verdict = play.verdict()
        changed = share.round
        again = play.ask("run", "in")
        after = os.stat(play.inputs / "000000.jpg").st_ino
    wrong = [*verdict.wrong]
    wrong += [f"the second run said {again.stderr[-200:]}"] * ("120 known" not in again.stdout + again.stderr)
    wrong += ["no number has changed"] * (before == after)
    return result(passing_numbers, "inode numbers that are made anew every 0.7 s (FUSE)",
                  f"{changed} rounds of numbers", f"{verdict.figure} in {took:.0f} s; all known in a second run", wrong)
