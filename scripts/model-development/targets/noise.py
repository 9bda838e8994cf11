"""Smooth random fields, the stuff that every surface here is made of."""

import cv2
import numpy as np


def smooth(rng, shape, cells, octaves=1):
    """A field around 0 with standard deviation 1 and about `cells` (across, down) blotches."""
    height, width = shape
    field = np.zeros((height, width), np.float32)
    weight = 1.0
    across, down = cells
    for _ in range(octaves):
        grid = rng.standard_normal((max(2, int(down)), max(2, int(across)))).astype(np.float32)
        field += weight * cv2.resize(grid, (width, height), interpolation=cv2.INTER_CUBIC)
        across, down, weight = min(across * 2.1, width), min(down * 2.1, height), weight * 0.55
    return (field - field.mean()) / (field.std() + 1e-6)


def fine(rng, shape):
    """Pixel noise, from a tile to keep large pictures quick."""
    tile = rng.standard_normal((min(shape[0], 997), min(shape[1], 991))).astype(np.float32)
    repeats = (-(-shape[0] // tile.shape[0]), -(-shape[1] // tile.shape[1]))
    return np.tile(tile, repeats)[: shape[0], : shape[1]]


def tint(field, colour, strength):
    """A colour picture (float32, 0-255) whose brightness follows the field."""
    shade = 1.0 + strength * field
    return shade[..., None] * np.asarray(colour, np.float32)
