"""What photos do to a view: blur, noise, compression, light; and squares cut out of it at any angle and size."""

import cv2
import numpy as np

from .cache import NOCK, SEEN, TIP, UNSURE
from .view import CACHED_RADIUS, CACHED_SIDE, GREY, RADIUS, apply

# how far before the horizon a shaft is cut off
NEAREST = 0.2
# the radii of the face in a square, in pixels: from less than the network sees in its first look to more than in its second
LEAST_RADIUS, LARGEST_RADIUS = 0.35 * RADIUS, 1.2 * RADIUS
# squares that are made smaller than this would lose thin shafts between the pixels that are read
FINEST = 0.75
_TWICE = np.array([[2, 0, 0.5], [0, 2, 0.5], [0, 0, 1.0]])
# how far from the middle of a square what it is aimed at may lie, as a share of its side
OFF = 0.4


def worn(rng, square):
    """Lost sharpness: a smaller picture, blur, sharpening, JPEG, noise."""
    side = square.shape[0]
    if rng.random() < 0.35:
        width = max(8, int(side * np.exp(rng.uniform(-1.1, -0.1))))
        height = max(8, int(width * np.exp(rng.normal(0, 0.1))))
        small = cv2.resize(square, (width, height), interpolation=cv2.INTER_AREA)
        square = cv2.resize(small, (side, side), interpolation=cv2.INTER_LINEAR)
    if rng.random() < 0.15:
        square = cv2.GaussianBlur(square, (0, 0), rng.uniform(0.5, 1.8))
    if rng.random() < 0.1:
        soft, share = cv2.GaussianBlur(square, (0, 0), rng.uniform(0.8, 2)), rng.uniform(0.5, 1.8)
        square = cv2.addWeighted(square, 1 + share, soft, -share, 0)
    if rng.random() < 0.35:
        quality = [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(25, 85))]
        square = cv2.imdecode(cv2.imencode(".jpg", square, quality)[1], cv2.IMREAD_COLOR)
    if rng.random() < 0.25:
        noise = rng.normal(0, rng.uniform(2, 11), (side, side, 1))
        square = np.clip(square + noise, 0, 255).astype(np.uint8)
    return square


def coloured(rng, square):
    """Other light: white balance, exposure, contrast, hue, saturation, shade."""
    gain = np.exp(rng.normal(0, 0.12, (1, 3)) + rng.normal(0, 0.25))
    levels = np.linspace(0, 1, 256)[:, None] ** float(np.exp(rng.normal(0, 0.25))) * gain + rng.normal(0, 0.04)
    if rng.random() < 0.25:
        levels = (levels - 0.5) * rng.uniform(0.45, 1.4) + 0.5
    square = cv2.LUT(square, np.clip(levels * 255, 0, 255).astype(np.uint8)[None])
    if rng.random() < 0.5:
        hsv = cv2.cvtColor(square, cv2.COLOR_RGB2HSV)
        # Seldom any print: not every face is gold in its middle.
        turn = 90 if rng.random() < 0.2 else 12
        hsv[..., 0] = (hsv[..., 0].astype(int) + int(rng.integers(-turn, turn + 1))) % 180
        hsv[..., 1] = np.clip(hsv[..., 1] * rng.uniform(0.3, 1.5), 0, 255)
        square = cv2.cvtColor(hsv, cv2.COLOR_HSV2RGB)
    if rng.random() < 0.05:
        square = cv2.cvtColor(cv2.cvtColor(square, cv2.COLOR_RGB2GRAY), cv2.COLOR_GRAY2RGB)
    if rng.random() < 0.15:
        coarse = rng.uniform(0.45, 1.25, (3, 3)).astype(np.float32)
        shade = cv2.resize(coarse, square.shape[1::-1], interpolation=cv2.INTER_CUBIC)
        square = np.clip(square * shade[..., None], 0, 255).astype(np.uint8)
    return square


def _aim(rng, rows, reach):
    """Where a square's middle lies: mostly near a tip, a shaft or a nock."""
    inside = rows[(rows[:, TIP] > 0).all(1) & (rows[:, TIP] < CACHED_SIDE).all(1)] if len(rows) else rows
    kind = rng.random()
    if len(inside) and kind < 0.75:
        row = inside[int(rng.integers(len(inside)))]
        share = 0.0 if kind < 0.42 else (rng.uniform(0, 1) if kind < 0.62 else 1.0)
        aim = row[TIP] + (row[NOCK] - row[TIP]) * share + rng.uniform(-OFF, OFF, 2) * reach
    else:
        aim = rng.uniform(0.15, 0.85, 2) * CACHED_SIDE
    edge = 0.08 * CACHED_SIDE
    return np.clip(aim, edge, CACHED_SIDE - edge)


def _turn(angle):
    return np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])


def cut(rng, view, rows, size):
    """A square of `size` pixels, its arrows, and the map from the view to it.

    It is turned, mirrored and stretched, at the scales of both looks of the network and between them.
    """
    scale = np.exp(rng.uniform(np.log(LEAST_RADIUS), np.log(LARGEST_RADIUS))) / CACHED_RADIUS
    aim = _aim(rng, rows, size / scale)
    stretch, mirror = np.diag(np.exp(rng.normal(0, 0.08, 2))), np.diag([rng.choice([-1.0, 1.0]), 1])
    linear = scale * _turn(rng.uniform(0, 2 * np.pi)) @ stretch @ _turn(rng.uniform(0, np.pi)) @ mirror
    move, tilt, centre = np.eye(3), np.eye(3), np.eye(3)
    move[:2, :2], move[:2, 2] = linear, -linear @ aim
    tilt[2, :2] = rng.normal(0, 0.15, 2) / size if rng.random() < 0.5 else 0
    centre[:2, 2] = size / 2
    matrix = centre @ tilt @ move
    if scale > FINEST:
        square = cv2.warpPerspective(view, matrix, (size, size), borderValue=(GREY,) * 3)
    else:
        # as the network's first look: the mean of four pixels of a picture twice as fine
        square = cv2.warpPerspective(view, _TWICE @ matrix, (2 * size, 2 * size), borderValue=(GREY,) * 3)
        square = cv2.resize(square, (size, size), interpolation=cv2.INTER_AREA)
    kept = [moved for moved in (_moved(row, matrix) for row in rows) if moved is not None]
    return square, np.array(kept).reshape(-1, 6), matrix


def _moved(row, matrix):
    tip, nock, seen = row[TIP], row[NOCK], row[SEEN]
    tip_depth, nock_depth = matrix[2] @ [*tip, 1], matrix[2] @ [*nock, 1]
    if tip_depth < NEAREST:
        return None
    if nock_depth < NEAREST:
        nock, seen = tip + (nock - tip) * (tip_depth - NEAREST) / (tip_depth - nock_depth) * 0.95, 0
    return [*apply(matrix, [tip, nock]).ravel(), seen, row[UNSURE]]
