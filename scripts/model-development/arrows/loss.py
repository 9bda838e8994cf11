"""How far the maps are from what they should be (ends as in CenterNet: a focal loss on soft peaks)."""

import torch
from torch.nn import functional

from .maps import FIELD, NOCK_WEIGHT, NOCKS, ON_SHAFT, SHAFT, SHAFT_WEIGHT, TIP_WEIGHT, TIPS

NAMES = ("loss", "tip", "nock", "shaft", "field", "direction")
WEIGHTS = (1.0, 0.5, 4.0, 0.4, 0.7)


def _ends(logits, heat, weight):
    chance, hit = logits.sigmoid(), (heat >= 0.999).float()
    found = functional.logsigmoid(logits) * (1 - chance) ** 2 * hit
    quiet = functional.logsigmoid(-logits) * chance**2 * (1 - heat) ** 4 * (1 - hit)
    return -((found + quiet) * weight).sum() / (hit * weight).sum().clamp(min=4)


def losses(raw, wanted):
    """The loss of a batch and its parts, in the order of NAMES but for the first."""
    tip = _ends(raw[:, 0], wanted[:, TIPS], wanted[:, TIP_WEIGHT])
    nock = _ends(raw[:, 1], wanted[:, NOCKS], wanted[:, NOCK_WEIGHT])
    ridge = wanted[:, SHAFT]
    weight = (1 + 4 * ridge) * wanted[:, SHAFT_WEIGHT]
    shaft = functional.binary_cross_entropy_with_logits(raw[:, 2], ridge, weight=weight)
    on, field = wanted[:, ON_SHAFT : ON_SHAFT + 1], wanted[:, FIELD]
    number = on.sum().clamp(min=20)
    towards = ((raw[:, 3:5] - field).abs() * on).sum() / number
    double = torch.stack([field[:, 0] ** 2 - field[:, 1] ** 2, 2 * field[:, 0] * field[:, 1]], 1)
    direction = ((raw[:, 5:7] - double).abs() * on).sum() / number
    parts = (tip, nock, shaft, towards, direction)
    return sum(weight * part for weight, part in zip(WEIGHTS, parts)), parts


def loss(raw, wanted):
    """The loss of a batch, and it and its parts as numbers, in the order of NAMES."""
    total, parts = losses(raw, wanted)
    return total, [float(part.detach()) for part in (total, *parts)]
