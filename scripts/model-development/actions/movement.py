"""How values go over time: ramps, sways, strokes; and the small movements of everyone who stands."""

import numpy as np


def ramp(times, start, end):
    """From 0 at `start` to 1 at `end`, without a jolt."""
    share = np.clip((times - start) / max(end - start, 1e-6), 0, 1)
    return share * share * (3 - 2 * share)


def mix(first, second, share):
    """From one place to another, each [frames, 3] or [3]."""
    share = np.asarray(share)[:, None]
    return np.asarray(first) * (1 - share) + np.asarray(second) * share


def strokes(times, period, phase, hold=0.0):
    """To and fro between 0 and 1; with `hold` up to 1 it rests at both ends."""
    wave = np.cos(2 * np.pi * (times / period + phase))
    return 0.5 - 0.5 * np.tanh(wave * (1 + 3 * hold)) / np.tanh(1 + 3 * hold)


def sway(rng, times, size, seconds=1.5, axes=1):
    """Slow wandering of about `size`, [frames, axes]."""
    total = np.zeros((len(times), axes))
    for part in (1.0, 0.53, 0.29):
        speed = rng.uniform(0.6, 1.4, axes) / (seconds * part)
        total += part * np.sin(2 * np.pi * (times[:, None] * speed + rng.random(axes)))
    return size * total / 1.2


def fidget(draw, tracks, times, size=0.006):
    """The small movements of a person who stands still."""
    tracks.place += sway(draw.rng, times, size, 2.5, 3) * [1, 0.3, 1]
    tracks.lean += sway(draw.rng, times, 0.02)[:, 0]
    tracks.side += sway(draw.rng, times, 0.015)[:, 0]
    tracks.head_turn += sway(draw.rng, times, 0.05, 3)[:, 0]
    tracks.head_down += sway(draw.rng, times, 0.03, 3)[:, 0]
    for hand in tracks.hands.values():
        hand += sway(draw.rng, times, size, 1.5, 3)
