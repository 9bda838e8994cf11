"""Photos of shooting cards as canonical pictures, placed by their black disc; holes from people's boxes."""

from pathlib import Path

import cv2
import numpy as np

from training.fold import corners, is_held_out, rows_of

from . import labels
from .canonical import SIDE, apply, from_plane, rectify

# class numbers of the cards are lexicographic: 0, 1, 10, 2 … 9, then these two
TARGET, BLACK = 11, 12
DISC = 0.4


def disc(picture, box):
    """The ellipse (centre, and a 2 x 2 matrix) of the black disc in its box; that of the box if none is clear."""
    left, top, right, bottom = box
    middle, half = np.array([left + right, top + bottom]) / 2, np.array([right - left, bottom - top]) / 2
    pad = half * 0.15
    x0, y0 = np.maximum(middle - half - pad, 0).astype(int)
    x1, y1 = np.ceil(middle + half + pad).astype(int)
    grey = cv2.GaussianBlur(cv2.cvtColor(picture[y0:y1, x0:x1], cv2.COLOR_RGB2GRAY), (0, 0), 2)
    _, dark = cv2.threshold(grey, 0, 255, cv2.THRESH_BINARY_INV + cv2.THRESH_OTSU)
    outlines = cv2.findContours(dark, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)[0]
    plain = middle, np.diag(half)
    if not outlines:
        return plain
    hull = cv2.convexHull(max(outlines, key=cv2.contourArea))
    if len(hull) < 8:
        return plain
    (cx, cy), (wide, high), angle = cv2.fitEllipse(hull)
    turn = np.deg2rad(angle)
    axes = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
    shape = axes @ np.diag([wide / 2, high / 2]) @ axes.T
    reach = np.sqrt((shape @ shape).diagonal())
    centre = np.array([cx + x0, cy + y0])
    good = (np.abs(reach / half - 1) < 0.12).all() and (np.abs(centre - middle) < 0.12 * half).all()
    return (centre, shape) if good else plain


def read(folder, held_out):
    """Pairs of paths (photo, boxes) of one side of the fold."""
    folder = Path(folder)
    for path in sorted((folder / "images").iterdir()):
        text = folder / "labels" / (path.stem + ".txt")
        if is_held_out(path.name) == held_out and text.exists():
            yield path, text


def card(path, text):
    """The photo (RGB), the map to canonical pixels and the labels of a card; None without a black disc."""
    picture = cv2.cvtColor(cv2.imread(str(path)), cv2.COLOR_BGR2RGB)
    rows = rows_of(text)
    # from the corner of the first pixel to its middle
    boxes = corners(rows) * np.array(picture.shape[1::-1] * 2) - 0.5
    black = boxes[rows[:, 0] == BLACK]
    if not len(black):
        return None
    centre, shape = disc(picture, black[0])
    plane = np.eye(3)
    plane[:2, :2] = DISC * np.linalg.inv(shape)
    plane[:2, 2] = -plane[:2, :2] @ centre
    matrix = from_plane() @ plane
    found = []
    for number, (left, top, right, bottom) in zip(rows[:, 0], boxes):
        if number in (TARGET, BLACK):
            continue
        points = apply(matrix, [[left, top], [right, top], [right, bottom], [left, bottom]])
        (x, y), size = points.mean(0), np.ptp(points, axis=0)
        if 0 <= x < SIDE and 0 <= y < SIDE:
            found.append(labels.Label(labels.HOLE, x, y, *size))
    return picture, matrix, found


def fill(cases, folder, held_out):
    """Writes the canonical pictures of one side of the fold, once."""
    cv2.setNumThreads(1)
    folder = Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    for number, (path, text) in enumerate(read(cases, held_out)):
        stem = folder / f"{number:04d}"
        if stem.with_suffix(".txt").exists() or (made := card(path, text)) is None:
            continue
        picture, matrix, found = made
        labels.keep(stem, rectify(picture, matrix), found)
