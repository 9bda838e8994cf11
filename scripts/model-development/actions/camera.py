"""How a camera and a pose model see a body: where its joints are in the picture, and how surely."""

import numpy as np

from .movement import sway
from .skeleton import INDEX, MIRRORED

# sides of pictures, width over height
SHAPES = (16 / 9, 16 / 9, 4 / 3, 3 / 2, 1.0, 3 / 4, 9 / 16, 9 / 16)
TORSO = [INDEX[n] for n in ("leftShoulder", "rightShoulder", "rightHip", "leftHip")]
FACE = [INDEX[n] for n in ("nose", "leftEye", "rightEye", "leftEar", "rightEar")]
ARMS = [INDEX[n] for n in ("leftElbow", "rightElbow", "leftWrist", "rightWrist")]


def _rotation(yaw, pitch, roll):
    (cy, cp, cr), (sy, sp, sr) = np.cos([yaw, pitch, roll]), np.sin([yaw, pitch, roll])
    around = np.array([[cy, 0, -sy], [0, 1, 0], [sy, 0, cy]])
    up = np.array([[1, 0, 0], [0, cp, -sp], [0, sp, cp]])
    tilt = np.array([[cr, -sr, 0], [sr, cr, 0], [0, 0, 1]])
    return tilt @ up @ around


def seen(draw, points, times, is_close):
    """Joints in shares of the picture's sides, [frames, 18, 2], and how far they are hidden: 0 seen, 1 hidden.

    `is_close` lets the picture end below the hips more often.
    """
    rotation = _rotation(draw.split(-np.pi, np.pi), draw.split(-0.25, 0.55), draw.between(-0.1, 0.1))
    middle = (points.min((0, 1)) + points.max((0, 1))) / 2
    turned = (points - middle) @ rotation.T
    far = draw.split(1.8, 7.0)
    flat = turned[..., :2] * [1, -1] / (1 + turned[..., 2:] * -1 / far)
    shape, size = draw.one(SHAPES), np.ptp(flat.reshape(-1, 2), axis=0)
    if draw.chance(0.6 if is_close else 0.2):
        # head and trunk fill the picture, the legs are below it
        top, low = flat[:, FACE, 1].min(), flat[:, TORSO, 1].max()
        height = max(low - top, 0.1) * draw.between(1.15, 1.9)
        center = np.array([flat[:, TORSO, 0].mean(), top + height * draw.between(0.3, 0.45)])
    else:
        height = max(size[1], size[0] / shape) / draw.split(0.3, 0.95)
        center = (flat.reshape(-1, 2).min(0) + flat.reshape(-1, 2).max(0)) / 2
        center = center + height * draw.rng.normal(0, 0.06, 2)
    center = center + sway(draw.rng, times, height * draw.between(0, 0.03), 2.0, 2)[:, None]
    zoom = 1 + draw.between(-0.1, 0.1) * np.linspace(-1, 1, len(times))[:, None, None] * draw.chance(0.2)
    shares = (flat - center) * zoom / height / [shape, 1] + 0.5
    return shares, np.maximum(_hidden(turned), ((shares < 0) | (shares > 1)).any(-1) * 2.0), height


def _hidden(turned):
    """1 where the trunk or the head is before a joint."""
    hidden = np.zeros(turned.shape[:2])
    low, high = turned[:, TORSO, :2].min(1), turned[:, TORSO, :2].max(1)
    depth = turned[:, TORSO, 2].mean(1)
    for joint in ARMS:
        place = turned[:, joint]
        inside = ((place[:, :2] > low) & (place[:, :2] < high)).all(1)
        hidden[:, joint] = inside & (place[:, 2] < depth - 0.03)
    back = turned[:, INDEX["nose"], 2] < turned[:, INDEX["neck"], 2] - 0.02
    for joint in FACE[:3]:
        hidden[:, joint] = back
    ears = turned[:, FACE[3:], 2]
    for joint, other in ((0, 1), (1, 0)):
        hidden[:, FACE[3 + joint]] = ears[:, joint] < ears[:, other] - 0.06
    return hidden


def found(draw, shares, hidden, height):
    """What a pose model says of it: [frames, 18, 3], x, y and confidence, with its mistakes."""
    rng, joints = draw.rng, hidden.shape[1]
    model = draw.one(["landmarks", "landmarks", "heatmaps", "gaps", "plain"])
    shape = np.array([1.0, 1.0]) / max(height, 0.3)
    spread = np.exp(draw.between(np.log(0.0015), np.log(0.012))) * shape
    places = shares + rng.normal(size=shares.shape) * spread
    # guesses wander together, and the farther the less is seen
    guess = rng.normal(size=(1, joints, 2)) * 0.05 * shape + rng.normal(size=shares.shape) * 2 * spread
    unsure = np.minimum(hidden, 1)[..., None]
    places = places + guess * unsure
    clear = 1 - np.abs(rng.normal(0, 0.03, hidden.shape))
    if model == "landmarks":
        sure = np.where(hidden == 0, clear, rng.uniform(0.02, 0.95, (1, joints)))
        sure = np.where(hidden > 1, rng.uniform(0.0, 0.4, (1, joints)), sure)
    elif model == "heatmaps":
        sure = np.where(hidden == 0, rng.uniform(0.55, 0.98, hidden.shape), rng.uniform(0.02, 0.5, hidden.shape))
        places = np.where(hidden[..., None] > 1, np.clip(places, 0, 1), places)
    elif model == "gaps":
        sure = np.where(hidden == 0, rng.uniform(0.4, 1.0, hidden.shape), 0)
    else:
        sure = np.full(hidden.shape, draw.between(0.5, 1.0))
    sure[:, INDEX["neck"]] = sure[:, [INDEX["leftShoulder"], INDEX["rightShoulder"]]].min(1)
    result = np.concatenate([places, np.clip(sure, 0, 1)[..., None]], -1)
    _mistake(draw, result, height)
    result[result[..., 2] == 0] = 0
    return result


def _mistake(draw, result, height):
    """Keypoints that are missing or elsewhere, sides that are exchanged, frames without a person."""
    rng, (count, joints) = draw.rng, result.shape[:2]
    lost = rng.random((count, joints)) < draw.split(0, 0.06)
    if draw.chance(0.15):
        lost[:, rng.integers(joints, size=rng.integers(1, 4))] = True
    result[lost] = 0
    astray = rng.random((count, joints)) < draw.between(0, 0.015)
    result[astray, :2] += rng.normal(0, 0.1, (int(astray.sum()), 2))
    if draw.chance(0.25):
        # an arm that is before the body, behind it or blurred is found anew in each frame
        side = draw.one(["left", "right"])
        arm = [INDEX[side + "Elbow"], INDEX[side + "Wrist"]]
        result[:, arm, :2] += rng.normal(0, draw.between(0.01, 0.07) / max(height, 0.3), (count, 2, 2))
        result[:, arm, 2] *= rng.uniform(0.05, 1, (count, 1))
    if draw.chance(0.12):
        begin = rng.integers(count)
        end = begin + rng.integers(1, 12)
        result[begin:end] = result[begin:end][:, MIRRORED]
    if draw.chance(0.12):
        result[rng.random(count) < draw.between(0.05, 0.6)] = 0
    if draw.chance(0.15):
        for _ in range(rng.integers(1, 4)):
            begin = rng.integers(count)
            result[begin : begin + rng.integers(1, 7)] = 0
