"""Views of rendered scenes for training."""

import os
from functools import partial
from pathlib import Path

import numpy as np

from impacts.canonical import from_plane
from impacts.scenes import photographed, recipe
from targets import photos
from targets.cover import LOST_TIP
from targets.plane import to_face
from targets.pool import across

from . import cache
from .view import CACHED_RADIUS, CACHED_SIDE, apply, in_front, rectify

LONGEST = 1500
# the share of scenes with whole sheets and up to so many arrows, which hide each other
ORDINARY, MOST = 0.75, 12
# what is missed most: arrows that crowd (how far they lie from each other, in radii), and shafts towards the lens
CROWDED, CROWD = 0.2, (0.03, 0.14)
TOWARDS_LENS, ASIDE = 0.2, 0.12
# of scenes that are not of one face at close range; thin arrows on large faces and dark ones on black are the hardest,
# and on cards the strokes of a pen look like arrows
KINDS = ("wa10", "wa10", "wa6", "wa5", "triple", "vegas", "field", "field", "black", "card", "card")


def _recipe(rng):
    """A scene with arrows."""
    ordinary = rng.random() < ORDINARY
    made = photos.recipe(rng, KINDS, MOST) if ordinary else recipe(rng)
    if not (made.close or ordinary):
        made.kind = str(rng.choice(KINDS))
    if not made.arrows and not ordinary:
        made.arrows = int(rng.choice([1, 1, 2, 3] if made.close else [0, 2, 3, 3, 4, 5, 6, 6, 8, 12]))
    if made.kind != "card" and rng.random() < CROWDED:
        made.spread = float(rng.uniform(*CROWD))
        made.arrows = int(rng.integers(2, 6 if made.close else MOST + 1))
    if rng.random() < TOWARDS_LENS:
        made.yaw, made.pitch = (float(angle) for angle in rng.normal(0, ASIDE, 2))
    if max(made.size) > LONGEST:
        made.size = tuple(int(side * LONGEST / max(made.size)) for side in made.size)
    return made


def _arrow(arrow, matrix, size):
    """An arrow of a scene in a view; None beyond the face's horizon."""
    tip, nock = np.array(arrow["tip"], float), np.array(arrow["along"], float)
    middle = apply(np.linalg.inv(matrix), [[CACHED_SIDE / 2, CACHED_SIDE / 2]])[0]
    if not in_front(matrix, tip, middle):
        return None
    whole = in_front(matrix, nock, tip)
    if not whole:
        # a shaft that crosses the horizon is shown as far as it lies before it
        shares = [share for share in (0.8, 0.6, 0.4, 0.25, 0.12) if in_front(matrix, tip + (nock - tip) * share, tip)]
        if not shares:
            return None
        nock = tip + (nock - tip) * shares[0]

    def inside(point):
        return 0 <= point[0] < size[0] and 0 <= point[1] < size[1]

    seen = whole and arrow["nock"] is not None and inside(arrow["nock"])
    tip_view, nock_view = apply(matrix, [tip, nock])
    return cache.arrow(tip_view, nock_view, seen, arrow["place"].hidden > LOST_TIP or not inside(tip))


def _one(folder, seed, index):
    stem = Path(folder) / f"{index:05d}"
    if Path(f"{stem}-0.json").exists():
        return
    scene, spots = photographed(seed, index, _recipe)
    # the first comes last: it tells that the scene is there
    for number, spot in reversed(list(enumerate(spots))):
        shape = from_plane(spot.radius / (spot.diameter / 2), CACHED_SIDE, CACHED_RADIUS)
        matrix = shape @ to_face(scene.homography, spot)
        arrows = [_arrow(arrow, matrix, scene.picture.shape[1::-1]) for arrow in scene.arrows]
        view = rectify(scene.picture, matrix, CACHED_SIDE)
        cache.keep(f"{stem}-{number}", view[:, :, ::-1], [arrow for arrow in arrows if arrow])


def fill(folder, seed, first, count, workers=1):
    """Renders scenes `first` up to `first + count` unless they are there already."""
    os.makedirs(folder, exist_ok=True)
    across(partial(_one, folder, seed), range(first, first + count), workers)
