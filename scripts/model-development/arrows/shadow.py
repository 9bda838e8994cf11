"""Shadows of a low sun: it throws those of all arrows of a flat view the same way and about as far, however they
lean."""

import cv2
import numpy as np

from .cache import NOCK, TIP
from .view import CACHED_RADIUS, CACHED_SIDE, GREY

SHORTEST, LONGEST = 0.25 * CACHED_RADIUS, 2.2 * CACHED_RADIUS
UNIT = CACHED_RADIUS / 400
# arrows that stand beside the view throw theirs into it
NEIGHBOURS = 3
# half a shaft's width: from a large face's to that of a spot in a close-up
THINNEST, THICKEST = 1.2 * UNIT, 7 * UNIT
SHIFT = 4


def _strip(start, end, wide):
    along = (end - start) / (np.hypot(*(end - start)) + 1e-9)
    across = np.array([-along[1], along[0]]) * wide
    return [start + across, end + across, end - across, start - across]


def _fill(mask, points, value):
    cv2.fillPoly(mask, [np.round(np.array(points) * 2**SHIFT).astype(np.int32)], value, cv2.LINE_AA, SHIFT)


def _shadow(mask, tip, reach, wide):
    """A shaft's shadow, and that of vanes near its end."""
    end = tip + reach
    across = np.array([-reach[1], reach[0]]) / np.hypot(*reach) * wide
    _fill(mask, _strip(tip, end, wide), 255)
    vanes = [tip + reach * 0.84, tip + reach * 0.93 + across * 4, tip + reach * 0.97 + across * 3.5]
    vanes += [tip + reach * 0.97 - across * 3.5, tip + reach * 0.93 - across * 4]
    _fill(mask, vanes, 255)


def cast(rng, view, rows):
    """Darkens a view by the shadow of each of its arrows and of some beside it, not on the arrows themselves."""
    angle = rng.uniform(0, 2 * np.pi)
    reach = np.array([np.cos(angle), np.sin(angle)]) * rng.uniform(SHORTEST, LONGEST)
    wide, mask = np.exp(rng.uniform(*np.log([THINNEST, THICKEST]))), np.zeros(view.shape[:2], np.uint8)
    around = rng.uniform(0, 2 * np.pi, int(rng.integers(NEIGHBOURS + 1)))
    others = CACHED_SIDE / 2 + CACHED_SIDE * 0.75 * np.stack([np.cos(around), np.sin(around)], 1)
    for tip in [*rows[:, TIP], *others]:
        _shadow(mask, tip, reach * np.exp(rng.normal(0, 0.04)), wide)
    mask = cv2.GaussianBlur(mask, (0, 0), rng.uniform(0.5, 3) * UNIT)
    # neither on the arrows themselves, nor beside the photo, where a view is grey
    bare = cv2.inRange(view, (GREY - 5,) * 3, (GREY + 5,) * 3)
    for row in rows:
        _fill(bare, _strip(row[TIP], row[NOCK], max(3 * UNIT, wide)), 255)
    mask = cv2.subtract(mask, cv2.blur(bare, (3, 3)))
    # what lies in shadow is lit by the sky alone, which is bluer
    dark = rng.uniform(0.2, 0.6) * np.array([1.0, 1.0, rng.uniform(0.8, 1.0)])
    left = np.round(255 - np.arange(256)[:, None] * dark).astype(np.uint8)
    return cv2.multiply(view, cv2.LUT(cv2.merge([mask] * 3), left[None]), scale=1 / 255)
