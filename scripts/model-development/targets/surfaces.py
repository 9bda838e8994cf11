"""What the target hangs on and what stands behind it: straw, foam, wood, wall, grass, card table."""

import cv2
import numpy as np

from .noise import fine, smooth, tint

KINDS = ("straw", "foam", "layers", "wood", "wall", "carpet", "grass", "stone")


def _straw(rng, shape):
    height, width = shape
    strands = smooth(rng, shape, (width / 36, height / 2.2)) * 0.7 + smooth(rng, shape, (width / 14, height / 4)) * 0.5
    bands = np.sin(np.linspace(0, rng.uniform(8, 18) * np.pi, height, dtype=np.float32))[:, None]
    field = strands + 0.35 * np.sign(bands) * np.abs(bands) ** 4 + 0.4 * smooth(rng, shape, (4, 6))
    return tint(field, np.array([186, 150, 90]) * rng.uniform(0.75, 1.12) * rng.uniform(0.95, 1.05, 3), 0.17)


def _foam(rng, shape):
    level = rng.choice([rng.uniform(35, 75), rng.uniform(95, 150), rng.uniform(190, 230)])
    field = smooth(rng, shape, (shape[1] / 3, shape[0] / 3)) + 0.6 * smooth(rng, shape, (5, 5), 3)
    return tint(field, level * rng.uniform(0.88, 1.1, 3), rng.uniform(0.05, 0.13))


def _layers(rng, shape):
    height, width = shape
    count = int(rng.integers(10, 34))
    tones = np.repeat(rng.normal(0, 0.5, count).astype(np.float32), -(-height // count))[:height]
    gaps = (np.arange(height) % max(2, height // count) < max(1, height // 420)).astype(np.float32)
    field = tones[:, None] - 2.4 * gaps[:, None] + 0.6 * smooth(rng, shape, (width / 5, height / 4))
    base = rng.choice([[70, 70, 74], [188, 160, 112], [96, 122, 150], [60, 84, 62]]) * rng.uniform(0.8, 1.15)
    return tint(field, base, 0.12)


def _wood(rng, shape):
    height, width = shape
    planks = int(rng.integers(2, 9))
    grain = smooth(rng, shape, (3, height / 5), 2) * 0.6 + smooth(rng, shape, (width / 130 + 2, height / 2.5)) * 0.45
    tones = np.repeat(rng.normal(0, 0.8, planks).astype(np.float32), -(-height // planks))[:height]
    gaps = (np.arange(height) % max(2, height // planks) < max(1, height // 300)).astype(np.float32)
    field = grain + tones[:, None] - 3.0 * gaps[:, None]
    picture = tint(field, np.array([150, 116, 82]) * rng.uniform(0.5, 1.35) * rng.uniform(0.92, 1.08, 3), 0.13)
    return np.ascontiguousarray(np.rot90(picture)) if rng.random() < 0.4 and height == width else picture


def _wall(rng, shape):
    field = 0.5 * smooth(rng, shape, (6, 6), 4) + 0.5 * fine(rng, shape)
    return tint(field, rng.uniform(110, 232) * rng.uniform(0.88, 1.06, 3), rng.uniform(0.015, 0.06))


def _carpet(rng, shape):
    rows = np.sin(np.arange(shape[0], dtype=np.float32) * np.pi / rng.integers(2, 6))[:, None]
    columns = np.sin(np.arange(shape[1], dtype=np.float32) * np.pi / rng.integers(2, 6))[None]
    field = rows * columns + 0.7 * smooth(rng, shape, (9, 9), 3)
    return tint(field, rng.uniform(45, 175) * rng.uniform(0.82, 1.06, 3), 0.12)


def _grass(rng, shape):
    height, width = shape
    field = smooth(rng, shape, (width / 2.5, height / 14)) * 0.7 + smooth(rng, shape, (7, 7), 4) * 0.6
    return tint(field, rng.uniform((70, 88, 48), (136, 148, 92)), 0.2)


def _stone(rng, shape):
    field = smooth(rng, shape, (14, 14), 5) + 0.4 * fine(rng, shape)
    return tint(field, rng.uniform(60, 180) * rng.uniform(0.94, 1.05, 3), 0.12)


def surface(rng, shape, kind=None):
    """A picture (uint8 RGB) of a flat surface."""
    kind = kind or rng.choice(KINDS)
    picture = globals()[f"_{kind}"](rng, shape)
    if rng.random() < 0.35:
        picture *= 1 - 0.25 * np.clip(smooth(rng, shape, (5, 5), 3) - 0.6, 0, 2)[..., None]
    return np.clip(picture, 0, 255).astype(np.uint8)


def backdrop(rng, shape, indoor=None):
    """What is out of focus behind the target: a field with trees and sky, or a room."""
    height, width = shape
    small = (max(40, height // 4), max(40, width // 4))
    indoor = rng.random() < 0.4 if indoor is None else indoor
    if not indoor:
        ground = surface(rng, small, "grass").astype(np.float32)
        horizon = int(small[0] * rng.uniform(0.25, 0.6))
        sky = np.linspace(235, 205, small[0])[:, None, None] * rng.uniform((0.8, 0.88, 0.95), (1.0, 1.0, 1.0))
        trees = tint(smooth(rng, small, (18, 10), 4), rng.uniform((40, 60, 34), (100, 120, 84)), 0.35)
        picture = np.broadcast_to(sky, (*small, 3)).astype(np.float32).copy()
        top = max(0, horizon - int(small[0] * rng.uniform(0.08, 0.3)))
        picture[top:horizon] = trees[top:horizon]
        picture[horizon:] = ground[horizon:]
    else:
        picture = np.full((*small, 3), rng.uniform(60, 225) * rng.uniform(0.88, 1.06, 3), np.float32)
        for _ in range(int(rng.integers(3, 14))):
            x, y = rng.integers(0, small[1]), rng.integers(0, small[0])
            w, h = rng.integers(6, small[1] // 2), rng.integers(6, small[0] // 2)
            colour = rng.uniform(20, 235) * rng.uniform(0.85, 1.06, 3)
            cv2.rectangle(picture, (int(x), int(y)), (int(x + w), int(y + h)), colour.tolist(), -1)
    picture = cv2.GaussianBlur(picture, (0, 0), rng.uniform(0.8, 3.5))
    picture = cv2.resize(picture, (width, height), interpolation=cv2.INTER_LINEAR)
    return np.clip(picture, 0, 255).astype(np.uint8)
