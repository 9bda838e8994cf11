"""A body of straight bones in space: joints of its limbs from where hands and feet are.

Lengths are shares of its height; x points to the body's left, y up, z to where it looks.
"""

from dataclasses import dataclass

import numpy as np

# the order of OpenPose's COCO model, which Create ML has too
NAMES = (
    ["nose", "neck", "rightShoulder", "rightElbow", "rightWrist", "leftShoulder", "leftElbow", "leftWrist"]
    + ["rightHip", "rightKnee", "rightAnkle", "leftHip", "leftKnee", "leftAnkle"]
    + ["rightEye", "leftEye", "rightEar", "leftEar"]
)
INDEX = {name: index for index, name in enumerate(NAMES)}
# the same keypoints of the mirror image
MIRRORED = [INDEX[n.replace("right", "?").replace("left", "right").replace("?", "left")] for n in NAMES]
SIDES = {"left": 1.0, "right": -1.0}


@dataclass
class Body:
    """The lengths of one person's bones."""

    thigh: float = 0.245
    shin: float = 0.245
    torso: float = 0.285
    shoulder: float = 0.097
    hip: float = 0.055
    upper: float = 0.155
    lower: float = 0.142
    head: float = 0.12

    @staticmethod
    def drawn(draw):
        """A person with proportions of their own."""
        body = Body()
        return Body(**{name: length * draw.split(0.8, 1.2) for name, length in vars(body).items()})

    @property
    def standing(self):
        """The height of the hips of a person who stands."""
        return 0.99 * (self.thigh + self.shin)

    @property
    def reach(self):
        """From a shoulder to a wrist."""
        return self.upper + self.lower


class Tracks:
    """What a body does in each of some frames; it stands at first, arms at its sides.

    `hands` are relative to the neck in the torso's own directions, `feet` relative to the floor under the start.
    """

    def __init__(self, body, count):
        self.body, self.count = body, count
        self.place = np.zeros((count, 3))
        self.place[:, 1] = body.standing
        # forwards, to the left, and shoulders turned to the left; in radians
        self.lean, self.side, self.twist, self.facing = (np.zeros(count) for _ in range(4))
        self.head_turn, self.head_down = np.zeros(count), np.zeros(count)
        self.hands, self.elbows, self.feet, self.knees = {}, {}, {}, {}
        for name, sign in SIDES.items():
            rest = [sign * (body.shoulder + 0.03), -0.97 * body.reach, 0.02]
            self.hands[name] = np.tile(rest, (count, 1))
            self.elbows[name] = np.tile([sign * 0.5, -0.4, -1.0], (count, 1))
            self.feet[name] = np.tile([sign * (body.hip + 0.01), 0.0, 0.0], (count, 1))
            self.knees[name] = np.tile([sign * 0.15, 0.0, 1.0], (count, 1))

    def joints(self):
        """All keypoints in space, [frames, 18, 3]."""
        body, points = self.body, np.zeros((self.count, len(NAMES), 3))
        legs = _turned(self.facing)
        trunk = legs @ _turned(self.twist) @ _tipped(self.lean) @ _rolled(self.side)
        pelvis = self.place
        neck = pelvis + _apply(trunk, np.array([0, body.torso, 0]))
        points[:, INDEX["neck"]] = neck
        for name, sign in SIDES.items():
            shoulder = neck + _apply(trunk, np.array([sign * body.shoulder, -0.01, 0]))
            hand = neck + _apply(trunk, self.hands[name])
            elbow, hand = _bend(shoulder, hand, body.upper, body.lower, _apply(trunk, self.elbows[name]))
            hip = pelvis + _apply(legs, np.array([sign * body.hip, 0, 0]))
            foot = _apply(legs, self.feet[name]) + pelvis * [1, 0, 1]
            knee, foot = _bend(hip, foot, body.thigh, body.shin, _apply(legs, self.knees[name]))
            for part, place in (
                ("Shoulder", shoulder), ("Elbow", elbow), ("Wrist", hand), ("Hip", hip), ("Knee", knee), ("Ankle", foot)
            ):  # fmt: skip
                points[:, INDEX[name + part]] = place
        skull = trunk @ _turned(self.head_turn) @ _tipped(self.head_down)
        size = body.head
        points[:, INDEX["nose"]] = neck + _apply(skull, np.array([0, 0.85, 0.55]) * size)
        for name, sign in SIDES.items():
            points[:, INDEX[name + "Eye"]] = neck + _apply(skull, np.array([sign * 0.22, 1.1, 0.48]) * size)
            points[:, INDEX[name + "Ear"]] = neck + _apply(skull, np.array([sign * 0.42, 1.0, 0.0]) * size)
        return points

    def mirrored(self):
        """The keypoints of the same movement with the other side, as a left-handed person makes it."""
        return self.joints()[:, MIRRORED] * [-1, 1, 1]


def _apply(matrices, vectors):
    return np.einsum("tij,...tj->...ti", matrices, np.broadcast_to(vectors, (len(matrices), 3)))


def _matrices(angle, first, second):
    matrices = np.tile(np.eye(3), (len(angle), 1, 1))
    matrices[:, first, first] = matrices[:, second, second] = np.cos(angle)
    matrices[:, first, second], matrices[:, second, first] = np.sin(angle), -np.sin(angle)
    return matrices


def _turned(angle):
    """To the left."""
    return _matrices(angle, 0, 2)


def _tipped(angle):
    """Forwards."""
    return _matrices(angle, 2, 1)


def _rolled(angle):
    """To the left side."""
    return _matrices(angle, 0, 1)


def _bend(start, end, first, second, hint):
    """The joint between two bones that lead from `start` towards `end`, on the side of `hint`; and where they end."""
    way = end - start
    far = np.linalg.norm(way, axis=1, keepdims=True) + 1e-9
    along = way / far
    far = np.clip(far, abs(first - second) + 1e-3, 0.999 * (first + second))
    aside = hint - (hint * along).sum(1, keepdims=True) * along
    aside /= np.linalg.norm(aside, axis=1, keepdims=True) + 1e-9
    share = (first**2 - second**2 + far**2) / (2 * far)
    height = np.sqrt(np.maximum(first**2 - share**2, 0))
    return start + along * share + aside * height, start + along * far
