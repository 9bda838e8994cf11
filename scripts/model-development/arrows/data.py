"""An endless stream of training squares, a share of them of real photos."""

from collections import Counter

import numpy as np

from training.wear import coloured, worn

from . import cache
from .augment import cut
from .maps import encode
from .paste import paste, usable
from .shadow import cast
from .view import CACHED_SIDE

# squares of one view follow each other in a pool of so many batches, lest a batch show one view alone
POOL = 6
SQUARES = 3
# the share of squares in any hue: not every face is gold in its middle
STRANGE = 0.2
# the share of real views in a low sun; scenes have one already
SUNNY = 0.3


class Places:
    """Views drawn by place: one of a hundred photos of a hall is drawn less often than one of three of a field."""

    def __init__(self, views):
        self.views, groups = views, Counter(view.group for view in views)
        weights = np.array([groups[view.group] ** -0.5 for view in views])
        self.chances = weights / weights.sum()

    def __bool__(self):
        return bool(self.views)

    def draw(self, rng):
        """One view."""
        return self.views[int(rng.choice(len(self.views), p=self.chances))]


def _within(radius, matrix):
    """Tells of points of a square whether they lie within a radius around the face's centre in the view."""
    back = np.linalg.inv(matrix)

    def is_known(x, y):
        u, v, depth = (row[0] * x + row[1] * y + row[2] for row in back)
        return np.hypot(u / depth - CACHED_SIDE / 2, v / depth - CACHED_SIDE / 2) <= radius

    return is_known


class Stream:
    """Batches of squares [N, H, W, 3] and their maps."""

    def __init__(self, rendered, real, seed, size, share=0.5, pasted=0.35):
        self.rendered, self.real, self.donors = cache.load(rendered), Places(real), Places(list(filter(usable, real)))
        self.size, self.share, self.pasted = size, share, pasted
        self.rng = np.random.default_rng(seed)

    def _view(self):
        rng = self.rng
        is_real = bool(self.real) and rng.random() < self.share
        chosen = self.real.draw(rng) if is_real else self.rendered[int(rng.integers(len(self.rendered)))]
        pixels, rows = chosen.pixels(), chosen.rows
        if self.donors and rng.random() < (self.pasted if is_real else self.pasted / 3):
            for _ in range(int(rng.integers(1, 4))):
                pixels, rows = paste(rng, pixels, rows, self.donors.draw(rng))
        if is_real and rng.random() < SUNNY:
            pixels = cast(rng, pixels, rows)
        return pixels, rows, chosen.known

    def squares(self):
        """Single squares with their maps."""
        while True:
            pixels, rows, known = self._view()
            for _ in range(SQUARES):
                square, kept, matrix = cut(self.rng, pixels, rows, self.size)
                is_known = _within(known, matrix) if known else None
                yield coloured(self.rng, worn(self.rng, square), STRANGE), encode(kept, self.size, is_known)

    def batches(self, count):
        """Batches of `count` squares, mixed."""
        squares = self.squares()
        pool = [next(squares) for _ in range(POOL * count)]
        while True:
            batch = []
            for _ in range(count):
                index = int(self.rng.integers(len(pool)))
                batch.append(pool[index])
                pool[index] = next(squares)
            yield tuple(np.stack(part) for part in zip(*batch))
