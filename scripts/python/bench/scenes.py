"""Photos for measurements: of each made scene one and four copies of it."""

import os
from concurrent.futures import ProcessPoolExecutor

import numpy as np
from PIL import Image, ImageEnhance

SIZE = (640, 480)
# What is made of each scene.
COPIES = ("original", "small", "pressed", "bright", "cut")


def scene(number):
    """A picture with the spectrum of photos: the lower a frequency the stronger, with some shapes of clear edges."""
    chance = np.random.default_rng([33, number])
    picture = np.zeros((SIZE[1], SIZE[0], 3), np.float32)
    for cells in (3, 6, 12, 40):
        noise = chance.integers(0, 255, (cells * 3 // 4 + 1, cells, 3), dtype=np.uint8)
        picture += np.asarray(Image.fromarray(noise).resize(SIZE, Image.Resampling.BICUBIC), np.float32) / cells**0.7
    for _ in range(6):
        left, top = chance.integers(0, SIZE[0] - 60), chance.integers(0, SIZE[1] - 60)
        width, height = chance.integers(40, 240), chance.integers(40, 200)
        picture[top : top + height, left : left + width] += chance.uniform(-90, 90, 3)
    low, high = np.percentile(picture[::8, ::8], (1, 99))
    return Image.fromarray(np.clip((picture - low) * 255 / (high - low), 0, 255).astype(np.uint8))


def copies(job):
    """Makes the photo of a scene and its copies that are not there yet."""
    folder, number, count = job
    first = number * len(COPIES)
    files = [folder / f"{one:06d}.jpg" for one in range(first, min(first + len(COPIES), count))]
    if all(file.exists() for file in files):
        return
    (width, height), original = SIZE, scene(number)
    for kind, file in zip(COPIES, files, strict=False):
        picture = original
        if kind == "small":
            picture = original.resize((width // 2, height // 2), Image.Resampling.LANCZOS)
        elif kind == "bright":
            picture = ImageEnhance.Brightness(original).enhance(1.2)
        elif kind == "cut":
            picture = original.crop((width // 20, height // 20, width - width // 20, height - height // 20))
        partial = file.with_suffix(".part")
        picture.save(partial, "JPEG", quality=35 if kind == "pressed" else 90)
        partial.replace(file)


def make(folder, count):
    """Fills the folder once: of each scene a photo and four copies of it."""
    folder.mkdir(parents=True, exist_ok=True)
    scenes = range((count + len(COPIES) - 1) // len(COPIES))
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        list(pool.map(copies, [(folder, number, count) for number in scenes], chunksize=20))
