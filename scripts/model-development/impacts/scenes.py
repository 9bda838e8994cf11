"""A cache of rendered faces for training: canonical pictures NNNNNN-K.jpg and their labels NNNNNN-K.txt."""

import os
from functools import partial
from pathlib import Path

import cv2
import numpy as np

from targets.cover import LOST_HOLE, LOST_TIP
from targets.plane import to_face
from targets.pool import across
from targets.scene import Recipe, render

from . import labels
from .canonical import SIDE, apply, from_plane, in_front, rectify

KINDS = ("wa10", "wa10", "wa10", "wa6", "wa6", "wa5", "triple", "triple", "vegas", "vegas", "field", "card", "black")
CLOSE = ("vegas", "vegas", "triple", "triple", "wa5", "wa6", "wa10", "field")
SHAPES = ((4, 3), (3, 4), (4, 3), (16, 9), (1, 1), (9, 16))


def recipe(rng):
    """What a training picture shows."""
    a, b = SHAPES[int(rng.integers(len(SHAPES)))]
    longest = float(np.exp(rng.uniform(np.log(800), np.log(2000))))
    size = (round(longest * a / max(a, b)), round(longest * b / max(a, b)))
    if rng.random() < 0.42:
        arrows = int(rng.choice([0, 1, 1, 1, 1, 2, 2, 3, 4]))
        holes = int(rng.integers(5, 40)) if rng.random() < 0.6 else None
        return Recipe(size=size, kind=str(rng.choice(CLOSE)), close=True, arrows=arrows, holes=holes)
    fill = rng.uniform(0.5, 1.15) if rng.random() < 0.7 else None
    return Recipe(size=size, kind=str(rng.choice(KINDS)), fill=fill)


def to_canonical(scene, spot):
    """The map from the scene's pixels to the canonical picture of a spot."""
    return from_plane(spot.radius / (spot.diameter / 2)) @ to_face(scene.homography, spot)


def truth(scene, matrix):
    """Labels of all arrows and holes in a canonical picture."""
    found = []
    height, width = scene.picture.shape[:2]

    def inside(point, margin=0):
        return -margin <= point[0] < width + margin and -margin <= point[1] < height + margin

    for arrow in scene.arrows:
        x, y = apply(matrix, [arrow["tip"]])[0]
        if not (0 <= x < SIDE and 0 <= y < SIDE and inside(arrow["tip"], 6)):
            continue
        along = None
        if in_front(matrix, arrow["along"], arrow["tip"]):
            along = tuple(apply(matrix, [arrow["along"]])[0] - [x, y])
        seen = along is not None and arrow["nock"] is not None and inside(arrow["nock"])
        unsure = arrow["place"].hidden > LOST_TIP or not inside(arrow["tip"])
        found.append(labels.Label(labels.ARROW, x, y, 0, 0, along, seen, unsure))
    for hole in scene.holes:
        outline = apply(matrix, hole["outline"])
        low, high = outline.min(0), outline.max(0)
        x, y = (low + high) / 2
        if 0 <= x < SIDE and 0 <= y < SIDE:
            unsure = hole["place"].hidden > LOST_HOLE or not inside(hole["centre"])
            found.append(labels.Label(labels.HOLE, x, y, *(high - low), unsure=unsure))
    return found


def chosen(rng, scene):
    """The spots worth a picture: those that are mostly in the photo, those with arrows first; two at most."""
    height, width = scene.picture.shape[:2]
    t = np.linspace(0, 2 * np.pi, 24, endpoint=False)
    rim = np.stack([np.cos(t), np.sin(t)], 1)
    good = []
    for spot in scene.spots:
        points = apply(scene.homography, [spot.x, spot.y] + rim * spot.radius)
        if ((points >= 0) & (points < [width, height])).all(1).mean() > 0.6:
            shot = sum(arrow["spot"] is spot for arrow in scene.arrows)
            good.append((shot + rng.uniform(0, 0.8), spot))
    good.sort(key=lambda pair: -pair[0])
    return [spot for _, spot in good[:2]]


def photographed(seed, index, recipe):
    """Scene number `index` as a camera stores it, and the spots worth a picture."""
    rng = np.random.default_rng([seed, index])
    scene = render(rng, recipe(rng))
    quality = [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(50, 97))]
    scene.picture = cv2.imdecode(cv2.imencode(".jpg", scene.picture, quality)[1], cv2.IMREAD_COLOR)
    return scene, chosen(rng, scene)


def _one(folder, seed, index):
    stem = Path(folder) / f"{index:06d}"
    if Path(f"{stem}-0.txt").exists():
        return
    scene, spots = photographed(seed, index, recipe)
    for number, spot in enumerate(spots):
        matrix = to_canonical(scene, spot)
        labels.keep(Path(f"{stem}-{number}"), rectify(scene.picture, matrix), truth(scene, matrix))


def fill(folder, seed, first, count, workers=2):
    """Renders scenes `first` up to `first + count` unless they are there already."""
    os.makedirs(folder, exist_ok=True)
    across(partial(_one, folder, seed), range(first, first + count), workers)
