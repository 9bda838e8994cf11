"""What is neither arrow nor hole: tape, bar codes, pen marks, nails, wire, hands, a pane's glare."""

import cv2
import numpy as np

from .noise import smooth

SHIFT = 4


def _fixed(points):
    return [np.round(np.clip(points, -2e4, 2e4) * 2**SHIFT).astype(np.int32)]


def on_paper(rng, paper, scale):
    """Marks on a sheet (`scale` pixels a millimetre)."""
    height, width = paper.shape[:2]

    def somewhere():
        return rng.uniform(0.03, 0.97, 2) * [width, height]

    if rng.random() < 0.25:
        _nails(rng, paper, scale)
    for _ in range(int(rng.choice([0, 0, 1, 2]))):
        _bar_code(rng, paper, somewhere(), scale * rng.uniform(0.4, 1.2))
    if rng.random() < 0.2:
        # a frame, drawn or printed
        edge, ink = rng.uniform(0.005, 0.08), rng.uniform(10, 120, 3)
        frame = np.array([[edge, edge], [1 - edge, edge], [1 - edge, 1 - edge], [edge, 1 - edge]]) + rng.normal(
            0, 0.006, (4, 2)
        )
        cv2.polylines(
            paper,
            _fixed(frame * [width, height]),
            True,
            ink,
            max(1, int(scale * rng.uniform(0.6, 3))),
            cv2.LINE_AA,
            SHIFT,
        )
    for _ in range(int(rng.choice([0, 0, 0, 1, 3]))):
        at, reach, ink = somewhere(), scale * rng.uniform(4, 22), rng.uniform(10, 120, 3)
        for way in ((1, 1), (1, -1)) if rng.random() < 0.5 else ((1, rng.normal()),):
            way = np.array(way, float) * reach
            cv2.polylines(
                paper, _fixed(np.stack([at - way, at + way])), False, ink, max(1, int(scale)), cv2.LINE_AA, SHIFT
            )
    for _ in range(int(rng.choice([0, 0, 0, 0, 0, 0, 0, 1, 2]))):
        at, angle = somewhere(), rng.uniform(0, np.pi)
        a, b = np.array([np.cos(angle), np.sin(angle)]), np.array([-np.sin(angle), np.cos(angle)])
        a, b = a * scale * rng.uniform(12, 70), b * scale * rng.uniform(5, 25)
        cv2.fillPoly(
            paper, _fixed(at + np.stack([-a - b, a - b, a + b, b - a])), rng.uniform(60, 250, 3), cv2.LINE_AA, SHIFT
        )


def _nails(rng, paper, scale):
    """Long nails that hold the corners, seen from the side."""
    height, width = paper.shape[:2]
    way = rng.normal(0, 1, 2)
    way *= scale * rng.uniform(12, 55) / np.linalg.norm(way)
    for x, y in ((0.04, 0.04), (0.96, 0.04), (0.96, 0.96), (0.04, 0.96)):
        at = (np.array([x, y]) + rng.normal(0, 0.012, 2)) * [width, height]
        ends = np.stack([at, at + way * rng.uniform(0.7, 1.2) + rng.normal(0, 0.1, 2) * np.abs(way).max()])
        wide = max(1, int(scale * rng.uniform(1.2, 4)))
        cv2.polylines(paper, _fixed(ends), False, rng.uniform(10, 110) * np.ones(3), wide, cv2.LINE_AA, SHIFT)


def _bar_code(rng, paper, corner, bar):
    cv2.rectangle(
        paper,
        *(tuple(int(v) for v in corner + away) for away in ((-bar * 2, -bar * 2), (bar * 30, bar * 16))),
        (246, 246, 244),
        -1,
    )
    for number in range(int(rng.integers(14, 28))):
        if rng.random() < 0.6:
            ends = (corner + [number * bar, 0], corner + [(number + 1) * bar, bar * 14])
            cv2.rectangle(paper, *(tuple(int(v) for v in end) for end in ends), (30, 30, 30), -1)


def _curve(rng, width, height, loops):
    """A line from one edge of the picture to another, or a coil: nothing that ends on a face as an arrow does."""
    t = np.linspace(0, 1, 60)[:, None]
    if loops:
        ring = np.concatenate([np.cos(t * loops * 2 * np.pi), np.sin(t * loops * 2 * np.pi)], 1)
        return rng.uniform(0, 1, 2) * [width, height] + ring * rng.uniform(0.01, 0.05) * width
    ends = rng.uniform(0, 1, (2, 2))
    ends[[0, 1], rng.integers(0, 2, 2)] = rng.choice([-0.01, 1.01], 2)
    bend = rng.normal(0, 0.25, 2) * max(width, height)
    return (ends[0] * (1 - t) + ends[1] * t) * [width, height] + bend * t * (1 - t)


def in_front(rng, canvas):
    """Wire, rope or twigs, and sometimes a hand, before everything else."""
    height, width = canvas.shape[:2]
    for _ in range(int(rng.choice([0] * 12 + [1, 1, 2]))):
        line = _curve(rng, width, height, rng.choice([0, 0, 2.5]))
        ink = rng.uniform(10, 230) * rng.uniform(0.8, 1.0, 3)
        cv2.polylines(
            canvas, _fixed(line), False, ink, max(1, int(width * rng.uniform(0.001, 0.006))), cv2.LINE_AA, SHIFT
        )
    if rng.random() < 0.05:
        t = np.linspace(0, 2 * np.pi, 30)[:, None]
        at = rng.uniform(0, 1, 2) * [width, height]
        blob = (
            np.concatenate([np.cos(t), np.sin(t)], 1)
            * rng.uniform(0.03, 0.12, 2)
            * width
            * (1 + 0.15 * rng.normal(0, 1, (30, 1)))
        )
        tone = np.array([214, 160, 130]) * rng.uniform(0.4, 1.1)
        cv2.fillPoly(canvas, _fixed(at + blob), tone, cv2.LINE_AA, SHIFT)


def pane(rng, canvas):
    """The glare of a pane or a haze before the target."""
    height, width = canvas.shape[:2]
    small = (max(24, height // 8), max(24, width // 8))
    glare = np.full(small, rng.uniform(0.0, 0.3), np.float32)
    for _ in range(int(rng.integers(1, 5))):
        corners = rng.uniform(-0.1, 1.1, (4, 2)) * [small[1], small[0]]
        band = np.zeros(small, np.float32)
        cv2.fillPoly(band, [cv2.convexHull(corners.astype(np.int32))], 1.0)
        glare += rng.uniform(0.03, 0.25) * cv2.GaussianBlur(band, (0, 0), rng.uniform(0.5, 4))
    glare += rng.uniform(0, 0.05) * smooth(rng, small, (4, 4), 2)
    share = cv2.resize(np.clip(glare, 0, 0.6), (width, height), interpolation=cv2.INTER_LINEAR)[..., None]
    tone = rng.uniform(170, 250) * rng.uniform(0.92, 1.0, 3)
    canvas[:] = (canvas * (1 - share) + tone.astype(np.float32) * share).astype(np.uint8)
