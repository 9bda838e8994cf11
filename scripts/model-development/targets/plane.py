"""Flat things on the plane of the target: laying them into the picture, and their boxes."""

import cv2
import numpy as np


def clip(points, size):
    """The box around points, clipped to the picture, and the share of it that is visible."""
    low, high = points.min(axis=0), points.max(axis=0)
    inside_low, inside_high = np.clip(low, 0, size), np.clip(high, 0, size)
    area = float(np.prod(np.maximum(high - low, 1e-6)))
    seen = float(np.prod(np.maximum(inside_high - inside_low, 0)))
    return [*inside_low.tolist(), *inside_high.tolist()], seen / area


def apply(matrix, points):
    """Points through a homography."""
    points = np.asarray(points, float).reshape(-1, 2)
    mapped = np.concatenate([points, np.ones((len(points), 1))], 1) @ np.asarray(matrix, float).reshape(3, 3).T
    return mapped[:, :2] / mapped[:, 2:]


def to_face(homography, spot):
    """The map from a photo's pixels to the plane of a spot's face, in half diameters from its middle."""
    half = spot.diameter / 2
    plane = np.array([[1 / half, 0, -spot.x / half], [0, 1 / half, -spot.y / half], [0, 0, 1]])
    return plane @ np.linalg.inv(homography)


def circle(x, y, radius):
    """Points of a circle."""
    angles = np.linspace(0, 2 * np.pi, 96, endpoint=False)
    return np.stack([x + np.cos(angles) * radius, y + np.sin(angles) * radius], axis=1)


def lay(canvas, texture, camera, corners):
    """Lays a flat texture on the plane rectangle `corners` (left, top, right, bottom)."""
    left, top, right, bottom = corners
    height, width = texture.shape[:2]
    place = np.array([[(right - left) / width, 0, left], [0, (bottom - top) / height, top], [0, 0, 1]])
    matrix = camera.homography @ place
    size = (canvas.shape[1], canvas.shape[0])
    outline = camera.project_plane([[left, top], [right, top], [right, bottom], [left, bottom]])
    corners3 = np.array([[left, top, 0], [right, top, 0], [right, bottom, 0], [left, bottom, 0]])
    if (camera.depth(corners3) < 20).any():
        mask = cv2.warpPerspective(np.full((height, width), 255, np.uint8), matrix, size)
    else:
        mask = np.zeros(canvas.shape[:2], np.uint8)
        cv2.fillPoly(mask, [np.round(np.clip(outline, -2e4, 2e4) * 16).astype(np.int32)], 255, cv2.LINE_AA, 4)
    warped = cv2.warpPerspective(texture, matrix, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    cv2.copyTo(warped, (mask > 127).astype(np.uint8), canvas)
    soft = (mask > 0) & (mask < 128)
    if soft.any():
        share = mask[soft].astype(np.float32)[:, None] / 255
        canvas[soft] = (canvas[soft] * (1 - share) + warped[soft] * share).astype(np.uint8)


def pixels_per_mm(camera, x, y):
    """How large a millimetre of the plane is in the picture."""
    a, b, c = camera.project_plane([[x, y], [x + 1, y], [x, y + 1]])
    return float(max(np.hypot(*(b - a)), np.hypot(*(c - a))))


def paper_shadow(rng, canvas, camera, box, extent):
    """A soft dark edge below the sheet, so that it lies on something."""
    away = extent * 0.006
    corners = np.array([[box[0], box[1]], [box[2], box[1]], [box[2], box[3]], [box[0], box[3]]]) + [away, away * 1.6]
    mask = np.zeros(canvas.shape[:2], np.uint8)
    cv2.fillPoly(
        mask, [np.round(np.clip(camera.project_plane(corners), -2e4, 2e4) * 16).astype(np.int32)], 150, cv2.LINE_AA, 4
    )
    mask = cv2.blur(mask, (max(3, canvas.shape[1] // 200),) * 2)
    cv2.multiply(canvas, cv2.merge([255 - mask] * 3), canvas, scale=1 / 255)
