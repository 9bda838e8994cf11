"""Real arrows, cut out along their shafts, on other faces."""

import cv2
import numpy as np

from .cache import NOCK, SEEN, TIP, UNSURE
from .view import CACHED_RADIUS, CACHED_SIDE

# in pixels of the cached view
SHORTEST, LONGEST = 0.1 * CACHED_RADIUS, 1.55 * CACHED_RADIUS
UNIT = CACHED_RADIUS / 400
# share of the arrows laid in a neighbour's face or beside any: their nocks reach over this one
BESIDE = 0.25


def _whole(rows):
    """The arrows that can be cut out: both ends seen, and neither a stump nor a blur."""
    lengths = np.hypot(*(rows[:, NOCK] - rows[:, TIP]).T)
    return rows[(lengths > SHORTEST) & (lengths < LONGEST) & (rows[:, UNSURE] == 0) & (rows[:, SEEN] > 0)]


def usable(donor):
    """Whether a view has an arrow that can be cut out."""
    return len(_whole(donor.rows)) > 0


def _outline(tip, nock):
    """A strip around an arrow: narrow along the shaft, wide enough for vanes behind."""
    way = nock - tip
    length = np.hypot(*way)
    along = way / length
    across = np.array([-along[1], along[0]])
    wide = 4.5 * UNIT + 0.004 * length
    front, back, end = tip - along * 3 * UNIT, nock - along * length * 0.4, nock + along * 7 * UNIT
    half = [(front, 1), (back - along * length * 0.02, 1), (back + along * length * 0.02, 2.4), (end, 2.2)]
    return np.array([p + across * wide * w for p, w in half] + [p - across * wide * w for p, w in reversed(half)])


def paste(rng, view, rows, donor):
    """Lays one arrow of a donor onto a view: turned, scaled, feathered, in other light."""
    good = _whole(donor.rows)
    row, source = good[int(rng.integers(len(good)))], donor.pixels()
    tip, nock = row[TIP], row[NOCK]
    mask = np.zeros(source.shape[:2], np.uint8)
    cv2.fillPoly(mask, [np.round(_outline(tip, nock)).astype(np.int32)], 255)
    mask = cv2.GaussianBlur(mask, (0, 0), 1.3)
    angle, scale = rng.uniform(0, 2 * np.pi), np.exp(rng.uniform(-0.4, 0.3))
    turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    linear = scale * turn @ np.diag([rng.choice([-1.0, 1.0]), 1])
    nearest, farthest = (1.1, 1.65) if rng.random() < BESIDE else (0, 0.95)
    around, distance = rng.uniform(0, 2 * np.pi), CACHED_RADIUS * np.sqrt(rng.uniform(nearest**2, farthest**2))
    target = CACHED_SIDE / 2 + distance * np.array([np.cos(around), np.sin(around)])
    matrix = np.concatenate([linear, (target - linear @ tip)[:, None]], 1)
    light = np.clip(np.arange(256)[:, None] * np.exp(rng.normal(0, 0.15, (1, 3))), 0, 255).astype(np.uint8)
    laid = cv2.warpAffine(cv2.LUT(source, light[None]), matrix, (CACHED_SIDE, CACHED_SIDE))
    share = cv2.warpAffine(mask, matrix, (CACHED_SIDE, CACHED_SIDE))[..., None].astype(np.float32) / 255
    x, y, width, height = cv2.boundingRect((share[..., 0] > 0.01).astype(np.uint8))
    part = np.s_[y : y + height, x : x + width]
    view = view.copy()
    view[part] = (view[part] * (1 - share[part]) + laid[part] * share[part]).astype(np.uint8)
    end = linear @ nock + matrix[:, 2]
    rows = _covered(rows, target, end)
    inside = (end >= 0).all() and (end < CACHED_SIDE).all()
    return view, np.concatenate([rows, [[*target, *end, float(inside), 0]]])


def _covered(rows, tip, nock):
    """The arrows that were there, with those tips unsure that the new shaft covers."""
    rows, way = rows.copy(), nock - tip
    length = np.hypot(*way)
    along = way / length
    away = rows[:, TIP] - tip
    distance, aside = away @ along, np.abs(away @ np.array([-along[1], along[0]]))
    rows[(distance > 0) & (distance < length) & (aside < 7 * UNIT), UNSURE] = 1
    return rows
