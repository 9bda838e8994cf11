"""Which boxes stay, and which found point is which true one."""

import numpy as np

# boxes of different classes are moved this far apart, so that they do not suppress each other
APART = 8192.0


def overlaps(a, b):
    """IoU of every box of `a` with every box of `b`: left, top, right, bottom."""
    low, high = np.maximum(a[:, None, :2], b[None, :, :2]), np.minimum(a[:, None, 2:], b[None, :, 2:])
    common = np.prod(np.clip(high - low, 0, None), axis=2)
    areas = np.prod(a[:, 2:] - a[:, :2], axis=1)[:, None] + np.prod(b[:, 2:] - b[:, :2], axis=1)[None]
    return common / (areas - common + 1e-9)


def suppress(boxes, scores, threshold):
    """Greedy NMS over boxes of one class; kept indices by falling score."""
    order, kept = np.argsort(-scores, kind="stable"), []
    while len(order):
        first, order = order[0], order[1:]
        kept.append(first)
        order = order[overlaps(boxes[first][None], boxes[order])[0] <= threshold]
    return np.array(kept, int)


def decode(output, classes, confidence, iou, most=None):
    """Columns of an output [4 + classes and more, N] that stay, by falling score; their boxes, scores and classes.

    Of those above the confidence only the `most` best are looked at.
    """
    scores = output[4 : 4 + classes]
    best, label = scores.max(0), scores.argmax(0)
    keep = np.nonzero(best > confidence)[0]
    keep = keep[np.argsort(-best[keep], kind="stable")][:most]
    centre, size = output[:2, keep].T, output[2:4, keep].T
    boxes = np.concatenate([centre - size / 2, centre + size / 2], 1)
    chosen = suppress(boxes + label[keep, None] * APART, best[keep], iou)
    return keep[chosen], boxes[chosen], best[keep][chosen], label[keep][chosen]


def pair(found, truth, reach):
    """For each found point, the most confident first: the nearest true point within reach that is still free, or -1.

    `reach` is one length, or one for each true point.
    """
    free, partner = np.ones(len(truth), bool), np.full(len(found), -1)
    for i in range(len(found)):
        if len(truth):
            away = np.where(free, np.hypot(*(np.asarray(truth) - found[i]).T) / reach, np.inf)
            best = int(np.argmin(away))
            if away[best] <= 1:
                free[best], partner[i] = False, best
    return partner
