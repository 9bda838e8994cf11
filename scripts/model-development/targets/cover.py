"""What is hidden: how much of a place the layers that are drawn over it cover together."""

import numpy as np

# what is hidden by a larger share than this counts as not to be seen: nobody is asked to find it
LOST_TIP, LOST_HOLE = 0.7, 0.5


class Place:
    """A small square of the picture, and how much of each of its pixels is still seen."""

    def __init__(self, at, reach):
        self.reach = max(1, int(reach))
        self.at = np.round(np.asarray(at)).astype(int)
        self.seen = np.ones((2 * self.reach + 1, 2 * self.reach + 1))

    @property
    def hidden(self):
        """The share that is covered."""
        return float(1 - self.seen.mean())

    def cover(self, layer, corner=(0, 0)):
        """Notes a layer (0 to 255, its upper left corner in the picture) that is drawn over the place."""
        low = self.at - self.reach - corner
        high = low + len(self.seen)
        size = np.array(layer.shape[1::-1])
        (left, top), (right, bottom) = np.clip(low, 0, size), np.clip(high, 0, size)
        if left < right and top < bottom:
            part = self.seen[top - low[1] : bottom - low[1], left - low[0] : right - low[0]]
            part *= 1 - layer[top:bottom, left:right] / 255
