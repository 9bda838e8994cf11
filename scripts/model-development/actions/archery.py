"""A shot with a bow: nock, raise, draw, hold, release, follow through, lower."""

import numpy as np

from .movement import fidget, mix, ramp, sway
from .skeleton import Tracks

# a release nearer than this share of a window to its edge is neither inside nor outside
EDGE = 0.1


class Shot:
    """When the parts of one shot begin, in seconds; `start` is where a window of so many seconds begins."""

    def __init__(self, draw, kind, seconds):
        self.draw, self.seconds = draw, seconds
        self.raised = draw.split(0.4, 1.6)
        self.drawn = self.raised + draw.split(0.5, 2.8)
        # someone who changes their mind lets the string down again
        self.is_let_down = kind == "other" and draw.chance(0.35)
        self.release = self.drawn + draw.split(0.5, 4.0) + (seconds if kind in ("draw", "hold") else 0)
        self.lowered = self.release + draw.split(0.25, 1.8)
        self.start = self._start(kind)

    def _start(self, kind):
        """Where a window shows what its name says."""
        draw, long, pulled = self.draw, self.seconds, self.drawn - self.raised
        if kind == "draw":
            # most of the pull is in it, and neither what is before nor the hold fills it
            first = self.raised + max(0.7 * pulled - long, -0.6 * long)
            last = min(self.raised + 0.35 * pulled, self.drawn - 0.4 * long)
            return draw.between(min(first, last), last)
        if kind == "hold":
            return draw.between(self.drawn - 0.03 * long, self.release - (1 + EDGE / 2) * long)
        if kind == "release":
            return self.release - long * draw.between(EDGE, 1 - EDGE)
        if self.is_let_down:
            return self.release - long * draw.between(0.1, 0.4)
        # before the draw, or after the shot
        before = self.raised - (1 - EDGE) * long - draw.between(0, 1.5)
        return before if draw.chance(0.5) else self.release + draw.between(0.3, 2.0)


def shot(draw, body, times, kind):
    """The movements of an archer with the bow in the left hand, who stands with the left side to the target."""
    parts = Shot(draw, kind, times[-1] - times[0])
    now, tracks = times + parts.start, Tracks(body, len(times))
    reach, shoulder = body.reach, body.shoulder
    height = draw.between(-0.03, 0.07)
    bow_low = np.array(
        [draw.between(0.5, 1.2) * shoulder, -draw.between(0.35, 0.9) * reach, draw.between(0.3, 0.6) * reach]
    )
    bow_up = np.array([shoulder + draw.between(0.8, 0.95) * reach, height + draw.between(-0.04, 0.14), 0.06])
    bow_out = np.array([shoulder + draw.between(0.94, 1.0) * reach, height, draw.between(-0.03, 0.06)])
    size = body.head
    # the wrist is behind the hand, which touches the face
    anchor = np.array([-draw.between(0.0, 1.1), draw.between(0.25, 0.85), draw.between(0.0, 0.75)]) * size
    hook = bow_up + [-draw.between(0.35, 0.6) * reach, draw.between(-0.02, 0.02), draw.between(0.0, 0.05)]
    nock = bow_low + [-draw.between(0.1, 0.5) * reach, draw.between(-0.05, 0.1), draw.between(0.0, 0.08)]
    raise_takes, snap = draw.between(0.35, 1.3), draw.between(0.05, 0.35)
    # many raise the bow while they draw
    late = draw.between(0, 0.8) * (parts.drawn - parts.raised) * draw.chance(0.5)
    up = ramp(now, parts.raised - raise_takes + late, parts.raised + late)
    pulled = ramp(now, parts.raised, parts.drawn)
    # the drawing elbow goes back and up as the string comes
    bow = mix(mix(bow_low, bow_up, up), bow_out, pulled)
    string = mix(mix(nock, hook, up), anchor, pulled)
    elbow = mix(
        mix([-1.0, -0.8, 0.1], [-1.0, 0.5, 0.2], up), [-1.0, draw.between(-0.1, 0.8), draw.between(-0.8, 0.1)], pulled
    )
    trembling = sway(draw.rng, now, draw.between(0.001, 0.005), 0.5, 3) * pulled[:, None]
    bow, string = bow + trembling, string + trembling * 0.7
    if parts.is_let_down:
        back = ramp(now, parts.release, parts.release + draw.between(0.5, 2.0))
        bow, string = mix(bow, bow_up, back), mix(string, hook, back)
    else:
        loose = ramp(now, parts.release, parts.release + snap)
        far = draw.between(0.15, 1.6)
        behind = anchor + np.array([-far, draw.between(-0.25, 0.3), -draw.between(0.3, 1.0)]) * size
        string = mix(string, behind, loose)
        jolt = np.exp(-np.maximum(now - parts.release, 0) / 0.25) * loose
        bow = bow + np.array([draw.between(0, 0.02), -draw.between(0, 0.06), draw.between(-0.03, 0.03)]) * jolt[:, None]
        elbow = mix(elbow, [-1.0, draw.between(-0.8, 0.3), -0.7], loose)
    down = ramp(now, parts.lowered, parts.lowered + draw.between(0.4, 1.4))
    bow, string = mix(bow, bow_low, down), mix(string, nock if draw.chance(0.5) else tracks.hands["right"][0], down)
    tracks.hands["left"], tracks.hands["right"], tracks.elbows["right"] = (
        bow,
        string,
        mix(elbow, [-0.7, -0.8, -0.2], down),
    )
    tracks.elbows["left"] = mix([0.8, -0.8, -0.3], [0.1, -1.0, -0.5], up)
    aims = up * (1 - down)
    tracks.head_turn += aims * draw.between(1.0, 1.5) + (1 - aims) * draw.between(-0.2, 0.6)
    tracks.head_down += (1 - aims) * draw.between(0.1, 0.6)
    tracks.twist += draw.between(-0.3, 0.35)
    tracks.side += pulled * (1 - down) * draw.between(-0.1, 0.05)
    stance = draw.between(0.03, 0.13)
    for name, sign in (("left", 1), ("right", -1)):
        tracks.feet[name][:, 0] += sign * stance
    fidget(draw, tracks, times, draw.between(0.001, 0.006))
    return tracks
