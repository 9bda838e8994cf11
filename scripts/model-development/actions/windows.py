"""Windows of keypoints with what is done in them, as the program gives them to a classifier."""

from multiprocessing import Pool

import numpy as np

from . import everyday, exercises
from .archery import shot
from .camera import found, seen
from .draw import Draw
from .skeleton import NAMES, Body

FRAMES = 60
LABELS = ["draw", "hold", "release", "jumping_jack", "squat", "other"]
OTHERS = (
    [everyday.stand, everyday.walk, everyday.gesture, everyday.gesture, everyday.circle, everyday.wander]
    + [exercises.half_jack, exercises.sit_down, exercises.lunge, exercises.bend]
)  # fmt: skip
# every so-many-th window is of a sequence that is shorter than it
SHORT = 0.1


def window(seed, held_out):
    """One window, [60, 18, 3], and the index of its label."""
    draw = Draw(np.random.default_rng([seed, int(held_out)]), held_out)
    label = seed % len(LABELS)
    # what is none of the five is as frequent as three of them
    if seed % 8 >= 6:
        label = len(LABELS) - 1
    kind = LABELS[label]
    body, frame = Body.drawn(draw), 1 / draw.split(14, 34)
    count = int(draw.between(30, FRAMES)) if draw.chance(SHORT) else FRAMES
    times = np.arange(count) * frame
    is_archer = kind in LABELS[:3] or (kind == "other" and draw.chance(0.35))
    if is_archer:
        tracks = shot(draw, body, times, kind)
    elif kind == "other":
        tracks = draw.one(OTHERS)(draw, body, times, frame)
    else:
        tracks = getattr(exercises, kind)(draw, body, times, frame)
    points = tracks.mirrored() if draw.chance(0.5) else tracks.joints()
    values = np.zeros((FRAMES, len(NAMES), 3), np.float32)
    values[:count] = found(draw, *seen(draw, points, times, is_archer))
    return values, label


def _part(task):
    seeds, held_out = task
    pairs = [window(seed, held_out) for seed in seeds]
    return np.stack([values for values, _ in pairs]), np.array([label for _, label in pairs])


def windows(first, count, held_out, processes=2):
    """So many windows by their seeds, and the indexes of their labels; the same for any number of processes."""
    seeds = np.arange(first, first + count)
    tasks = [(part, held_out) for part in np.array_split(seeds, max(count // 500, 1))]
    with Pool(processes) as pool:
        parts = pool.map(_part, tasks)
    return np.concatenate([values for values, _ in parts]), np.concatenate([labels for _, labels in parts])
