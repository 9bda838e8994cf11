"""Holes in paper: those of arrows, torn, and those of bullets, with their grey ring."""

import cv2
import numpy as np

SHIFT = 4


def _outline(rng, radius, rough, points=18):
    angles = np.linspace(0, 2 * np.pi, points, endpoint=False)
    reach = radius * (1 + rough * rng.standard_normal(points)).clip(0.55, 1.7)
    return np.stack([np.cos(angles) * reach, np.sin(angles) * reach], axis=1)


def _fill(picture, points, colour):
    cv2.fillPoly(
        picture, [np.round(points * 2**SHIFT).astype(np.int32)], tuple(float(c) for c in colour), cv2.LINE_AA, SHIFT
    )


def draw_hole(rng, picture, centre, scale, radius, bullet, through):
    """Draws a hole of `radius` millimetres into a printed sheet; returns its outline in pixels of the sheet."""
    centre = np.asarray(centre, float)
    x, y = (int(np.clip(centre[0], 0, picture.shape[1] - 1)), int(np.clip(centre[1], 0, picture.shape[0] - 1)))
    paper = picture[y, x].astype(float)
    torn = _outline(
        rng, radius * scale * (rng.uniform(1.1, 1.5) if bullet else rng.uniform(1.1, 1.7)), 0.16 if bullet else 0.24
    )
    if bullet:
        edge = paper * 0.45 + rng.uniform(40, 110) if rng.random() < 0.6 else np.full(3, rng.uniform(150, 235))
    else:
        edge = (
            np.full(3, rng.uniform(150, 240)) * rng.uniform(0.93, 1.0, 3)
            if rng.random() < 0.7
            else paper * rng.uniform(0.5, 0.8)
        )
    _fill(picture, centre + torn, np.clip(edge, 0, 255))
    _fill(picture, centre + rng.normal(0, 0.12, 2) * radius * scale + _outline(rng, radius * scale, 0.12), through)
    if rng.random() < 0.5:
        flap = centre + _outline(rng, radius * scale * 0.45, 0.3, 8) + rng.normal(0, 0.7, 2) * radius * scale
        _fill(picture, flap, np.clip(edge * rng.uniform(0.7, 1.1), 0, 255))
    return centre + torn
