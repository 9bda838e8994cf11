"""Jumping jacks and squats, and what is like them but is none."""

import numpy as np

from .movement import fidget, mix, ramp, strokes, sway
from .skeleton import SIDES, Tracks


def _arc(body, sign, angle, forward=0.0, bent=1.0):
    """Where a wrist is when the arm is raised sideways by `angle`, 0 hanging, pi upwards, relative to the neck."""
    reach = 0.98 * bent * body.reach
    return np.stack(
        [sign * (body.shoulder + reach * np.sin(angle)), -reach * np.cos(angle), np.full_like(angle, forward)], 1
    )


def jumping_jack(draw, body, times, frame):
    """Arms up and legs apart, and back."""
    return _jacks(draw, body, times, frame, draw.between(1.9, 3.1), draw.between(0.07, 0.26))


def half_jack(draw, body, times, frame):
    """Only the arms, or only the legs, or a hop."""
    kind = draw.one(["arms", "legs", "hop", "shrug"])
    top = {"arms": draw.between(1.2, 3.1), "legs": 0.1, "hop": 0.1, "shrug": draw.between(0.3, 0.8)}[kind]
    return _jacks(draw, body, times, frame, top, draw.between(0.1, 0.24) if kind == "legs" else 0, kind != "arms")


def _jacks(draw, body, times, frame, top, apart, hops=True):
    tracks = Tracks(body, len(times))
    period, phase = draw.split(9, 80) * frame, draw.rng.random()
    swing = strokes(times, period, phase, draw.between(0, 0.5))
    late = strokes(times, period, phase + draw.between(-0.06, 0.06), draw.between(0, 0.5))
    low, forward, bent = draw.between(0.05, 0.35), draw.between(-0.02, 0.08), draw.between(0.75, 1.0)
    for name, sign in SIDES.items():
        tracks.hands[name] = _arc(body, sign, low + (top - low) * swing, forward, bent)
        tracks.elbows[name][:] = [sign * 0.6, -0.6, -0.5]
        tracks.feet[name][:, 0] += sign * apart * late
    if hops:
        height = draw.between(0.0, 0.05)
        up = height * np.abs(np.sin(2 * np.pi * (times / period + phase)))
        spread = np.sqrt(np.maximum(body.standing**2 - (apart * late) ** 2, 0.05)) - body.standing
        tracks.place[:, 1] += up + spread - 0.01
        for foot in tracks.feet.values():
            foot[:, 1] += up
    fidget(draw, tracks, times)
    return tracks


def squat(draw, body, times, frame):
    """Hips down and back, and up again."""
    period = draw.split(14, 95) * frame
    long = times[-1] - times[0]
    # of a slow one at least the turn at the bottom is well inside
    phase = draw.rng.random() if period < 0.7 * long else 0.5 - draw.between(0.3, 0.7) * long / period
    down = strokes(times, period, phase, draw.between(0, 0.6))
    return _lowered(draw, body, times, down, draw.between(0.35, 0.75))


def sit_down(draw, body, times, frame):
    """Once down and then at rest, or once up, or at rest all the time."""
    long, takes = times[-1] - times[0], draw.between(15, 45) * frame
    turn = times[0] + long * draw.between(-0.2, 0.6)
    down = ramp(times, turn, turn + takes)
    if draw.chance(0.4):
        down = ramp(times, times[0] + 0.5 * long, times[0] + 0.5 * long + takes)[::-1]
    return _lowered(draw, body, times, down, draw.between(0.4, 0.6))


def _lowered(draw, body, times, down, depth):
    tracks = Tracks(body, len(times))
    stance, back = draw.between(0.0, 0.1), draw.between(0.1, 0.3)
    tracks.place[:, 1] -= depth * body.thigh * 1.6 * down
    tracks.place[:, 2] -= back * body.thigh * down
    for name, sign in SIDES.items():
        tracks.feet[name][:, 0] += sign * stance
        # the feet stay while the hips go back
        tracks.feet[name][:, 2] += back * body.thigh * down
        tracks.knees[name][:] = [sign * draw.between(0.1, 0.6), 0, 1]
    tracks.lean += draw.between(0.2, 0.9) * down
    _rest_arms(draw, body, tracks, down)
    fidget(draw, tracks, times)
    return tracks


def _rest_arms(draw, body, tracks, down):
    """Arms as people have them in a squat: before the body, at the hips, behind the head, with a bar, hanging."""
    reach, kind = body.reach, draw.one(["front", "front", "chest", "hips", "head", "bar", "hang", "up"])
    for name, sign in SIDES.items():
        shoulder = sign * body.shoulder
        place = {
            "front": [shoulder * draw.between(0.3, 1.2), draw.between(-0.1, 0.05), 0.95 * reach],
            "chest": [shoulder * 0.3, -0.25 * reach, 0.5 * reach],
            "hips": [shoulder * 1.2, -0.9 * body.torso, 0.02],
            "head": [shoulder * 0.6, 0.6 * body.head, -0.02],
            "bar": [shoulder * draw.between(1.3, 2.2), -0.01, 0.0],
            "hang": [shoulder * 1.2, -0.95 * reach, 0.1 * reach],
            "up": [shoulder * 1.2, 0.95 * reach, 0.05],
        }[kind]
        bent = {"hips": [sign, 0, -0.5], "head": [sign, 0.3, 0.2], "bar": [sign * 0.4, -1, -0.3]}
        tracks.elbows[name][:] = bent.get(kind, [sign * 0.8, -1.0, -0.2])
        # at rest between two squats the arms may hang
        if kind == "front" and draw.chance(0.6):
            tracks.hands[name] = mix(tracks.hands[name], place, down)
        else:
            tracks.hands[name][:] = place


def lunge(draw, body, times, frame):
    """One foot far forward, and down; with one side or in turn."""
    tracks = Tracks(body, len(times))
    down = strokes(times, draw.split(25, 95) * frame, draw.rng.random(), draw.between(0, 0.5))
    step, name = draw.between(0.15, 0.3), draw.one(list(SIDES))
    other = "right" if name == "left" else "left"
    share = down if draw.chance(0.5) else np.ones_like(down)
    tracks.feet[name][:, 2] += step * share
    tracks.feet[other][:, 2] -= step * share
    tracks.place[:, 1] -= draw.between(0.1, 0.22) * down + 0.03
    _rest_arms(draw, body, tracks, down)
    fidget(draw, tracks, times)
    return tracks


def bend(draw, body, times, frame):
    """Bows to the floor, to pick something up or to stretch."""
    tracks = Tracks(body, len(times))
    down = strokes(times, draw.split(30, 120) * frame, draw.rng.random(), draw.between(0, 1))
    tracks.lean += draw.between(0.7, 1.6) * down
    tracks.place[:, 1] -= draw.between(0, 0.05) * down
    tracks.place[:, 2] -= 0.06 * down
    for name, sign in SIDES.items():
        low = [sign * body.shoulder, -0.4 * body.reach, 0.85 * body.reach]
        tracks.hands[name] = mix(tracks.hands[name], low, down) + sway(draw.rng, times, 0.01, 1, 3)
    fidget(draw, tracks, times)
    return tracks
