"""A whole picture: surface, sheets, holes, arrows, light, and the truth about all of them."""

from dataclasses import dataclass, field

import numpy as np

from . import clutter
from .arrows import build
from .cover import Place
from .faces import print_sheet, sheet
from .front import Front
from .hits import enter, nearest_spot, pierce, shoot, sun_direction
from .lens import develop
from .light import paper_shade, sunlight
from .plane import circle, clip, lay, paper_shadow, pixels_per_mm
from .recipe import Recipe, choose_camera
from .shafts import draw_arrow
from .surfaces import backdrop, surface

KINDS = ("wa10", "wa10", "wa10", "wa6", "wa5", "triple", "vegas", "field", "card", "card", "card", "black")
__all__ = ["KINDS", "NAMES", "Recipe", "Scene", "render"]
NAMES = ("arrow", "hole", "face", "bull")


@dataclass
class Scene:
    """The picture (RGB) and its truth: boxes of all objects; spots, arrows with tip and nock, holes with outlines."""

    picture: np.ndarray
    objects: list = field(default_factory=list)
    homography: np.ndarray | None = None
    kind: str = ""
    spots: list = field(default_factory=list)
    arrows: list = field(default_factory=list)
    holes: list = field(default_factory=list)


def render(rng, recipe):
    """Renders one picture."""
    kind = recipe.kind or str(rng.choice(KINDS))
    card = kind == "card"
    width, height = recipe.size
    main = sheet(rng, kind, diameter=recipe.diameter)
    camera = choose_camera(rng, recipe, main, card)
    canvas = backdrop(rng, (height, width), recipe.indoor)
    extent = max(main.width, main.height)

    # what it hangs on
    fine = int(np.clip(max(width, height), 700, 3600))
    whole = rng.random() < 0.55 if recipe.whole is None else recipe.whole
    reach = extent * ((4.0 if recipe.fill is None else 1.9) if whole else rng.uniform(0.62, 1.0))
    neighbours = (
        recipe.neighbours if recipe.neighbours is not None else (int(rng.integers(1, 4)) if rng.random() < 0.3 else 0)
    )
    step = main.width * rng.uniform(1.06, 1.4)
    ground, top = surface(rng, (fine, fine), recipe.surface), -reach * rng.uniform(0.9, 1.1)

    # sheets, holes, and who shot
    sheets, edges = [main], [main.width / 2] * 2
    for number in range(neighbours):
        # beside what hangs on that side already, whatever their sizes are
        side, beside = number % 2, sheet(rng, kind, y=rng.normal(0, 0.02) * extent, diameter=recipe.diameter)
        x = edges[side] + step - main.width + beside.width / 2
        edges[side] = x + beside.width / 2
        sheets.append(beside.moved(x if side else -x))
    wide = max(reach, step * ((neighbours + 1) // 2 + 0.6), 1.05 * max(edges)) if neighbours else reach
    lay(canvas, ground, camera, (-wide, top, wide, reach))
    made = [build(rng) for _ in range(1 if rng.random() < 0.6 else 3)]
    lean = rng.normal(0, 0.06, 2) + [0, rng.uniform(-0.05, 0.1)]
    objects, rows, shot = [], [], []
    for spec in sheets:
        stuck = shoot(rng, recipe, spec, camera, card, made, lean) if spec is main or rng.random() < 0.2 else []
        scale = float(np.clip(pixels_per_mm(camera, spec.x, spec.y) * 1.25, 0.15, 4200 / max(spec.width, spec.height)))
        paper = print_sheet(rng, spec, scale)
        clutter.on_paper(rng, paper, scale)
        rows += pierce(rng, recipe, spec, paper, scale, camera, card, spec is main)
        enter(rng, spec, paper, scale, stuck)
        paper = paper_shade(rng, paper, recipe.roughness * (1.6 if card else 1.0))
        box = (spec.x - spec.width / 2, spec.y - spec.height / 2, spec.x + spec.width / 2, spec.y + spec.height / 2)
        paper_shadow(rng, canvas, camera, box, extent)
        lay(canvas, paper, camera, box)
        objects += _faces(spec, camera, recipe.size)
        shot += [(arrow, spec) for arrow in stuck]

    # light that falls on all of it, and the arrows before it
    lit = sunlight(rng, canvas, camera, [arrow for arrow, _ in shot], sun_direction(rng), recipe.indoor)
    aperture = rng.uniform(0.3, 4.0) if recipe.close else rng.uniform(0.2, 1.5)
    arrows = _stand(rng, canvas, camera, shot, rows, lit, aperture, recipe.size)
    if recipe.roughness >= 1:
        before = canvas.copy()
        clutter.in_front(rng, canvas)
        changed = (canvas != before).any(2) * np.uint8(255)
        for row in arrows + rows:
            row["place"].cover(changed)
        if rng.random() < 0.08:
            clutter.pane(rng, canvas)
    return Scene(
        picture=develop(rng, canvas, recipe.roughness),
        objects=objects + [_plain(row) for row in rows + [a for a in arrows if a["seen"] > 0.3]],
        homography=camera.homography / camera.homography[2, 2],
        kind=kind,
        spots=[spot for spec in sheets for spot in spec.spots],
        arrows=arrows,
        holes=rows,
    )


def _plain(row):
    return {key: row[key] for key in ("label", "box", "tip", "nock", "centre", "score") if key in row}


def _stand(rng, canvas, camera, shot, holes, lit, aperture, size):
    """Draws the arrows, the farthest first; the truth about each. Notes what they hide of each other and of holes."""
    arrows, light = [], rng.uniform(-1.2, 1.2)
    front = Front(*canvas.shape[:2])
    for hole in holes:
        hole["place"] = Place(hole["centre"], 2)
    for arrow, spec in sorted(shot, key=lambda pair: -float(camera.depth(pair[0].nock)[0])):
        points, cover, behind, corner = draw_arrow(rng, canvas, camera, arrow, lit, light, aperture, front)
        if cover is not None:
            for other in arrows + holes:
                other["place"].cover(cover, corner)
        box, visible = clip(points, size)
        x, y = arrow.tip[:2]
        spot = nearest_spot(spec, x, y)
        # how far along the shaft the camera still sees what is before it
        deep = camera.depth(np.stack([arrow.tip, arrow.nock]))
        far = 1.0 if deep[1] > 60 else 0.97 * (deep[0] - 60) / (deep[0] - deep[1])
        tip, along = camera.project(np.stack([arrow.tip, arrow.tip + arrow.way * arrow.length * far]))
        place = Place(tip, 0.7 * arrow.build.radius * camera.matrix[0, 0] / camera.depth(arrow.tip)[0])
        if cover is not None:
            place.cover(behind, corner)
        arrows.append(
            {
                "label": "arrow",
                "box": box,
                "tip": tip.tolist(),
                "nock": along.tolist() if far == 1.0 else None,
                "along": along.tolist(),
                "score": spot.score(x, y, arrow.build.radius),
                "spot": spot,
                "seen": visible,
                "place": place,
                "shaft": 2 * arrow.build.radius,
            }
        )
    return arrows


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
