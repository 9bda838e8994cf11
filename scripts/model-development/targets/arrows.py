"""Arrows that stand in the target: what they are made of, where they are, and the shadows they cast."""

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
SHAFTS = ((28, 28, 32), (36, 34, 34), (45, 45, 50), (60, 58, 56), (84, 72, 62), (150, 150, 155), (186, 150, 96))
TOYS = ((220, 170, 40), (240, 240, 240), (200, 40, 40), (40, 160, 70), (60, 90, 200))


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
    # printed on the shaft: where it begins and ends (millimetres from the point), its ground, its ink
    decals: tuple
    point: float
    gloss: float


def build(rng):
    """The arrows of one archer."""
    toy = rng.random() < 0.12
    tone = np.array((TOYS if toy else SHAFTS)[int(rng.integers(len(TOYS if toy else SHAFTS)))], float)

    def pick():
        return BRIGHT[int(rng.integers(len(BRIGHT)))]

    length, decals = rng.uniform(560, 780), []
    place = rng.uniform(15, 160)
    while rng.random() < 0.65 and place < length - 220:
        reach = rng.uniform(12, 150)
        ground = None if rng.random() < 0.5 else pick()
        decals.append((place, place + reach, ground, pick()))
        place += reach + rng.uniform(0, 160)
    vane = pick()
    return Build(
        radius=rng.uniform(2.0, 4.65) if rng.random() < 0.8 else rng.uniform(2.0, 2.9),
        length=length,
        shaft=tone * rng.uniform(0.6, 1.25) * rng.uniform(0.92, 1.08, 3),
        vane=vane,
        odd_vane=pick() if rng.random() < 0.6 else vane,
        nock=pick(),
        wrap=pick() if rng.random() < 0.35 else None,
        vane_length=rng.uniform(35, 105),
        vane_height=rng.uniform(7, 18),
        decals=tuple(decals),
        point=rng.uniform(4, 22) if rng.random() < 0.15 else 0.0,
        gloss=rng.uniform(0, 1) ** 2,
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
    own = 0.025 if rng.random() < 0.85 else 0.1
    way = np.array([lean[0] + rng.normal(0, own), lean[1] + rng.normal(0, own), -1.0])
    return Arrow(
        made,
        np.array([x, y, 0.0]),
        way / np.linalg.norm(way),
        made.length * (rng.uniform(0.88, 1.0) if rng.random() < 0.9 else rng.uniform(0.5, 0.88)),
        rng.uniform(0, 2 * np.pi),
    )


def vanes(arrow):
    """Corners in space, colour and outward direction of the three vanes."""
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
        cast(points) for points, _, _ in vanes(arrow)
    ]
    for shape in shapes:
        if (camera.depth(shape) > 50).all():
            pixels = np.clip(camera.project(shape), -2e4, 2e4)
            cv2.fillPoly(mask, [np.round(pixels * 2**SHIFT).astype(np.int32)], 255, cv2.LINE_AA, SHIFT)
