"""What the network's maps should be for a square, at a quarter of its resolution."""

import numpy as np

from .cache import NOCK, SEEN, TIP, UNSURE

STRIDE = 4
# the planes of a target: what is wanted, where it is known, and how much each cell of the first two counts
TIPS, NOCKS, SHAFT, FIELD, ON_SHAFT, TIP_WEIGHT, NOCK_WEIGHT, SHAFT_WEIGHT = 0, 1, 2, slice(3, 5), 5, 6, 7, 8
PLANES = 9
# an arrow without a length has a tip alone, in pixels
SHORTEST = 0.5
TIP_SIGMA, NOCK_SIGMA, SHAFT_SIGMA = 1.4, 1.8, 0.9


def encode(rows, size, is_known=None):
    """The target maps [PLANES, H, W] of a square's arrows.

    `is_known` tells of points of the square, in pixels, whether all arrows there are labelled; None: they are
    everywhere.
    """
    side = size // STRIDE
    made = np.zeros((PLANES, side, side), np.float32)
    y, x = np.mgrid[0:side, 0:side].astype(np.float32)
    made[TIP_WEIGHT:] = 1 if is_known is None else is_known((x + 0.5) * STRIDE - 0.5, (y + 0.5) * STRIDE - 0.5)
    for row in rows:
        tip, nock = (row[TIP] + 0.5) / STRIDE - 0.5, (row[NOCK] + 0.5) / STRIDE - 0.5
        length = np.hypot(*(nock - tip))
        if length * STRIDE > SHORTEST:
            _draw_shaft(made, x, y, tip, nock, length)
        _draw_end(made[TIPS], made[TIP_WEIGHT], x, y, tip, TIP_SIGMA, not row[UNSURE])
        _draw_end(made[NOCKS], made[NOCK_WEIGHT], x, y, nock, NOCK_SIGMA, row[SEEN])
    if len(rows) and (np.hypot(*(rows[:, TIP] - rows[:, NOCK]).T) <= SHORTEST).any():
        # shafts and nocks that nobody labelled may be anywhere: only what is known to be one teaches something
        made[NOCK_WEIGHT] *= made[NOCKS] > 0.05
        made[SHAFT_WEIGHT] *= made[SHAFT] > 0.05
    strength = np.hypot(*made[FIELD])
    on = strength > 0.3
    made[FIELD] = np.where(on, made[FIELD] / np.maximum(strength, 1e-6), 0)
    made[ON_SHAFT] = on
    return made


def _draw_shaft(made, x, y, tip, nock, length):
    """A ridge along the shaft, and the unit vector from nock to tip on it."""
    along = (nock - tip) / length
    share = np.clip((x - tip[0]) * along[0] + (y - tip[1]) * along[1], 0, length)
    away = np.hypot(x - tip[0] - along[0] * share, y - tip[1] - along[1] * share)
    ridge = np.exp(-(away**2) / (2 * SHAFT_SIGMA**2)) * (away < 2.2)
    made[SHAFT] = np.maximum(made[SHAFT], ridge)
    if length > 1.5:
        made[FIELD] -= (away < 1.6) * along[:, None, None]


def _draw_end(heat, weight, x, y, place, sigma, is_known):
    side = heat.shape[0]
    if not (-3 < place[0] < side + 2 and -3 < place[1] < side + 2):
        return
    soft = np.exp(-((x - place[0]) ** 2 + (y - place[1]) ** 2) / (2 * sigma**2))
    if not is_known:
        weight[soft > 0.05] = 0
        return
    column, row = int(round(place[0])), int(round(place[1]))
    if 0 <= column < side and 0 <= row < side:
        soft[row, column] = 1
    np.maximum(heat, soft, out=heat)
