"""Holes in paper: those of arrows, torn, and those of bullets, with their grey ring."""

import cv2
import numpy as np

SHIFT = 4


def _outline(rng, radius, rough, points=18):
    angles = np.linspace(0, 2 * np.pi, points, endpoint=False)
    reach = radius * (1 + rough * rng.standard_normal(points)).clip(0.55, 1.9)
    return np.stack([np.cos(angles) * reach, np.sin(angles) * reach], axis=1)


def _fill(picture, points, colour):
    cv2.fillPoly(
        picture, [np.round(points * 2**SHIFT).astype(np.int32)], tuple(float(c) for c in colour), cv2.LINE_AA, SHIFT
    )


def _stretch(rng, points, most):
    """Draws an outline out along a random direction."""
    angle = rng.uniform(0, np.pi)
    way = np.array([np.cos(angle), np.sin(angle)])
    return points + np.outer(points @ way, way) * (rng.uniform(1, most) - 1)


def _paper_at(picture, centre):
    x, y = (int(np.clip(centre[i], 0, picture.shape[1 - i] - 1)) for i in (0, 1))
    return picture[y, x].astype(float)


def draw_hole(rng, picture, centre, scale, radius, bullet, through):
    """Draws a hole of `radius` millimetres into a printed sheet; returns its outline in pixels of the sheet."""
    centre, size = np.asarray(centre, float), radius * scale
    return _bullet(rng, picture, centre, size, through) if bullet else _torn(rng, picture, centre, size, through)


def _bullet(rng, picture, centre, size, through):
    paper = _paper_at(picture, centre)
    torn = _outline(rng, size * rng.uniform(1.1, 1.5), 0.16)
    edge = paper * 0.45 + rng.uniform(40, 110) if rng.random() < 0.6 else np.full(3, rng.uniform(150, 235))
    _fill(picture, centre + torn, np.clip(edge, 0, 255))
    _fill(picture, centre + rng.normal(0, 0.12, 2) * size + _outline(rng, size, 0.12), through)
    if rng.random() < 0.5:
        flap = centre + _outline(rng, size * 0.45, 0.3, 8) + rng.normal(0, 0.7, 2) * size
        _fill(picture, flap, np.clip(edge * rng.uniform(0.7, 1.1), 0, 255))
    return centre + torn


def _torn(rng, picture, centre, size, through):
    """An arrow's hole: white lips here and there, a ragged dark middle, flaps, cracks."""
    paper = _paper_at(picture, centre)
    white = np.full(3, rng.uniform(190, 250)) * rng.uniform(0.94, 1.0, 3)
    core = _stretch(rng, _outline(rng, size * rng.uniform(0.6, 1.15), rng.uniform(0.08, 0.32), 22), 1.7)
    lips = _stretch(rng, _outline(rng, size * rng.uniform(1.05, 1.5), rng.uniform(0.1, 0.35), 26), 1.4)
    if rng.random() < 0.4:
        _fill(picture, centre + lips * 1.12 + rng.normal(0, 0.2, 2) * size, paper * rng.uniform(0.55, 0.85))
    lit = rng.uniform(0, 2 * np.pi)
    toward = np.array([np.cos(lit), np.sin(lit)])
    bright = rng.random() < 0.75
    _fill(picture, centre + lips + toward * size * 0.15, white if bright else paper * rng.uniform(0.75, 0.95))
    if bright and rng.random() < 0.5:
        _fill(picture, centre + lips * 0.95 - toward * size * rng.uniform(0.1, 0.5), paper * rng.uniform(0.8, 1.0))
    for _ in range(int(rng.choice([0, 0, 0, 1, 1, 2, 4]))):
        angle, reach = rng.uniform(0, 2 * np.pi), size * rng.uniform(1.4, 3.6)
        out, side = np.array([np.cos(angle), np.sin(angle)]), np.array([-np.sin(angle), np.cos(angle)])
        bend = side * rng.normal(0, 0.4) * size
        wedge = np.stack([side * size * 0.3, out * reach * 0.6 + bend, out * reach, -side * size * 0.3])
        _fill(picture, centre + wedge, white if rng.random() < 0.6 else through)
    if rng.random() < 0.92:
        _fill(picture, centre + core, through)
    for _ in range(int(rng.choice([0, 1, 1, 2, 3]))):
        angle = rng.uniform(0, 2 * np.pi)
        root = np.array([np.cos(angle), np.sin(angle)]) * size
        flap = _outline(rng, size * rng.uniform(0.25, 0.6), 0.4, 7) + root * rng.uniform(0.5, 1.0)
        tone = white if rng.random() < 0.5 else paper * rng.uniform(0.7, 1.05)
        _fill(picture, centre + flap, np.clip(tone, 0, 255))
    return centre + np.concatenate([core, lips])


def draw_entry(rng, picture, centre, scale, radius, through):
    """What a shaft that still stands has done to the paper around it: often little."""
    centre, size = np.asarray(centre, float), radius * scale
    kind = rng.random()
    paper = _paper_at(picture, centre)
    if kind < 0.45:
        tone = paper * rng.uniform(0.45, 0.9) if rng.random() < 0.7 else np.full(3, rng.uniform(190, 245))
        _fill(picture, centre + _outline(rng, size * rng.uniform(1.15, 1.7), 0.15), tone)
    if kind < 0.3 or kind > 0.75:
        off = rng.normal(0, 0.22, 2) * size
        _fill(picture, centre + off + _stretch(rng, _outline(rng, size * rng.uniform(1.0, 1.3), 0.12), 1.35), through)
    if kind > 0.93:
        _torn(rng, picture, centre + rng.normal(0, 0.8, 2) * size, size * rng.uniform(0.8, 1.3), through)
