"""Pictures and boxes for training: renders and real cards, cut, turned and coloured anew each time."""

from pathlib import Path

import cv2
import numpy as np
import torch

from .fold import corners, is_held_out, rows_of

NAMES = ("arrow", "hole", "face", "bull")
SMALLEST = 3.2


def card_label(number):
    """Our class of a class of the cards (their order is lexicographic: 0, 1, 10, 2 … 9, Target, black_contour)."""
    return 2 if number == 11 else 3 if number == 12 else 1


def read_cards(folder, held_out):
    """Items (picture path, labels, boxes as shares of the picture)."""
    items = []
    for path in sorted((Path(folder) / "images").iterdir()):
        text = Path(folder) / "labels" / (path.stem + ".txt")
        if is_held_out(path.name) != held_out or not text.exists():
            continue
        rows = rows_of(text)
        boxes = corners(rows)
        items.append(
            (str(path), np.array([card_label(int(v)) for v in rows[:, 0]], int), boxes.astype(np.float32), True)
        )
    return items


def read_renders(folder):
    """Items of a folder of renders, boxes in pixels."""
    items = []
    for text in sorted(Path(folder).glob("*.txt")):
        rows = rows_of(text).astype(np.float32)
        items.append((str(text.with_suffix(".jpg")), rows[:, 0].astype(int), rows[:, 1:], False))
    return items


def load(item):
    """Picture (RGB) and boxes in its pixels."""
    path, labels, boxes, shares = item
    picture = cv2.cvtColor(cv2.imread(path), cv2.COLOR_BGR2RGB)
    scale = np.array([picture.shape[1], picture.shape[0]] * 2, np.float32) if shares else 1
    return picture, labels, boxes * scale


def letterbox(picture, boxes, size):
    """The reference letterbox (round half to even, odd pixel to the bottom or right, fill 114)."""
    height, width = picture.shape[:2]
    ratio = min(size / height, size / width)
    new = (max(round(width * ratio), 1), max(round(height * ratio), 1))
    left, top = round((size - new[0]) / 2 - 0.1), round((size - new[1]) / 2 - 0.1)
    canvas = np.full((size, size, 3), 114, np.uint8)
    canvas[top : top + new[1], left : left + new[0]] = cv2.resize(picture, new, interpolation=cv2.INTER_LINEAR)
    return canvas, boxes * ratio + np.array([left, top, left, top], np.float32)


def _place(rng, item, size, calm):
    """One picture at random scale and place in a square, sometimes flipped, turned or squeezed."""
    picture, labels, boxes = load(item)
    height, width = picture.shape[:2]
    ratio = size / max(height, width)
    if not calm:
        ratio *= float(np.exp(rng.uniform(-0.75, 0.65)))
    squeeze = float(np.exp(rng.uniform(-0.22, 0.22))) if item[3] or rng.random() < 0.3 else 1.0
    sx, sy = ratio * squeeze, ratio / squeeze
    angle = np.deg2rad(rng.normal(0, 5)) if item[3] and rng.random() < 0.3 else 0.0
    matrix = np.array(
        [[sx * np.cos(angle), -sy * np.sin(angle), 0], [sx * np.sin(angle), sy * np.cos(angle), 0]], np.float32
    )
    centre = matrix[:, :2] @ [width / 2, height / 2]
    slack = 0.06 if calm else 0.22
    matrix[:, 2] = np.array([size / 2, size / 2]) + rng.uniform(-slack, slack, 2) * size - centre
    mode = cv2.INTER_AREA if ratio < 0.6 else cv2.INTER_LINEAR
    if ratio < 0.6:
        picture = cv2.resize(picture, None, fx=0.6, fy=0.6, interpolation=mode)
        matrix[:, :2] /= 0.6
    canvas = cv2.warpAffine(picture, matrix, (size, size), flags=cv2.INTER_LINEAR, borderValue=(114, 114, 114))
    if ratio < 0.6:
        matrix[:, :2] *= 0.6
    # an ellipse's box turns into this box; small angles only, so that it is right for all classes
    middle, half = (boxes[:, :2] + boxes[:, 2:]) / 2, (boxes[:, 2:] - boxes[:, :2]) / 2
    middle = middle @ matrix[:, :2].T + matrix[:, 2]
    half = np.sqrt((half**2) @ (matrix[:, :2].T ** 2))
    return canvas, labels, np.concatenate([middle - half, middle + half], 1)


def _flip(rng, canvas, boxes):
    size = canvas.shape[0]
    if rng.random() < 0.5:
        canvas, boxes = canvas[:, ::-1], np.stack([size - boxes[:, 2], boxes[:, 1], size - boxes[:, 0], boxes[:, 3]], 1)
    if rng.random() < 0.12:
        canvas, boxes = canvas[::-1], np.stack([boxes[:, 0], size - boxes[:, 3], boxes[:, 2], size - boxes[:, 1]], 1)
    if rng.random() < 0.12:
        canvas, boxes = canvas.transpose(1, 0, 2), boxes[:, [1, 0, 3, 2]]
    return np.ascontiguousarray(canvas), boxes


