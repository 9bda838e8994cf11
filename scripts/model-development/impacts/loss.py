"""What the maps should be, and how far off they are (scores as in CenterNet: a focal loss on soft peaks)."""

import cv2
import numpy as np
import torch
from torch.nn import functional

from .labels import ARROW
from .network import NOCK_SCALE, STRIDE

REACH = 512.0


def encode(rows, size):
    """Score maps [2, H, W], their weights, where shafts pass [H, W] (-1: unknown), and the cells that answer."""
    side = size // STRIDE
    heat, weight = np.zeros((2, side, side), np.float32), np.ones((2, side, side), np.float32)
    steps, answers = np.arange(side, dtype=np.float32), [np.zeros((0, 12), np.float32)]
    for row in rows:
        kind, x, y, width, height = int(row[0]), *row[1:5]
        fx, fy = x / STRIDE - 0.5, y / STRIDE - 0.5
        if row[9]:
            away = (steps[:, None] - fy) ** 2 + (steps[None] - fx) ** 2
            weight[kind][away < 20] = 0
            continue
        sigma = 1.3 if kind == ARROW else float(np.clip(min(width, height) / STRIDE / 6, 0.8, 1.6))
        cx, cy = round(float(fx)), round(float(fy))
        if not (0 <= cx < side and 0 <= cy < side):
            continue
        soft = np.outer(np.exp(-((steps - fy) ** 2) / (2 * sigma**2)), np.exp(-((steps - fx) ** 2) / (2 * sigma**2)))
        soft[cy, cx] = 1
        np.maximum(heat[kind], soft, out=heat[kind])
        answers.append(_answers(row, fx, fy, cx, cy, side))
    return heat, weight, _shafts(rows, side), np.concatenate(answers)


def _answers(row, fx, fy, cx, cy, side):
    """Rows of the cells around a point: y, x, weight, offset, log size, nock, nock seen, is a hole, nock known."""
    kind, _, _, width, height, nx, ny, known, seen, _ = row
    reach = max(1.0, float(np.hypot(nx, ny)))
    shrink = min(1.0, REACH / reach) / NOCK_SCALE
    tail = (
        np.log(width / 16),
        np.log(height / 16),
        nx * shrink,
        ny * shrink,
        seen and reach <= REACH,
        kind != ARROW,
        known,
    )
    near = ((cx + dx, cy + dy) for dy in (-1, 0, 1) for dx in (-1, 0, 1))
    return np.array(
        [
            (ay, ax, np.exp(-((ax - fx) ** 2 + (ay - fy) ** 2) / 1.5), fx - ax, fy - ay, *tail)
            for ax, ay in near
            if 0 <= ax < side and 0 <= ay < side
        ],
        np.float32,
    ).reshape(-1, 12)


def _shafts(rows, side):
    """1 where a shaft passes, 0 elsewhere; -1 everywhere if the way of one is not known."""
    arrows = rows[rows[:, 0] == ARROW]
    if not arrows[:, 7].all():
        return np.full((side, side), -1, np.float32)
    passes = np.zeros((side, side), np.uint8)
    for _, x, y, _, _, nx, ny, *_ in arrows:
        ends = np.clip(np.array([[x, y], [x + nx, y + ny]]) / STRIDE - 0.5, -3000, 3000)
        cv2.polylines(passes, [np.round(ends * 16).astype(np.int32)], False, 1, 2, cv2.LINE_8, 4)
    return passes.astype(np.float32)


def loss(raw, heat, weight, shafts, answers):
    """The loss of a batch and its parts; `answers` has the picture's number before each row."""
    logits = raw[:, :2]
    chance, hit = logits.sigmoid(), (heat == 1).float()
    found = functional.logsigmoid(logits) * (1 - chance) ** 2 * hit
    quiet = functional.logsigmoid(-logits) * chance**2 * (1 - heat) ** 4 * (1 - hit)
    # arrows are few and holes many: each kind by its own number
    number = hit.sum((0, 2, 3)).clamp(min=4)
    scores = (-((found + quiet) * weight).sum((0, 2, 3)) / number * raw.new_tensor([1.0, 0.5])).sum()
    sure = (shafts >= 0).float()
    shaft = functional.binary_cross_entropy_with_logits(
        raw[:, 9], shafts.clamp(min=0), weight=sure * (1 + 3 * shafts.clamp(min=0))
    )
    if not len(answers):
        return scores + 2 * shaft, scores.detach(), torch.zeros(())
    picture, y, x = (answers[:, i].long() for i in range(3))
    mine = raw[picture, :, y, x]
    is_hole, known = answers[:, 11], answers[:, 12]
    close = answers[:, 3] * (1 - 0.7 * is_hole)
    off = (mine[:, 2:4] - answers[:, 4:6]).abs().sum(1)
    size = (mine[:, 4:6] - answers[:, 6:8]).abs().sum(1) * is_hole
    nock = functional.smooth_l1_loss(mine[:, 6:8], answers[:, 8:10], reduction="none", beta=0.3).sum(1)
    seen = functional.binary_cross_entropy_with_logits(mine[:, 8], answers[:, 10], reduction="none")
    tail = (nock * known * 0.15 + seen * 0.1) * (1 - is_hole)
    place = (close * (off + 0.3 * size + tail)).sum() / close.sum()
    return scores + 2 * shaft + 0.5 * place, scores.detach(), place.detach()
