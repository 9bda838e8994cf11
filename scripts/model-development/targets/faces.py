"""Printed target faces: what is printed where, in millimetres on its sheet of paper."""

from dataclasses import dataclass, field, replace

import cv2
import numpy as np

PALETTE = {
    "gold": ((250, 226, 50), (238, 222, 30), (226, 178, 60), (232, 214, 110)),
    "red": ((226, 58, 54), (236, 40, 30), (232, 104, 84), (184, 44, 66)),
    "blue": ((70, 168, 216), (40, 150, 214), (64, 90, 226), (96, 190, 226)),
    "black": ((36, 36, 40), (20, 20, 22), (58, 56, 58)),
    "white": ((244, 244, 240), (244, 244, 240), (232, 222, 206)),
}
SHIFT = 4


@dataclass
class Spot:
    """One scoring area: rings from `lowest` to 10 of a face whose ten rings have `diameter`."""

    x: float
    y: float
    diameter: float
    lowest: int
    style: str = "colour"
    black_from: int = 7

    @property
    def radius(self):
        """The outer edge of what scores."""
        return self.diameter / 2 * (11 - self.lowest) / 10

    @property
    def bull_radius(self):
        """The gold (rings 9 and 10), or the black disc of a card, or the yellow of a field face."""
        rings = 11 - self.black_from if self.style == "card" else 2
        return self.diameter / 2 * rings / 10

    @property
    def rings(self):
        """The rings that are printed, as numbers of a ten-ring face: a field face has 10, 9, 7, 5, 3 and 1."""
        return [r for r in range(self.lowest, 11) if self.style != "field" or r == 10 or r % 2]

    def score(self, x, y, shaft_radius):
        """The score of a shaft at x, y by the line rule."""
        distance = max(0.0, float(np.hypot(x - self.x, y - self.y)) - shaft_radius)
        if distance <= self.diameter / 40:
            return "X"
        inside = [r for r in self.rings if distance <= (11 - r) * self.diameter / 20]
        return str(self.worth(max(inside))) if inside else "M"

    def worth(self, ring):
        """What a printed ring scores."""
        return self.rings.index(ring) + 1 if self.style == "field" else ring


@dataclass
class Sheet:
    """A sheet of paper (centre and size in millimetres) and the spots printed on it."""

    x: float
    y: float
    width: float
    height: float
    kind: str
    spots: list = field(default_factory=list)

    def moved(self, x):
        """The same sheet so far to the right."""
        spots = [replace(spot, x=spot.x + x) for spot in self.spots]
        return replace(self, x=self.x + x, spots=spots)


def sheet(rng, kind, x=0.0, y=0.0, diameter=None):
    """A sheet of the given kind: wa10, wa6, wa5, triple, vegas, field, card, black."""
    if kind in ("wa10", "wa6", "wa5", "field", "black"):
        sizes = {"wa10": (400, 600, 800, 1220), "black": (400, 600, 800, 1220), "field": (200, 400, 600, 800)}
        usual = float(rng.choice(sizes.get(kind, (800,))))
        diameter = diameter or usual
        lowest = {"wa6": 5, "wa5": 6}.get(kind, 1)
        style = {"field": "field", "black": "card"}.get(kind, "colour")
        spot = Spot(x, y, diameter, lowest, style, int(rng.integers(4, 8)))
        side = spot.radius * 2 * rng.uniform(1.02, 1.22)
        return Sheet(x, y, side, side * rng.uniform(1.0, 1.06), kind, [spot])
    if kind == "triple":
        spots = [Spot(x, y + dy, 400, 6) for dy in (-220, 0, 220)]
        return Sheet(x, y, 220 * rng.uniform(1.0, 1.3), 670, kind, spots)
    if kind == "vegas":
        spots = [Spot(x + dx, y + dy, 400, 6) for dx, dy in ((0, -92), (-112, 92), (112, 92))]
        return Sheet(x, y, 450, 420, kind, spots)
    usual = float(rng.choice([155.5, 170, 500]))
    diameter = diameter or usual
    spot = Spot(x, y - diameter * rng.uniform(-0.03, 0.06), diameter, 1, "card", int(rng.choice([7, 7, 7, 6, 5, 4])))
    return Sheet(x, y, diameter * rng.uniform(1.04, 1.3), diameter * rng.uniform(1.15, 1.5), kind, [spot])


def _ring_colours(spot, palette):
    colours = {}
    for ring in range(1, 11):
        if spot.style == "colour":
            name = ("white", "white", "black", "black", "blue", "blue", "red", "red", "gold", "gold")[ring - 1]
        elif spot.style == "field":
            name = "gold" if ring >= 9 else "black"
        else:
            name = "black" if ring >= spot.black_from else "white"
        colours[ring] = palette[name]
    return colours


