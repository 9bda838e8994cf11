"""Processes that make views ready for the device: labelled photos, the same with other arrows and shadows, scenes."""

import ctypes
import multiprocessing
import os
import queue
import time
from pathlib import Path

import cv2
import numpy as np

from .. import cache
from ..data import SUNNY, Places
from ..paste import paste, usable
from ..shadow import cast
from ..view import CACHED_SIDE
from . import packed

# what a feeder has made: a labelled photo as it is, one that was changed, a scene
PLAIN, CHANGED, SCENE = range(3)
BYTES = CACHED_SIDE * CACHED_SIDE * 3
# the share of changed views among what a feeder makes while there are new scenes
CHANGED_SHARE = 0.4
PASTED = 0.6
# seconds between looks for new scenes
PAUSE = 1.0


class Feeders:
    """Some processes, the memory that they share, and what they have made."""

    def __init__(self, count, photos, scenes, leave_out, seed, blocks=48):
        context = multiprocessing.get_context("spawn")
        self.memory = context.RawArray(ctypes.c_uint8, blocks * BYTES)
        self.free, self.ready, self.tasks = context.Queue(), context.Queue(), context.Queue()
        for block in range(blocks):
            self.free.put(block)
        self.groups = [view.group for view in packed.load(photos) if view.group not in leave_out]
        for index in range(len(self.groups)):
            self.tasks.put(index)
        queues = (self.memory, self.free, self.ready, self.tasks)
        self.processes = [
            context.Process(
                target=_feed, args=(*queues, photos, scenes, sorted(leave_out), (index, count), seed), daemon=True
            )
            for index in range(count)
        ]
        for process in self.processes:
            process.start()

    def block(self, number):
        """The pixels in a block of the shared memory [side, side, 3]."""
        whole = np.frombuffer(self.memory, np.uint8, BYTES, number * BYTES)
        return whole.reshape(CACHED_SIDE, CACHED_SIDE, 3)

    def stop(self):
        """Ends the processes."""
        for process in self.processes:
            process.terminate()
        for process in self.processes:
            process.join()


def _changed(rng, view, donors):
    """A view with other arrows on it, or in a low sun."""
    pixels, rows = view.pixels(), view.rows
    if donors and rng.random() < PASTED:
        for _ in range(int(rng.integers(1, 4))):
            pixels, rows = paste(rng, pixels, rows, donors.draw(rng))
    if rng.random() < SUNNY:
        pixels = cast(rng, pixels, rows)
    return pixels, rows


def _new_scenes(folder, done, mine, of):
    """The scenes of a folder that this feeder has not had yet."""
    names = [entry.name[:-5] for entry in os.scandir(folder) if entry.name.endswith(".json")]
    new = sorted(name for name in names if name not in done and int(name.split("-")[0]) % of == mine)
    done.update(new)
    return new


def _feed(memory, free, ready, tasks, photos, scenes, leave_out, place, seed):
    cv2.setNumThreads(1)
    rng = np.random.default_rng([seed, place[0]])
    views = [view for view in packed.load(photos) if view.group not in leave_out]
    drawn, donors = Places(views), Places(list(filter(usable, views)))
    done, waiting, looked = set(), [], 0.0

    def give(kind, index, pixels, rows, known):
        number = free.get()
        np.frombuffer(memory, np.uint8, BYTES, number * BYTES)[:] = pixels.ravel()
        ready.put((number, kind, index, rows, known))

    # what `tasks` has is put there before any feeder begins, but arrives by and by
    while True:
        try:
            index = tasks.get(timeout=1.0)
        except queue.Empty:
            break
        give(PLAIN, index, views[index].pixels(), views[index].rows, views[index].known)
    while True:
        if time.monotonic() - looked > PAUSE and Path(scenes).is_dir():
            waiting, looked = waiting + _new_scenes(scenes, done, *place), time.monotonic()
        if waiting and rng.random() >= CHANGED_SHARE:
            stem = Path(scenes) / waiting.pop(0)
            if not Path(f"{stem}.jpg").exists():
                continue
            view = cache.View(stem)
            give(SCENE, 0, view.pixels(), view.rows, view.known)
        elif views:
            view = drawn.draw(rng)
            give(CHANGED, 0, *_changed(rng, view, donors), view.known)
