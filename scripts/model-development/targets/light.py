"""Light and shade: shadows of arrows, patches of sun, crumpled paper."""

import cv2
import numpy as np

from .arrows import draw_shadow
from .noise import smooth


def paper_shade(rng, paper, roughness):
    """Folds, waves and stains of a sheet that has been used."""
    height, width = paper.shape[:2]
    small = (max(16, height // 4), max(16, width // 4))
    shade = np.ones(small, np.float32)
    waves = smooth(rng, small, (rng.uniform(2, 5), rng.uniform(2, 5)), 2)
    shade += 0.02 * roughness * waves
    if rng.random() < 0.4 * roughness:
        folds = smooth(rng, small, (rng.uniform(3, 7), rng.uniform(3, 7)), 3)
        slope = cv2.Sobel(np.abs(folds), cv2.CV_32F, 1, 1, ksize=5)
        shade += rng.uniform(0.01, 0.05) * slope / (slope.std() + 1e-6)
    for _ in range(int(rng.integers(0, 4))):
        across = rng.random() < 0.5
        place = rng.uniform(0.2, 0.8) * small[1 if across else 0]
        ramp = np.arange(small[1 if across else 0], dtype=np.float32) - place
        crease = np.sign(ramp) * np.exp(-np.abs(ramp) / rng.uniform(3, 40)) * rng.uniform(-0.06, 0.06)
        shade += crease[None] if across else crease[:, None]
    stains = np.clip(smooth(rng, small, (4, 4), 4) - 1.1, 0, 2)
    shade -= rng.uniform(0, 0.05) * stains
    shade = cv2.resize(shade, (width, height), interpolation=cv2.INTER_LINEAR)
    factor = np.clip(shade * 128, 0, 255).astype(np.uint8)
    return cv2.multiply(paper, cv2.merge([factor] * 3), scale=1 / 128)


def sunlight(rng, canvas, camera, shot, sun, indoor):
    """Multiplies light and shadow into the picture; returns how bright the arrows in front are."""
    height, width = canvas.shape[:2]
    indoor = rng.random() < 0.5 if indoor is None else indoor
    mask = np.zeros((height, width), np.uint8)
    for arrow in shot if rng.random() < 0.7 else ():
        draw_shadow(mask, camera, arrow, sun)
    soft = width / 1000 * (rng.uniform(1.0, 4.0) if indoor else rng.uniform(0.4, 1.2))
    mask = cv2.GaussianBlur(mask, (0, 0), max(0.4, soft))
    strength = rng.uniform(0.1, 0.4) if indoor else rng.uniform(0.3, 0.62)

    small = (max(32, height // 4), max(32, width // 4))
    y, x = np.mgrid[0 : small[0], 0 : small[1]].astype(np.float32)
    angle = rng.uniform(0, 2 * np.pi)
    ramp = (x / small[1] - 0.5) * np.cos(angle) + (y / small[0] - 0.5) * np.sin(angle)
    field = 1.0 + rng.uniform(0.0, 0.5) * ramp + rng.uniform(0, 0.05) * smooth(rng, small, (3, 3))
    if rng.random() < 0.45:
        field *= _patches(rng, small)
    field = cv2.resize(field.astype(np.float32), (width, height), interpolation=cv2.INTER_LINEAR)
    field *= 1 - strength * (mask.astype(np.float32) / 255)
    factor = np.clip(field * 128, 0, 255).astype(np.uint8)
    cv2.multiply(canvas, cv2.merge([factor] * 3), canvas, scale=1 / 128)
    return float(rng.uniform(0.75, 1.1))


def _patches(rng, shape):
    """Shade of a roof, of a person, or of leaves."""
    if rng.random() < 0.5:
        leaves = smooth(rng, shape, (rng.uniform(3, 9), rng.uniform(3, 9)), 3)
        lit = 1 / (1 + np.exp(-leaves * rng.uniform(2, 9)))
    else:
        lit = np.ones(shape, np.float32)
        corners = rng.uniform(-0.2, 1.2, (int(rng.integers(3, 6)), 2)) * [shape[1], shape[0]]
        cv2.fillPoly(lit, [cv2.convexHull(corners.astype(np.int32))], 0.0, cv2.LINE_AA)
        lit = cv2.GaussianBlur(lit, (0, 0), rng.uniform(0.8, 9))
    low = rng.uniform(0.45, 0.85)
    return low + (1.12 - low) * lit
