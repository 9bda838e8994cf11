"""Where shots went: holes in the sheets and arrows that still stand."""

import numpy as np

from . import arrows as standing
from .holes import draw_hole
from .plane import clip


def _scatter(rng, spec, count, spread):
    """Places of hits around a spot: most in a group, some strays."""
    spot = spec.spots[int(rng.integers(len(spec.spots)))]
    centre = np.array([spot.x, spot.y]) + rng.normal(0, 0.16, 2) * spot.radius
    places = []
    for _ in range(count):
        around = (
            rng.normal(0, spread, 2) * spot.radius + centre
            if rng.random() < 0.85
            else rng.uniform(-0.97, 0.97, 2) * spot.radius + (spot.x, spot.y)
        )
        if abs(around[0] - spec.x) < spec.width * 0.48 and abs(around[1] - spec.y) < spec.height * 0.48:
            places.append(around)
    return places


def pierce(rng, recipe, spec, paper, scale, camera, card, is_main):
    """Draws the holes into the printed sheet; returns the truth about those in the picture."""
    if recipe.holes is not None and is_main:
        count = recipe.holes
    else:
        count = (
            int(rng.integers(0, 14))
            if card
            else int(rng.choice([0, int(rng.integers(1, 12)), int(rng.integers(10, 70))]))
        )
    radius = rng.uniform(2.2, 3.2) if card else rng.uniform(2.6, 4.6)
    if card and spec.spots[0].diameter > 300:
        radius = rng.uniform(2.8, 5.6)
    through = rng.uniform(8, 50) * np.ones(3) if rng.random() < 0.7 else rng.uniform((60, 40, 20), (235, 190, 150))
    rows = []
    for x, y in _scatter(rng, spec, count, recipe.spread or rng.uniform(0.15, 0.5)):
        local = np.array([(x - spec.x + spec.width / 2) * scale, (y - spec.y + spec.height / 2) * scale])
        outline = draw_hole(rng, paper, local, scale, radius * rng.uniform(0.85, 1.15), card, through)
        plane = outline / scale + [spec.x - spec.width / 2, spec.y - spec.height / 2]
        box, visible = clip(camera.project_plane(plane), recipe.size)
        if visible > 0.5:
            spot = min(spec.spots, key=lambda s: np.hypot(s.x - x, s.y - y))
            centre = camera.project_plane([[x, y]])[0].tolist()
            rows.append({"label": "hole", "box": box, "centre": centre, "score": spot.score(x, y, radius)})
    return rows


def shoot(rng, recipe, spec, camera, card):
    """The arrows that stand in the sheet, and where the sun throws their shadows."""
    count = recipe.arrows
    if count is None:
        count = 0 if card and rng.random() < 0.9 else int(rng.choice([0, 1, 2, 3, 3, 4, 5, 6, 6, 8, 12]))
    made = [standing.build(rng) for _ in range(1 if rng.random() < 0.6 else 3)]
    lean = rng.normal(0, 0.05, 2) + [0, rng.uniform(-0.05, 0.08)]
    shot = []
    for x, y in _scatter(rng, spec, count, recipe.spread or rng.uniform(0.2, 0.45)):
        arrow = standing.stand(rng, made[int(rng.integers(len(made)))], x, y, lean)
        if (camera.depth(np.stack([arrow.tip, arrow.nock])) > 180).all():
            shot.append(arrow)
    angle = rng.uniform(0, 2 * np.pi) if rng.random() < 0.2 else rng.uniform(0.15 * np.pi, 0.85 * np.pi)
    return shot, np.array([np.cos(angle), np.sin(angle)]) * rng.uniform(0.15, 0.9)
