"""What people do besides: stand, walk, wave, box, point, and whatever else arms and legs can."""

import numpy as np

from .movement import fidget, mix, ramp, strokes, sway
from .skeleton import SIDES, Tracks


def _anywhere(draw, body, sign):
    """A place that a hand can reach, relative to the neck."""
    way = draw.rng.normal(size=3) * [1, 1, 0.8] + [0.5 * sign, -0.4, 0.6]
    way *= body.reach * draw.between(0.4, 1.0) / np.linalg.norm(way)
    return way + [sign * body.shoulder, 0, 0]


def stand(draw, body, times, frame):
    """Still, with the hands anywhere; also with one arm out, or both."""
    tracks, kind = Tracks(body, len(times)), draw.one(["hang", "any", "any", "out", "one out", "up", "hips"])
    for name, sign in SIDES.items():
        reach, shoulder = body.reach, sign * body.shoulder
        if kind == "out" or (kind == "one out" and name == "left"):
            tracks.hands[name][:] = [shoulder + sign * 0.95 * reach, draw.between(-0.1, 0.1), draw.between(0, 0.05)]
        elif kind == "up":
            tracks.hands[name][:] = [shoulder * draw.between(0.6, 2), 0.95 * reach, 0.03]
        elif kind == "hips":
            tracks.hands[name][:] = [shoulder * 1.2, -0.9 * body.torso, 0.02]
            tracks.elbows[name][:] = [sign, 0, -0.5]
        elif kind == "any":
            tracks.hands[name][:] = _anywhere(draw, body, sign)
    if kind == "one out" or draw.chance(0.3):
        tracks.head_turn += draw.between(-1.4, 1.4)
    fidget(draw, tracks, times, draw.between(0.002, 0.012))
    return tracks


def walk(draw, body, times, frame):
    """In place, past the camera or around; slowly or at a run."""
    tracks = Tracks(body, len(times))
    period, phase, step = draw.split(12, 50) * frame, draw.rng.random(), draw.between(0.04, 0.2)
    swing, lift = draw.between(0.03, 0.2), draw.between(0.02, 0.2)
    for name, sign in SIDES.items():
        turn = 2 * np.pi * (times / period + phase) + (np.pi if sign > 0 else 0)
        tracks.feet[name][:, 2] += step * np.sin(turn)
        tracks.feet[name][:, 1] += lift * np.maximum(np.cos(turn), 0)
        tracks.hands[name][:, 2] += swing * np.sin(turn + np.pi)
        tracks.hands[name][:, 1] += draw.between(0, 0.12)
    tracks.place[:, 1] -= 0.015 + 0.01 * np.cos(4 * np.pi * times / period)
    if draw.chance(0.7):
        tracks.place[:, 0] += draw.between(-0.6, 0.6) * (times - times.mean())
        tracks.facing += draw.one([0, np.pi / 2, -np.pi / 2, np.pi]) + draw.between(-0.4, 0.4) * times
    fidget(draw, tracks, times)
    return tracks


def gesture(draw, body, times, frame):
    """One hand or both to and fro between two places: waves, claps, points, boxes, drinks, throws."""
    tracks = Tracks(body, len(times))
    period, phase = draw.split(8, 70) * frame, draw.rng.random()
    both, mirrored, opposite = draw.chance(0.55), draw.chance(0.6), draw.chance(0.4)
    first, second = _anywhere(draw, body, 1), _anywhere(draw, body, 1)
    for name, sign in SIDES.items():
        if sign < 0 and not both:
            if draw.chance(0.5):
                tracks.hands[name][:] = _anywhere(draw, body, sign)
            continue
        if sign < 0 and mirrored:
            ends = first * [-1, 1, 1], second * [-1, 1, 1]
        elif sign < 0:
            ends = _anywhere(draw, body, sign), _anywhere(draw, body, sign)
        else:
            ends = first, second
        share = strokes(times, period, phase + (0.5 if sign < 0 and opposite else 0), draw.between(0, 0.8))
        tracks.hands[name] = mix(*ends, share)
        tracks.elbows[name][:] = draw.rng.normal(size=3) * 0.5 + [sign * 0.8, -0.6, -0.4]
    tracks.twist += draw.between(0, 0.4) * np.sin(2 * np.pi * (times / period + phase)) * draw.chance(0.4)
    fidget(draw, tracks, times)
    return tracks


def circle(draw, body, times, frame):
    """Arms in circles."""
    tracks = Tracks(body, len(times))
    period, size = draw.split(10, 60) * frame, draw.between(0.2, 0.95) * body.reach
    sense = draw.one([-1, 1])
    for name, sign in SIDES.items():
        turn = 2 * np.pi * times / period * sense + (np.pi if sign < 0 and draw.chance(0.3) else 0)
        out = sign * (body.shoulder + draw.between(0, 0.4) * body.reach)
        tracks.hands[name] = np.stack([np.full_like(turn, out), size * np.cos(turn), size * np.sin(turn)], 1)
    fidget(draw, tracks, times)
    return tracks


def wander(draw, body, times, frame):
    """From one pose to another without a plan: dances, stretches, work."""
    tracks = Tracks(body, len(times))
    long, at = times[-1] - times[0], times[0]
    for name, sign in SIDES.items():
        hand, foot = _anywhere(draw, body, sign), tracks.feet[name][0]
        hands, feet, at = np.tile(hand, (len(times), 1)), np.tile(foot, (len(times), 1)), times[0]
        while at < times[-1]:
            takes = long * draw.between(0.1, 0.6)
            share = ramp(times, at, at + takes)
            hands = mix(hands, _anywhere(draw, body, sign), share)
            if draw.chance(0.4):
                feet = mix(feet, foot + draw.rng.normal(size=3) * [0.08, 0, 0.08], share)
            at += takes * draw.between(0.8, 2.0)
        tracks.hands[name], tracks.feet[name] = hands, feet
    tracks.lean += np.abs(sway(draw.rng, times, draw.between(0, 0.4), long / 2)[:, 0])
    tracks.side += sway(draw.rng, times, draw.between(0, 0.2), long / 2)[:, 0]
    tracks.twist += sway(draw.rng, times, draw.between(0, 0.5), long / 2)[:, 0]
    tracks.head_turn += sway(draw.rng, times, draw.between(0, 1.0), long / 2)[:, 0]
    tracks.place[:, 1] -= np.abs(sway(draw.rng, times, draw.between(0, 0.06), long / 2)[:, 0])
    fidget(draw, tracks, times)
    return tracks
