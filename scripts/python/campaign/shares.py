"""Shares that go away with photos waiting on them, and come back."""

import os
import time

from campaign.bench import STANDSTILL
from campaign.inbox import Inbox, need_root, told
from campaign.mounts import command, leave


class Share:
    """A folder that is there by a mount only, as a share is."""

    def __init__(self, box, place=None):
        need_root()
        self.box = box
        self.place = place or box.inputs
        self.store = box.folder / "store"
        self.store.mkdir()
        # A file system of its own, as a share has.
        command("mount", "-t", "tmpfs", "-o", "size=16m", "tmpfs", self.store)
        command("mount", "--bind", self.store, self.place)

    def vanish(self):
        """The share goes away: the place is there, and empty."""
        leave(self.place)
        return not os.path.ismount(self.place) and not os.listdir(self.place)

    def come_back(self):
        """The share is there again."""
        command("mount", "--bind", self.store, self.place)

    def end(self):
        """Takes everything off."""
        leave(self.place)
        leave(self.store)


def share_watched(bench):
    """A share that goes away takes no photo with it; the mount over the watched folder removed, 80 photos waiting"""
    box = Inbox(bench, "share-watch", retry={"attempts": 3, "backoff": "1s"})
    share = Share(box)
    try:
        with box.running() as watch:
            watch.wait_until_watching()
            for number in range(10):
                box.put(b"%03d.jpg" % number, number)
            watch.wait_for_jobs(10)
            watch.hold_workers()
            for number in range(10, 90):
                box.put(b"%03d.jpg" % number, number)
            watch.wait(lambda: sum(box.states().values()) == 90, "90 photos in the queue")
            vanished = share.vanish()
            watch.release_workers()
            suspended = watch.wait(lambda: ": suspended" in watch.roots(), "a suspended root")
            during = box.states()
            time.sleep(2)
            share.come_back()
            for number in range(90, 100):
                box.put(b"%03d.jpg" % number, number)
            back = watch.wait_for_jobs(100)
            roots = watch.roots()
            watch.stop()
    finally:
        share.end()
    ends = box.ends()
    kept = vanished and ends == {"done": 100} and ": events on" in roots
    proof = f"place empty, no mount; {during.get('done', 0)} of 90 done then, status suspended after {suspended:.1f} s"
    return proof, (
        f"{ends}, all {back:.1f} s after the share was back{told([] if kept else [watch.talk[-300:]])}"), kept


def share_worked(bench):
    """The same in `quiver run`; the mount removed in the middle of the work, and mounted again 6 s later"""
    box = Inbox(bench, "share-run", retry={"attempts": 3, "backoff": "1s"})
    share = Share(box)
    try:
        for number in range(100):
            box.put(b"%03d.jpg" % number, number)
        with box.running("run") as run:
            run.hold_workers()
            run.wait(lambda: sum(box.states().values()) == 100, "100 photos in the queue")
            vanished = share.vanish()
            run.release_workers()
            gone = time.monotonic()
            run.wait(lambda: time.monotonic() - gone > 6, "six seconds without the share")
            during = box.states()
            share.come_back()
            status = run.process.wait(STANDSTILL)
            talk = run.talk
    finally:
        share.end()
    ends = box.ends()
    kept = vanished and ends == {"done": 100} and status == 0
    return f"place empty, no mount; {during} after some seconds", (
        f"{ends}, exit {status}{told([] if kept else [talk[-300:]])}"), kept


def share_inside(bench):
    """Nor does one that is mounted inside a watched folder;
    the mount of a sub-folder removed, 40 photos waiting in it"""
    box = Inbox(bench, "share-inside", retry={"attempts": 3, "backoff": "1s"}, intake={"rescan": "4s"})
    inner = box.inputs / "nas"
    inner.mkdir()
    share = Share(box, inner)
    try:
        with box.running() as watch:
            watch.wait_until_watching()
            watch.hold_workers()
            for number in range(40):
                box.put(b"nas/%03d.jpg" % number, number)
                box.put(b"%03d.jpg" % number, 100 + number)
            watch.wait(lambda: sum(box.states().values()) == 80, "80 photos in the queue")
            vanished = share.vanish()
            watch.release_workers()
            time.sleep(6)
            during = box.states()
            share.come_back()
            back = watch.wait_for_jobs(80)
            watch.stop()
    finally:
        share.end()
    ends = box.ends()
    kept = vanished and ends == {"done": 80} and "gone" not in during
    return f"place empty, no mount; {during} after 6 s", f"{ends}, all {back:.1f} s after the share was back", kept
