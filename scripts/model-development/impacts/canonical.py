"""The rectified picture of one face: 1024 x 1024, its centre in the middle, the scoring area's edge at radius 400."""

import cv2
import numpy as np

from targets.plane import apply

SIDE, RADIUS, GREY = 1024, 400, 114


def from_plane(outline=1.0, side=SIDE, radius=RADIUS):
    """The map from the face's plane (full-face radius 1; the scoring area ends at `outline`) to canonical pixels."""
    scale = radius / outline
    return np.array([[scale, 0, side / 2], [0, scale, side / 2], [0, 0, 1.0]])


def in_front(matrix, point, reference):
    """Whether a point of the photo lies on the same side of the plane's horizon as another one."""
    depths = matrix[2] @ np.array([[*point, 1.0], [*reference, 1.0]]).T
    return depths[0] * depths[1] > 0


def rectify(picture, matrix, side=SIDE):
    """The canonical picture through `matrix` (photo to canonical pixels); large photos are averaged down first."""
    middle = apply(np.linalg.inv(matrix), [[side / 2, side / 2]])[0]
    a, b, c = apply(matrix, [middle, middle + [1, 0], middle + [0, 1]])
    (ux, uy), (vx, vy) = b - a, c - a
    scale = np.sqrt(abs(ux * vy - uy * vx))
    if scale < 0.75:
        size = [max(1, round(length * scale * 1.15)) for length in picture.shape[1::-1]]
        shrink = np.array(picture.shape[1::-1]) / size
        # pixel centres: the small picture's (0, 0) is the middle of a block
        grow = np.array([[shrink[0], 0, shrink[0] / 2 - 0.5], [0, shrink[1], shrink[1] / 2 - 0.5], [0, 0, 1.0]])
        picture, matrix = cv2.resize(picture, size, interpolation=cv2.INTER_AREA), matrix @ grow
    flat = cv2.warpPerspective(picture, matrix, (side, side), flags=cv2.INTER_LINEAR, borderValue=(GREY,) * 3)
    # beyond the plane's horizon the photo would be seen again, mirrored
    steps, depth = np.arange(side), np.linalg.inv(matrix)[2]
    behind = (depth[0] * steps[None] + depth[1] * steps[:, None] + depth[2]) * (depth @ [side / 2, side / 2, 1]) <= 0
    flat[behind] = GREY
    return flat
