"""A whole picture: surface, sheets, holes, arrows, light, and the truth about all of them."""

from dataclasses import dataclass, field

import numpy as np

from . import arrows as standing
from .faces import print_sheet, sheet
from .hits import pierce, shoot
from .lens import develop
from .light import paper_shade, sunlight
from .plane import circle, clip, lay, paper_shadow, pixels_per_mm
from .recipe import Recipe, choose_camera
from .surfaces import backdrop, surface

KINDS = ("wa10", "wa10", "wa10", "wa6", "wa5", "triple", "vegas", "field", "card", "card", "card", "black")
__all__ = ["KINDS", "NAMES", "Recipe", "Scene", "render"]
NAMES = ("arrow", "hole", "face", "bull")


@dataclass
class Scene:
    """The picture (RGB) and its truth."""

    picture: np.ndarray
    objects: list = field(default_factory=list)
    homography: np.ndarray | None = None
    kind: str = ""


def render(rng, recipe):
    """Renders one picture."""
    kind = recipe.kind or str(rng.choice(KINDS))
    card = kind == "card"
    width, height = recipe.size
    main = sheet(rng, kind, diameter=recipe.diameter)
    camera = choose_camera(rng, recipe, main, card)
    canvas = backdrop(rng, (height, width), recipe.indoor)
    objects = []
    extent = max(main.width, main.height)
    side = max(width, height)

    # what it hangs on
    fine = int(np.clip(side * 1.3, 900, 3600))
    whole = rng.random() < 0.55 if recipe.whole is None else recipe.whole
    reach = extent * ((4.0 if recipe.fill is None else 1.9) if whole else rng.uniform(0.62, 1.0))
    neighbours = (
        recipe.neighbours if recipe.neighbours is not None else (int(rng.integers(1, 4)) if rng.random() < 0.3 else 0)
    )
    step = main.width * rng.uniform(1.06, 1.4)
    wide = max(reach, step * ((neighbours + 1) // 2 + 0.6)) if neighbours else reach
    ground = surface(rng, (fine, fine), recipe.surface)
    lay(canvas, ground, camera, (-wide, -reach * rng.uniform(0.9, 1.1), wide, reach))

    # sheets beside it
    sheets = [main]
    for number in range(neighbours):
        x = step * (number // 2 + 1) * (1 if number % 2 else -1)
        y = rng.normal(0, 0.02) * extent
        sheets.append(sheet(rng, kind, x, y, recipe.diameter))
    rows = []
    for spec in sheets:
        scale = float(np.clip(pixels_per_mm(camera, spec.x, spec.y) * 1.25, 0.15, 4200 / max(spec.width, spec.height)))
        paper = print_sheet(rng, spec, scale)
        rows += pierce(rng, recipe, spec, paper, scale, camera, card, spec is main)
        paper = paper_shade(rng, paper, recipe.roughness * (1.6 if card else 1.0))
        box = (spec.x - spec.width / 2, spec.y - spec.height / 2, spec.x + spec.width / 2, spec.y + spec.height / 2)
        paper_shadow(rng, canvas, camera, box, extent)
        lay(canvas, paper, camera, box)
        objects += _faces(spec, camera, recipe.size)
    objects += rows

    # arrows, and the light that falls on all of it
    shot, sun = shoot(rng, recipe, main, camera, card)
    lit = sunlight(rng, canvas, camera, shot, sun, recipe.indoor)
    light = rng.random() < 0.5
    for arrow in sorted(shot, key=lambda a: -float(camera.depth(a.nock)[0])):
        points = standing.draw_arrow(rng, canvas, camera, arrow, lit, light)
        objects += _arrow(arrow, points, main, camera, recipe.size)
    return Scene(develop(rng, canvas, recipe.roughness), objects, camera.homography / camera.homography[2, 2], kind)


def _arrow(arrow, points, spec, camera, size):
    box, visible = clip(points, size)
    if visible <= 0.3:
        return []
    x, y = arrow.tip[:2]
    spot = min(spec.spots, key=lambda s: np.hypot(s.x - x, s.y - y))
    tip, nock = camera.project(np.stack([arrow.tip, arrow.nock])).tolist()
    score = spot.score(x, y, arrow.build.radius)
    return [{"label": "arrow", "box": box, "tip": tip, "nock": nock, "score": score}]


def _faces(spec, camera, size):
    found = []
    for spot in spec.spots:
        for label, radius in (("face", spot.radius), ("bull", spot.bull_radius)):
            ring = circle(spot.x, spot.y, radius)
            if (camera.depth(np.concatenate([ring, np.zeros((len(ring), 1))], axis=1)) < 50).any():
                continue
            box, visible = clip(camera.project_plane(ring), size)
            if visible > 0.25:
                found.append({"label": label, "box": box, "visible": round(visible, 3)})
    return found
