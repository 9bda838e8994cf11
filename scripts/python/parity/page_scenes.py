"""Painted photos of scanned pages, and how well tesseract reads what is made of them."""

import math
import os
import subprocess
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from PIL import Image, ImageFilter

from .letters import error_rate

SCANS = (("phototest.tif", "phototest.gold.txt"), ("eurotext.tif", "eurotext.txt"))
SCENES = 8


@dataclass
class Scene:
    """A photo that was painted."""

    photo: Path
    text: str
    # The character error rate of the scan itself.
    scan_error: float


def diagonal(photo):
    """Of a photo, in pixels."""
    with Image.open(photo) as image:
        return math.hypot(*image.size)


def seen(size, photo, chance):
    """The corners of a sheet that is turned and tilted by up to 25 degrees in front of a camera."""
    (width, height), (wide, high) = size, photo
    a, b, c = np.radians(chance.uniform([-25, -25, -20], [25, 25, 20]))
    around_x = np.array([[1, 0, 0], [0, math.cos(a), -math.sin(a)], [0, math.sin(a), math.cos(a)]])
    around_y = np.array([[math.cos(b), 0, math.sin(b)], [0, 1, 0], [-math.sin(b), 0, math.cos(b)]])
    around_z = np.array([[math.cos(c), -math.sin(c), 0], [math.sin(c), math.cos(c), 0], [0, 0, 1]])
    sheet = np.array([[-width, -height, 0], [width, -height, 0], [width, height, 0], [-width, height, 0]]) / 2
    places = (around_x @ around_y @ around_z @ sheet.T).T
    focal, distance = 1.3 * wide, 1.3 * width / 0.68
    depth = places[:, 2:] + distance
    return focal * places[:, :2] / depth + np.array([wide / 2, high / 2])


def coefficients(corners, size):
    """Pillow's eight numbers of the map from a photo to a sheet."""
    width, height = size
    sheet = [(0, 0), (width, 0), (width, height), (0, height)]
    rows, values = [], []
    for (x, y), (u, v) in zip(corners, sheet):
        rows += [[x, y, 1, 0, 0, 0, -u * x, -u * y], [0, 0, 0, x, y, 1, -v * x, -v * y]]
        values += [u, v]
    return np.linalg.solve(np.array(rows), np.array(values)).tolist()


def painted(scan, photo, chance):
    """A photo of a scan on a speckled surface, in uneven light, with noise."""
    wide, high = photo
    numbers = coefficients(seen(scan.size, photo, chance), scan.size)
    options = (Image.Transform.PERSPECTIVE, numbers, Image.Resampling.BICUBIC)
    page = np.asarray(scan.transform(photo, *options), float)
    mask = np.asarray(Image.new("L", scan.size, 255).transform(photo, *options), float)[..., None] / 255
    grain = Image.fromarray(chance.uniform(0, 255, (high // 20, wide // 20, 3)).astype("uint8")).resize(photo)
    surface = chance.uniform(20, 120, 3) + np.asarray(grain.filter(ImageFilter.GaussianBlur(5)), float) * 0.4
    down, across = np.mgrid[0:high, 0:wide]
    way = chance.uniform(0, 2 * math.pi)
    light = math.cos(way) * (across / wide - 0.5) + math.sin(way) * (down / high - 0.5) + 0.5
    image = (surface * (1 - mask) + page * 0.9 * mask) * (1 - chance.uniform(0.1, 0.5) * light)[..., None]
    soft = Image.fromarray(np.clip(image, 0, 255).astype("uint8")).filter(ImageFilter.GaussianBlur(0.8))
    noisy = np.asarray(soft, float) + chance.normal(0, chance.uniform(2, 7), image.shape)
    return Image.fromarray(np.clip(noisy, 0, 255).astype("uint8"))


def paint(cases, folder):
    """Paints all photos, the same ones each time."""
    folder.mkdir(parents=True, exist_ok=True)
    chance = np.random.default_rng(7)
    scenes = []
    for name, truth in SCANS:
        text = (cases / "ocr" / truth).read_text(encoding="utf-8")
        scan_error = character_error(cases / "ocr" / name, text)
        with Image.open(cases / "ocr" / name) as image:
            scan = image.convert("RGB")
        for number in range(SCENES):
            photo = folder / f"{Path(name).stem}-{number}.jpg"
            painted(scan, (2400, 1800) if number % 2 == 0 else (1800, 1350), chance).save(photo, quality=85)
            scenes.append(Scene(photo, text, scan_error))
    return scenes


def character_error(picture, text):
    """The edits from what tesseract reads to the text, as a share of the text; space counts once."""
    command = ["tesseract", str(picture), "-", "--psm", "6", "--oem", "1", "-l", "eng"]
    done = subprocess.run(
        command, capture_output=True, text=True, check=True, env=os.environ | {"OMP_THREAD_LIMIT": "1"}
    )
    return error_rate(done.stdout, text)
