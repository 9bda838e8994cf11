"""Which cell answers for which object, and how far off its answer is (task-aligned, as in the TOOD paper)."""

import math

import numpy as np
import torch
from torch.nn import functional


def overlap(a, b):
    """The complete IoU (CIoU) of matching boxes (x1, y1, x2, y2)."""
    wide = (torch.minimum(a[..., 2], b[..., 2]) - torch.maximum(a[..., 0], b[..., 0])).clamp(min=0)
    high = (torch.minimum(a[..., 3], b[..., 3]) - torch.maximum(a[..., 1], b[..., 1])).clamp(min=0)
    common = wide * high
    aw, ah = a[..., 2] - a[..., 0], a[..., 3] - a[..., 1]
    bw, bh = b[..., 2] - b[..., 0], b[..., 3] - b[..., 1]
    iou = common / (aw * ah + bw * bh - common + 1e-7)
    cw = torch.maximum(a[..., 2], b[..., 2]) - torch.minimum(a[..., 0], b[..., 0])
    ch = torch.maximum(a[..., 3], b[..., 3]) - torch.minimum(a[..., 1], b[..., 1])
    gap = (
        (a[..., 0] + a[..., 2] - b[..., 0] - b[..., 2]) ** 2 + (a[..., 1] + a[..., 3] - b[..., 1] - b[..., 3]) ** 2
    ) / 4
    shape = 4 / math.pi**2 * (torch.atan(bw / (bh + 1e-7)) - torch.atan(aw / (ah + 1e-7))) ** 2
    with torch.no_grad():
        weight = shape / (1 - iou + shape + 1e-7)
    return iou - gap / (cw**2 + ch**2 + 1e-7) - weight * shape


def _iou(a, b):
    wide = np.minimum(a[:, 2], b[:, 2]) - np.maximum(a[:, 0], b[:, 0])
    high = np.minimum(a[:, 3], b[:, 3]) - np.maximum(a[:, 1], b[:, 1])
    common = wide.clip(0) * high.clip(0)
    return common / (np.prod(a[:, 2:] - a[:, :2], axis=1) + np.prod(b[:, 2:] - b[:, :2], axis=1) - common + 1e-7)


def assign(boxes, scores, centres, wanted, labels, top=9):
    """For one picture (NumPy arrays): the cells that answer, the object each answers for, and how well (0…1)."""
    # thin or tiny objects hold no cell's centre, so that their box is widened for the choice of candidates
    middle, half = (wanted[:, :2] + wanted[:, 2:]) / 2, ((wanted[:, 2:] - wanted[:, :2]) / 2).clip(7.0)
    inside = np.abs(centres[None, :, 0] - middle[:, None, 0]) < half[:, None, 0]
    inside &= np.abs(centres[None, :, 1] - middle[:, None, 1]) < half[:, None, 1]
    row, cell = np.nonzero(inside)
    iou = _iou(boxes[cell], wanted[row])
    near = np.exp(-(((centres[cell] - middle[row]) / half[row]) ** 2).sum(1))
    metric = np.sqrt(scores[cell, labels[row]]) * iou**4 + 1e-9 * near
    # the best cells of each object …
    order = np.lexsort((-metric, row))
    row, cell, iou, metric = row[order], cell[order], iou[order], metric[order]
    rank = np.arange(len(row)) - np.searchsorted(row, row)
    best = rank < top
    row, cell, iou, metric = row[best], cell[best], iou[best], metric[best]
    # … and of two objects that want the same cell the better match
    order = np.argsort(-metric, kind="stable")
    _, first = np.unique(cell[order], return_index=True)
    chosen = order[first]
    row, cell, iou, metric = row[chosen], cell[chosen], iou[chosen], metric[chosen]
    most_metric, most_iou = np.full(len(wanted), 1e-12), np.zeros(len(wanted))
    np.maximum.at(most_metric, row, metric)
    np.maximum.at(most_iou, row, iou)
    return cell, row, metric * most_iou[row] / most_metric[row]


def detection_loss(raw, logits, objects, centres, strides, decode):
    """The loss of a batch; `objects` holds for each picture (boxes, labels, boxes not to judge, their labels)."""
    boxes = decode(raw, centres, strides)
    flat, scores, middles = boxes.detach().numpy(), logits.detach().sigmoid().numpy(), centres.numpy()
    target, weight = np.zeros(logits.shape, np.float32), np.ones(logits.shape, np.float32)
    pictures, cells, wanted, qualities = [], [], [], []
    for index, parts in enumerate(objects):
        truth, labels, unsure, unsure_labels = (part.numpy() for part in parts)
        if len(unsure):
            near = ((middles[None] >= unsure[:, None, :2] - 5) & (middles[None] <= unsure[:, None, 2:] + 5)).all(-1)
            row, cell = np.nonzero(near)
            weight[index, cell, unsure_labels[row]] = 0
        if len(truth):
            cell, row, quality = assign(flat[index], scores[index], middles, truth, labels)
            target[index, cell, labels[row]] = quality.clip(0.02)
            weight[index, cell, labels[row]] = 1
            pictures.append(np.full(len(cell), index))
            cells.append(cell)
            wanted.append(truth[row])
            qualities.append(quality.clip(0.1))
    total = max(float(target.sum()), 1.0)
    terms = functional.binary_cross_entropy_with_logits(
        logits, torch.from_numpy(target), weight=torch.from_numpy(weight), reduction="sum"
    )
    classes, place = terms / total, raw.sum() * 0
    if pictures:
        mine = boxes[torch.from_numpy(np.concatenate(pictures)), torch.from_numpy(np.concatenate(cells))]
        off = 1 - overlap(mine, torch.from_numpy(np.concatenate(wanted)))
        place = (off * torch.from_numpy(np.concatenate(qualities)).float()).sum() / total
    return classes + place * 6.0, classes.detach(), place.detach()
