"""Arrows that stand in the target: shaft, vanes, nock and shadow."""

from dataclasses import dataclass

import cv2
import numpy as np

SHIFT = 4
BRIGHT = (
    (240, 60, 60),
    (60, 200, 70),
    (60, 90, 230),
    (250, 230, 60),
    (250, 130, 40),
    (240, 80, 190),
    (240, 240, 240),
    (20, 20, 24),
    (120, 60, 190),
    (40, 210, 220),
)


@dataclass
class Build:
    """What the arrows of one archer have in common (millimetres)."""

    radius: float
    length: float
    shaft: np.ndarray
    vane: tuple
    odd_vane: tuple
    nock: tuple
    wrap: tuple | None
    vane_length: float
    vane_height: float


def build(rng):
    """The arrows of one archer."""
    shaft = np.array(
        rng.choice([[28, 28, 32], [45, 45, 50], [60, 58, 56], [150, 150, 155], [186, 150, 96]])
    ) * rng.uniform(0.7, 1.2)

    def pick():
        return BRIGHT[int(rng.integers(len(BRIGHT)))]

    vane = pick()
    return Build(
        radius=rng.uniform(2.4, 4.65),
        length=rng.uniform(560, 780),
        shaft=shaft,
        vane=vane,
        odd_vane=pick() if rng.random() < 0.6 else vane,
        nock=pick(),
        wrap=pick() if rng.random() < 0.35 else None,
        vane_length=rng.uniform(38, 95),
        vane_height=rng.uniform(7, 15),
    )


@dataclass
class Arrow:
    """One arrow: where it enters, the way to its nock, its roll."""

    build: Build
    tip: np.ndarray
    way: np.ndarray
    length: float
    roll: float

    @property
    def nock(self):
        """The end of the nock in space."""
        return self.tip + self.way * self.length


def stand(rng, made, x, y, lean):
    """An arrow of that build that entered at x, y, leaning as the archer's group does."""
    way = np.array([lean[0] + rng.normal(0, 0.025), lean[1] + rng.normal(0, 0.025), -1.0])
    return Arrow(
        made,
        np.array([x, y, 0.0]),
        way / np.linalg.norm(way),
        made.length * rng.uniform(0.9, 1.0),
        rng.uniform(0, 2 * np.pi),
    )


def _fill(picture, points, colour):
    colour = tuple(float(np.clip(c, 0, 255)) for c in np.atleast_1d(colour))
    cv2.fillPoly(picture, [np.round(points * 2**SHIFT).astype(np.int32)], colour, cv2.LINE_AA, SHIFT)


def _tube(camera, a, b, radius):
    """The outline of a round bar between two points of space, as a polygon of pixels and its half-width vectors."""
    ends = camera.project(np.stack([a, b]))
    along = ends[1] - ends[0]
    side = np.array([-along[1], along[0]]) / (np.linalg.norm(along) + 1e-9)
    wide = radius * camera.matrix[0, 0] / camera.depth(np.stack([a, b]))
    return ends, side, wide


def _bar(picture, camera, a, b, radius, colour, light):
    ends, side, wide = _tube(camera, a, b, radius)
    if np.linalg.norm(ends[1] - ends[0]) < 2 * wide.max():
        centre = np.round(ends[1] * 2**SHIFT).astype(int)
        cv2.circle(
            picture,
            tuple(int(c) for c in centre),
            int(wide[1] * 2**SHIFT),
            tuple(float(c) for c in np.clip(colour, 0, 255)),
            -1,
            cv2.LINE_AA,
            SHIFT,
        )
    strips = ((1.0, 1.0, 0.62), (0.55, 0.9, 1.0), (0.3, 0.55, 1.5)) if wide.max() > 1.2 else ((1.0, 1.0, 0.9),)
    corners = None
    for low, high, shade in strips:
        low, high = (-low, high) if shade < 1 else ((-high, low) if light else (-low, high))
        polygon = np.stack(
            [
                ends[0] + side * wide[0] * low,
                ends[1] + side * wide[1] * low,
                ends[1] + side * wide[1] * high,
                ends[0] + side * wide[0] * high,
            ]
        )
        _fill(picture, polygon, np.asarray(colour, float) * shade + (14 if shade > 1.2 else 0))
        corners = polygon if corners is None else corners
    return corners


def _vanes(arrow):
    made = arrow.build
    across = np.cross(arrow.way, [0.0, 1.0, 0.0])
    across /= np.linalg.norm(across)
    up = np.cross(across, arrow.way)
    back = arrow.length - 18
    for number in range(3):
        angle = arrow.roll + number * 2 * np.pi / 3
        out = across * np.cos(angle) + up * np.sin(angle)
        profile = (
            (back, 0.0),
            (back - made.vane_length, 0.0),
            (back - made.vane_length * 0.45, 0.85),
            (back - made.vane_length * 0.12, 1.0),
            (back, 0.7),
        )
        points = [arrow.tip + arrow.way * s + out * (made.radius + made.vane_height * h) for s, h in profile]
        yield np.array(points), made.odd_vane if number == 0 else made.vane, out


def draw_arrow(rng, picture, camera, arrow, brightness, light):
    """Draws the arrow; returns the points that its box must hold."""
    made = arrow.build
    vanes = sorted(_vanes(arrow), key=lambda vane: -float(camera.depth(vane[0]).mean()))
    seen = []

    def paint_vane(points, colour, out):
        pixels = camera.project(points)
        _fill(picture, pixels, np.asarray(colour, float) * brightness * (0.72 + 0.28 * abs(out[1])))
        seen.append(pixels)

    paint_vane(*vanes[0])
    steps = [0.0, 0.5, 1.0 - (made.vane_length + 60) / arrow.length, 1.0 - 14 / arrow.length, 1.0]
    colours = [made.shaft, made.shaft, made.wrap if made.wrap is not None else made.shaft, made.nock]
    for (a, b), colour in zip(zip(steps, steps[1:]), colours):
        start, end = arrow.tip + arrow.way * arrow.length * a, arrow.tip + arrow.way * arrow.length * b
        seen.append(_bar(picture, camera, start, end, made.radius, np.asarray(colour, float) * brightness, light))
    for vane in vanes[1:]:
        paint_vane(*vane)
    return np.concatenate(seen)


def draw_shadow(mask, camera, arrow, sun):
    """Draws the shadow that the arrow casts on the target's plane (`sun`: plane offset a millimetre of height)."""
    made = arrow.build

    def cast(points):
        flat = np.array(points, float)
        height = -flat[..., 2]
        flat[..., 0] += sun[0] * height
        flat[..., 1] += sun[1] * height
        flat[..., 2] = 0
        return flat

    end = cast(arrow.nock)
    side = np.array([-(end - arrow.tip)[1], (end - arrow.tip)[0], 0.0])
    side *= made.radius / (np.linalg.norm(side) + 1e-9)
    shapes = [np.stack([arrow.tip + side, end + side, end - side, arrow.tip - side])] + [
        cast(points) for points, _, _ in _vanes(arrow)
    ]
    for shape in shapes:
        if (camera.depth(shape) > 50).all():
            _fill(mask, camera.project(shape), 255)
