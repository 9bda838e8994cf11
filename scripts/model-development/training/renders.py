"""A cache of renders for training: picture NNNNNN.jpg and NNNNNN.txt beside it (class x1 y1 x2 y2, in pixels)."""

import os
from functools import partial
from pathlib import Path

import cv2
import numpy as np

from targets.pool import across
from targets.scene import NAMES, Recipe, render

SHAPES = ((960, 720), (720, 960), (960, 540), (860, 860), (960, 720))
STORED = 768


def _one(folder, index):
    stem = Path(folder) / f"{index:06d}"
    if stem.with_suffix(".txt").exists():
        return
    rng = np.random.default_rng([77, index])
    width, height = SHAPES[int(rng.integers(len(SHAPES)))]
    scene = render(rng, Recipe(size=(width, height)))
    ratio = STORED / max(width, height)
    picture = cv2.resize(scene.picture, (round(width * ratio), round(height * ratio)), interpolation=cv2.INTER_AREA)
    lines = [" ".join([str(NAMES.index(o["label"])), *(f"{v * ratio:.2f}" for v in o["box"])]) for o in scene.objects]
    cv2.imwrite(
        str(stem.with_suffix(".jpg")), picture[:, :, ::-1], [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(55, 96))]
    )
    unfinished = stem.with_suffix(".part")
    unfinished.write_text("\n".join(lines))
    unfinished.rename(stem.with_suffix(".txt"))


def fill(folder, first, count, workers=2):
    """Renders numbers `first` up to `first + count` unless they are there already."""
    os.makedirs(folder, exist_ok=True)
    across(partial(_one, folder), range(first, first + count), workers, say_every=500)
