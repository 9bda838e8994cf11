"""What a picture must show, and what is left to chance."""

from dataclasses import dataclass

import numpy as np

from .camera import Camera


@dataclass
class Recipe:
    """What a picture must show; whatever is None is left to chance."""

    size: tuple = (1280, 960)
    kind: str | None = None
    arrows: int | None = None
    holes: int | None = None
    # what the sheet hangs on (see `surfaces`), and whether that fills the picture
    surface: str | None = None
    whole: bool | None = None
    # where the camera stands, in radians to the side and above, and the share of the picture that the sheet fills
    yaw: float | None = None
    pitch: float | None = None
    fill: float | None = None
    # sheets beside the main one
    neighbours: int | None = None
    # the ten rings of the face, in millimetres
    diameter: float | None = None
    # how far shots lie from each other, in radii of the face
    spread: float | None = None
    indoor: bool | None = None
    # whether it is a close picture of one spot; arrows then pass close to the lens
    close: bool = False
    # 1: anything that a careless photographer does; 0: as good as it gets
    roughness: float = 1.0


def choose_camera(rng, recipe, spec, card):
    """A camera as the recipe asks, or as people hold it."""
    width, height = recipe.size
    focal = max(width, height) * rng.uniform(0.72, 1.25)
    wide = 0.75 if card else 0.95
    yaw = recipe.yaw
    if yaw is None:
        yaw = rng.normal(0, 0.42) if rng.random() < 0.7 else rng.uniform(-wide, wide)
    pitch = recipe.pitch if recipe.pitch is not None else rng.normal(0.05, 0.28)
    yaw, pitch = float(np.clip(yaw, -1.05, 1.05)), float(np.clip(pitch, -0.8, 0.9))
    if recipe.close:
        return _close(rng, recipe, spec, yaw, pitch)
    extent = max(spec.width, spec.height)
    fill = recipe.fill or (rng.uniform(0.45, 0.95) if rng.random() < 0.7 else rng.uniform(0.22, 1.7))
    distance = focal * extent / (min(width, height) * fill)
    if not card:
        distance = max(distance, rng.uniform(1100.0, 1900.0) if recipe.fill is None else 300.0)
    if card and recipe.yaw is None:
        roll = rng.normal(0, 0.25) + rng.choice([0, 0, 0, np.pi / 2, -np.pi / 2, np.pi])
    else:
        roll = rng.normal(0, 0.06)
    off = rng.normal(0, 0.09 if recipe.fill is None else 0.025, 2) * extent
    return Camera.looking_at((width, height), focal, (spec.x + off[0], spec.y + off[1]), distance, yaw, pitch, roll)


def _close(rng, recipe, spec, yaw, pitch):
    """A camera an arm's length from one spot that fills the picture."""
    spot = spec.spots[int(rng.integers(len(spec.spots)))]
    width, height = recipe.size
    across = 2 * spot.radius * rng.uniform(0.85, 1.9)
    distance = max(across * rng.uniform(0.9, 2.6), rng.uniform(300, 900))
    focal = min(width, height) * distance / across
    aim = np.array([spot.x, spot.y]) + rng.normal(0, 0.12, 2) * spot.radius
    roll = rng.normal(0, 0.12)
    return Camera.looking_at((width, height), focal, aim, distance, yaw * 0.9, pitch * 0.9 + 0.08, roll)
