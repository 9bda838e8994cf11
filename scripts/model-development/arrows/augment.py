"""Squares cut out of a view at any angle and size."""

import cv2
import numpy as np

from .cache import NOCK, SEEN, TIP, UNSURE
from .view import CACHED_RADIUS, CACHED_SIDE, GREY, RADIUS, apply

# how far before the horizon a shaft is cut off
NEAREST = 0.2
# the radii of the face in a square, in pixels: from less than the network sees in its first look to more than in its
# second
LEAST_RADIUS, LARGEST_RADIUS = 0.35 * RADIUS, 1.2 * RADIUS
# at a smaller scale than this a thin shaft would be lost between the pixels that are read
AVERAGED = 0.75
_TWICE = np.array([[2, 0, 0.5], [0, 2, 0.5], [0, 0, 1.0]])
# how far from the middle of a square what it is aimed at may lie, as a share of its side
OFF = 0.4


def _aim(rng, rows, reach):
    """Where a square's middle lies: mostly near a tip, a shaft or a nock."""
    inside = rows[(rows[:, TIP] > 0).all(1) & (rows[:, TIP] < CACHED_SIDE).all(1)] if len(rows) else rows
    kind = rng.random()
    if len(inside) and kind < 0.75:
        row = inside[int(rng.integers(len(inside)))]
        share = 0.0 if kind < 0.42 else (rng.uniform(0, 1) if kind < 0.62 else 1.0)
        aim = row[TIP] + (row[NOCK] - row[TIP]) * share + rng.uniform(-OFF, OFF, 2) * reach
    else:
        aim = rng.uniform(0.15, 0.85, 2) * CACHED_SIDE
    edge = 0.08 * CACHED_SIDE
    return np.clip(aim, edge, CACHED_SIDE - edge)


def _turn(angle):
    return np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])


def cut(rng, view, rows, size):
    """A square of `size` pixels, its arrows, and the map from the view to it.

    It is turned, mirrored and stretched, at the scales of both looks of the network and between them.
    """
    scale = np.exp(rng.uniform(np.log(LEAST_RADIUS), np.log(LARGEST_RADIUS))) / CACHED_RADIUS
    aim = _aim(rng, rows, size / scale)
    stretch, mirror = np.diag(np.exp(rng.normal(0, 0.08, 2))), np.diag([rng.choice([-1.0, 1.0]), 1])
    linear = scale * _turn(rng.uniform(0, 2 * np.pi)) @ stretch @ _turn(rng.uniform(0, np.pi)) @ mirror
    move, tilt, centre = np.eye(3), np.eye(3), np.eye(3)
    move[:2, :2], move[:2, 2] = linear, -linear @ aim
    tilt[2, :2] = rng.normal(0, 0.15, 2) / size if rng.random() < 0.5 else 0
    centre[:2, 2] = size / 2
    matrix = centre @ tilt @ move
    if scale > AVERAGED:
        square = cv2.warpPerspective(view, matrix, (size, size), borderValue=(GREY,) * 3)
    else:
        # as the network's first look: the mean of four pixels of a picture twice as fine
        square = cv2.warpPerspective(view, _TWICE @ matrix, (2 * size, 2 * size), borderValue=(GREY,) * 3)
        square = cv2.resize(square, (size, size), interpolation=cv2.INTER_AREA)
    kept = [moved for moved in (_moved(row, matrix) for row in rows) if moved is not None]
    return square, np.array(kept).reshape(-1, 6), matrix


def _moved(row, matrix):
    tip, nock, seen = row[TIP], row[NOCK], row[SEEN]
    tip_depth, nock_depth = matrix[2] @ [*tip, 1], matrix[2] @ [*nock, 1]
    if tip_depth < NEAREST:
        return None
    if nock_depth < NEAREST:
        nock, seen = tip + (nock - tip) * (tip_depth - NEAREST) / (tip_depth - nock_depth) * 0.95, 0
    return [*apply(matrix, [tip, nock]).ravel(), seen, row[UNSURE]]