def print_sheet(rng, spec, scale):
    """The printed sheet as a picture, `scale` pixels a millimetre."""
    width, height = max(8, round(spec.width * scale)), max(8, round(spec.height * scale))
    palette = {
        name: tuple(
            np.clip(np.array(inks[min(int(rng.exponential(0.8)), len(inks) - 1)]) + rng.normal(0, 9, 3), 0, 255)
        )
        for name, inks in PALETTE.items()
    }
    picture = np.empty((height, width, 3), np.uint8)
    picture[:] = np.clip(np.array(palette["white"]), 0, 255).astype(np.uint8)

    def at(x, y):
        return round((x - spec.x + spec.width / 2) * scale * 2**SHIFT), round(
            (y - spec.y + spec.height / 2) * scale * 2**SHIFT
        )

    line = max(1, round(scale * spec.spots[0].diameter * rng.uniform(0.001, 0.004)))
    for spot in spec.spots:
        colours = _ring_colours(spot, palette)
        for ring in spot.rings:
            radius = round(spot.diameter / 2 * (11 - ring) / 10 * scale * 2**SHIFT)
            dark = colours[ring][0] < 90
            if ring == spot.lowest or colours[ring] != colours[ring - 1] or spot.style == "field":
                cv2.circle(picture, at(spot.x, spot.y), radius, colours[ring], -1, cv2.LINE_AA, SHIFT)
            ink = palette["white"] if dark and (spot.style != "colour" or ring == 4) else palette["black"]
            cv2.circle(picture, at(spot.x, spot.y), radius, ink, line, cv2.LINE_AA, SHIFT)
        inner = round(spot.diameter / 40 * scale * 2**SHIFT)
        ink = palette["white"] if colours[10][0] < 90 else palette["black"]
        cv2.circle(picture, at(spot.x, spot.y), inner, ink, line, cv2.LINE_AA, SHIFT)
        if rng.random() < 0.4:
            middle, arm = at(spot.x, spot.y), round(inner * rng.uniform(0.15, 0.6))
            for dx, dy in ((arm, 0), (0, arm)):
                a, b = ((middle[0] + s * dx, middle[1] + s * dy) for s in (-1, 1))
                cv2.line(picture, a, b, ink, max(1, line // 2), cv2.LINE_AA, SHIFT)
        if rng.random() < 0.6:
            _numbers(rng, picture, spot, colours, palette, scale, at)
    _imprint(rng, picture)
    if spec.kind != "card" and rng.random() < 0.7:
        _pins(rng, picture, scale)
    return picture


def _pins(rng, picture, scale):
    """The heads of the pins that hold the sheet."""
    height, width = picture.shape[:2]
    colour = np.array([(200, 40, 40), (40, 60, 170), (30, 30, 34), (205, 205, 200)][int(rng.integers(4))], float)
    radius = rng.uniform(5, 11) * scale
    for x, y in ((0.03, 0.03), (0.97, 0.03), (0.97, 0.97), (0.03, 0.97)):
        centre = np.array([x * width, y * height]) + rng.normal(0, 0.006, 2) * width
        for away, share, shade in ((0.25, 1.15, None), (0, 1.0, 1.0), (-0.3, 0.4, 1.5)):
            place = tuple(int(v) for v in np.round((centre + away * radius) * 2**SHIFT))
            ink = (
                (120, 118, 114)
                if shade is None
                else tuple(float(v) for v in np.clip(colour * shade + (18 if shade > 1 else 0), 0, 255))
            )
            cv2.circle(picture, place, max(1, round(radius * share * 2**SHIFT)), ink, -1, cv2.LINE_AA, SHIFT)


def _numbers(rng, picture, spot, colours, palette, scale, at):
    step = spot.diameter / 20
    size = step * scale * 0.42 / 22
    if size * 22 < 4:
        return
    directions = [(0, 1)] if spot.style == "colour" and rng.random() < 0.6 else [(1, 0), (-1, 0), (0, 1), (0, -1)]
    thick = max(1, round(size * 2))
    for ring in spot.rings[:-1]:
        ink = palette["white"] if colours[ring][0] < 90 else palette["black"]
        text = str(spot.worth(ring))
        for dx, dy in directions:
            x, y = at(spot.x + dx * step * (10.5 - ring), spot.y + dy * step * (10.5 - ring))
            (w, h), _ = cv2.getTextSize(text, cv2.FONT_HERSHEY_SIMPLEX, size, thick)
            place = (round(x / 2**SHIFT - w / 2), round(y / 2**SHIFT + h / 2))
            cv2.putText(picture, text, place, cv2.FONT_HERSHEY_SIMPLEX, size, ink, thick, cv2.LINE_AA)


def _imprint(rng, picture):
    height, width = picture.shape[:2]
    for _ in range(int(rng.integers(0, 4))):
        x = int(rng.choice([0.03, 0.8]) * width)
        y = int(rng.choice([0.045, 0.975]) * height)
        size = width * rng.uniform(0.0004, 0.0008)
        text = "".join(rng.choice(list("ABDEFGHIKLMNOPRSTUV 0123456789"), int(rng.integers(4, 12))))
        cv2.putText(
            picture, text, (x, y), cv2.FONT_HERSHEY_DUPLEX, size, (70, 70, 80), max(1, round(size * 1.6)), cv2.LINE_AA
        )