def _colour(rng, canvas):
    if rng.random() < 0.08:
        canvas = cv2.cvtColor(cv2.cvtColor(canvas, cv2.COLOR_RGB2GRAY), cv2.COLOR_GRAY2RGB)
    levels = np.linspace(0, 1, 256)[:, None] ** float(np.exp(rng.normal(0, 0.22))) * np.exp(
        rng.normal(0, 0.08, (1, 3)) + rng.normal(0, 0.18)
    ) + rng.normal(0, 0.03)
    canvas = cv2.LUT(canvas, np.clip(levels * 255, 0, 255).astype(np.uint8)[None])
    if rng.random() < 0.25:
        hsv = cv2.cvtColor(canvas, cv2.COLOR_RGB2HSV)
        hsv[..., 0] = (hsv[..., 0].astype(int) + int(rng.integers(-6, 7))) % 180
        hsv[..., 1] = np.clip(hsv[..., 1] * rng.uniform(0.45, 1.35), 0, 255)
        canvas = cv2.cvtColor(hsv, cv2.COLOR_HSV2RGB)
    if rng.random() < 0.12:
        canvas = cv2.GaussianBlur(canvas, (0, 0), rng.uniform(0.4, 1.3))
    if rng.random() < 0.15:
        canvas = np.clip(canvas + rng.normal(0, rng.uniform(2, 9), canvas.shape[:2])[..., None], 0, 255).astype(
            np.uint8
        )
    return canvas


def sample(rng, items, size):
    """One training square with its boxes, split into those to find and those too small to judge."""
    if rng.random() < 0.2:
        half = size // 2
        parts = [_place(rng, items[int(rng.integers(len(items)))], half, True) for _ in range(4)]
        canvas = np.vstack([np.hstack([parts[0][0], parts[1][0]]), np.hstack([parts[2][0], parts[3][0]])])
        frames = [(0, 0), (half, 0), (0, half), (half, half)]
        labels = np.concatenate([part[1] for part in parts])
        clipped, kept = [], []
        for (x, y), (_, _, boxes) in zip(frames, parts):
            inside = np.clip(boxes, 0, half)
            kept.append(
                np.prod(inside[:, 2:] - inside[:, :2], 1) / np.maximum(np.prod(boxes[:, 2:] - boxes[:, :2], 1), 1e-6)
            )
            clipped.append(inside + np.array([x, y, x, y], np.float32))
        boxes, share = np.concatenate(clipped), np.concatenate(kept)
    else:
        canvas, labels, whole = _place(rng, items[int(rng.integers(len(items)))], size, rng.random() < 0.35)
        boxes = np.clip(whole, 0, size)
        share = np.prod(boxes[:, 2:] - boxes[:, :2], 1) / np.maximum(np.prod(whole[:, 2:] - whole[:, :2], 1), 1e-6)
    canvas, boxes = _flip(rng, canvas, boxes)
    canvas = _colour(rng, canvas)
    seen = share > 0.2
    labels, boxes, share = labels[seen], boxes[seen], share[seen]
    small = (boxes[:, 2:] - boxes[:, :2]).max(1) < SMALLEST if len(boxes) else np.zeros(0, bool)
    unsure = small | (share < 0.3)
    return canvas, boxes[~unsure], labels[~unsure], boxes[unsure], labels[unsure]


class Stream(torch.utils.data.IterableDataset):
    """Endless training squares of `renders` and `cards`, as they were read."""

    def __init__(self, renders, cards, batch, sizes, seed, cards_share=0.35):
        self.renders, self.cards, self.share = renders, cards, cards_share
        self.batch, self.sizes, self.seed = batch, sizes, seed

    def __iter__(self):
        """Batches (pictures, objects)."""
        cv2.setNumThreads(1)
        worker = torch.utils.data.get_worker_info()
        rng = np.random.default_rng([self.seed, worker.id if worker else 0])
        while True:
            size = int(rng.choice(self.sizes))
            batch = max(2, round(self.batch * (416 / size) ** 2))
            rows = [
                sample(rng, self.cards if self.cards and rng.random() < self.share else self.renders, size)
                for _ in range(batch)
            ]
            kinds = (torch.float32, torch.int64, torch.float32, torch.int64)
            objects = [tuple(torch.as_tensor(part, dtype=kind) for part, kind in zip(row[1:], kinds)) for row in rows]
            yield torch.from_numpy(np.stack([row[0] for row in rows])), objects
