"""A folder of distinct 12-megapixel JPEGs with the detail of photos, the same each time."""

import os
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import cv2
import numpy as np

from targets.noise import smooth
from targets.scene import Recipe, render

SIZE = (4000, 3000)
PER_SCENE = 10


def _scene(job):
    """Renders one scene and writes the pictures that are made of it."""
    folder, scene, numbers = job
    wanted = [number for number in numbers if not (folder / f"{number:04d}.jpg").exists()]
    if not wanted:
        return
    cv2.setNumThreads(1)
    base = render(np.random.default_rng([12, scene]), Recipe(size=SIZE, roughness=0.5)).picture[:, :, ::-1]
    # fine structure everywhere: a rendered surface alone packs far smaller than a photo does
    texture = smooth(np.random.default_rng([13, scene]), (1024, 1024), (420, 420), 2)
    for number in wanted:
        rng = np.random.default_rng([14, number])
        picture = np.roll(base, (int(rng.integers(-160, 160)), int(rng.integers(-160, 160))), (0, 1))
        if rng.random() < 0.5:
            picture = picture[:, ::-1]
        grain = texture * rng.uniform(4, 6) + rng.standard_normal(texture.shape, np.float32) * rng.uniform(3, 4.5)
        grain = np.roll(grain, (int(rng.integers(1024)), int(rng.integers(1024))), (0, 1))
        grain = np.tile(grain, (3, 4))[: SIZE[1], : SIZE[0]].astype(np.int16)
        gain = rng.uniform(0.9, 1.06)
        picture = np.stack(
            [np.clip(picture[:, :, c].astype(np.int16) * gain + grain, 0, 255).astype(np.uint8) for c in range(3)],
            axis=2,
        )
        data = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, 90])[1].tobytes()
        partial = folder / f".{number:04d}.part"
        partial.write_bytes(data)
        os.replace(partial, folder / f"{number:04d}.jpg")


def make(folder, count):
    """Fills the folder with exactly `count` photos; those that are there stay."""
    folder = Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    for stray in folder.glob("*.jpg"):
        if not stray.stem.isdigit() or int(stray.stem) >= count:
            stray.unlink()
    jobs = [
        (folder, first // PER_SCENE, range(first, min(first + PER_SCENE, count)))
        for first in range(0, count, PER_SCENE)
    ]
    with ProcessPoolExecutor(min(4, os.cpu_count() or 1)) as pool:
        list(pool.map(_scene, jobs))
    return sorted(folder.glob("*.jpg"))
