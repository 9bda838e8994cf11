"""Views in the device's memory, of which squares are drawn."""

from collections import Counter

import numpy as np
import torch

from ..view import CACHED_SIDE
from .feeders import BYTES, CHANGED, PLAIN, SCENE, Feeders

# so many arrows of a view are kept
MOST = 40
# of real squares, how many are of photos as they are
UNCHANGED = 0.5


class Store:
    """What feeders have made: labelled photos for good, changed ones and scenes until newer ones take their place."""

    def __init__(self, feeders: Feeders, device, slots, changed):
        self.feeders, self.device = feeders, device
        plain = len(feeders.groups)
        self.pixels = torch.empty(slots, CACHED_SIDE, CACHED_SIDE, 3, dtype=torch.uint8, device=device)
        self.rows, self.there = np.zeros((slots, MOST, 6)), np.zeros((slots, MOST), bool)
        self.known = np.full(slots, np.inf)
        # where each kind begins, how many it may have, how many came
        self.begin = {PLAIN: 0, CHANGED: plain, SCENE: plain + changed}
        self.room = {PLAIN: plain, CHANGED: changed, SCENE: slots - plain - changed}
        self.came = {PLAIN: 0, CHANGED: 0, SCENE: 0}
        groups = Counter(feeders.groups)
        self.weight = np.array([groups[group] ** -0.5 for group in feeders.groups])
        self.loaded = np.zeros(plain, bool)
        self.moving = []
        self.is_pinned = device.type == "cuda" and self._pin()

    def _pin(self):
        """Lets the device read the shared memory by itself."""
        place = self.feeders.block(0).ctypes.data
        return int(torch.cuda.cudart().cudaHostRegister(place, len(self.feeders.memory), 0)) == 0

    def take(self, most):
        """Takes in up to `most` views that are ready."""
        while self.moving and (self.moving[0][0] is None or self.moving[0][0].query()):
            self.feeders.free.put(self.moving.pop(0)[1])
        for _ in range(most):
            if self.feeders.ready.empty():
                return
            number, kind, index, rows, known = self.feeders.ready.get()
            slot = self.begin[kind] + (index if kind == PLAIN else self.came[kind] % self.room[kind])
            self.pixels[slot].copy_(torch.from_numpy(self.feeders.block(number)), non_blocking=self.is_pinned)
            event = None
            if self.is_pinned:
                event = torch.cuda.Event()
                event.record()
            self.moving.append((event, number))
            rows = rows[:MOST]
            self.rows[slot], self.there[slot] = 0, False
            self.rows[slot, : len(rows)], self.there[slot, : len(rows)] = rows, True
            self.known[slot] = np.inf if known is None else known
            self.came[kind] += 1
            if kind == PLAIN:
                self.loaded[index] = True

    def _any(self, rng, kind, count):
        return self.begin[kind] + rng.integers(min(self.came[kind], self.room[kind]), size=count)

    def draw(self, rng, count, share):
        """The slots of `count` views, a share of them of real photos."""
        scenes = 0 if not self.came[SCENE] else rng.binomial(count, 1 - share)
        plain = rng.binomial(count - scenes, UNCHANGED) if self.came[CHANGED] else count - scenes
        weight = self.weight * self.loaded
        parts = [
            self._any(rng, SCENE, scenes) if scenes else [],
            rng.choice(len(weight), plain, p=weight / weight.sum()),
            self._any(rng, CHANGED, count - scenes - plain) if self.came[CHANGED] else [],
        ]
        return np.concatenate(parts).astype(np.int64)


__all__ = ["BYTES", "Store"]
