"""Where shots went: holes in the sheets and arrows that still stand."""

import numpy as np

from . import arrows as standing
from .holes import draw_entry, draw_hole
from .plane import clip


def _scatter(rng, spec, count, spread, stray=0.15):
    """Places of hits around a spot: most in a group, some strays."""
    spot = spec.spots[int(rng.integers(len(spec.spots)))]
    centre = np.array([spot.x, spot.y]) + rng.normal(0, 0.16, 2) * spot.radius
    if stray > 0.15:
        centre += rng.normal(0, 0.3, 2) * spot.radius
    places = []
    for _ in range(count):
        around = (
            rng.normal(0, spread, 2) * spot.radius + centre
            if rng.random() > stray
            else rng.uniform(-1.15, 1.15, 2) * spot.radius + (spot.x, spot.y)
        )
        if abs(around[0] - spec.x) < spec.width * 0.49 and abs(around[1] - spec.y) < spec.height * 0.49:
            places.append(around)
    return places


def nearest_spot(spec, x, y):
    """The spot of a sheet that a hit belongs to."""
    return min(spec.spots, key=lambda s: np.hypot(s.x - x, s.y - y))


def pierce(rng, recipe, spec, paper, scale, camera, card, is_main):
    """Draws the holes into the printed sheet; returns the truth about those in the picture."""
    if recipe.holes is not None and is_main:
        count = recipe.holes
    elif card:
        count = int(rng.integers(0, 14))
    else:
        count = int(rng.choice([0, int(rng.integers(1, 12)), int(rng.integers(8, 40)), int(rng.integers(20, 160))]))
    radius = rng.uniform(2.2, 3.2) if card else rng.uniform(2.4, 5.5)
    if card and spec.spots[0].diameter > 300:
        radius = rng.uniform(2.8, 5.6)
    through = rng.uniform(4, 45) * np.ones(3) if rng.random() < 0.78 else rng.uniform((60, 40, 20), (225, 180, 140))
    rows = []
    for x, y in _scatter(rng, spec, count, recipe.spread or rng.uniform(0.15, 0.6), rng.uniform(0.1, 0.5)):
        local = np.array([(x - spec.x + spec.width / 2) * scale, (y - spec.y + spec.height / 2) * scale])
        bullet = card or rng.random() < 0.15
        outline = draw_hole(rng, paper, local, scale, radius * rng.uniform(0.8, 1.2), bullet, through)
        plane = outline / scale + [spec.x - spec.width / 2, spec.y - spec.height / 2]
        pixels = camera.project_plane(plane)
        box, visible = clip(pixels, recipe.size)
        if visible > 0.5:
            spot = nearest_spot(spec, x, y)
            centre = camera.project_plane([[x, y]])[0].tolist()
            rows.append(
                {
                    "label": "hole",
                    "box": box,
                    "centre": centre,
                    "score": spot.score(x, y, radius),
                    "spot": spot,
                    "outline": pixels,
                }
            )
    return rows


def enter(rng, spec, paper, scale, shot):
    """Draws what the standing arrows have done to the sheet."""
    through = rng.uniform(4, 40) * np.ones(3)
    for arrow in shot:
        local = (arrow.tip[:2] - [spec.x - spec.width / 2, spec.y - spec.height / 2]) * scale
        draw_entry(rng, paper, local, scale, arrow.build.radius, through)


def shoot(rng, recipe, spec, camera, card, made, lean):
    """The arrows that stand in a sheet."""
    count = recipe.arrows
    if count is None:
        count = 0 if card and rng.random() < 0.9 else int(rng.choice([0, 1, 1, 2, 3, 3, 4, 5, 6, 6, 8, 10, 12]))
    shot = []
    for x, y in _scatter(rng, spec, count, recipe.spread or rng.uniform(0.12, 0.45), rng.choice([0.15, 0.15, 0.6])):
        arrow = standing.stand(rng, made[int(rng.integers(len(made)))], x, y, lean)
        if _clear(camera, arrow):
            shot.append(arrow)
    return shot


def _clear(camera, arrow):
    """Whether the shaft passes the camera at a distance."""
    if camera.depth(arrow.tip)[0] < 150:
        return False
    away = camera.centre - arrow.tip
    along = np.clip(away @ arrow.way, 0, arrow.length)
    return float(np.linalg.norm(away - along * arrow.way)) > 70


def sun_direction(rng):
    """Where the sun throws shadows: offset in the plane for each millimetre of height."""
    angle = rng.uniform(0, 2 * np.pi) if rng.random() < 0.2 else rng.uniform(0.15 * np.pi, 0.85 * np.pi)
    return np.array([np.cos(angle), np.sin(angle)]) * rng.uniform(0.1, 0.9)
