"""What the network's maps should be for a batch of squares, as `arrows.maps` has it for one."""

import torch

from ..cache import SEEN, UNSURE
from ..maps import (
    FIELD,
    NOCK_SIGMA,
    NOCK_WEIGHT,
    NOCKS,
    ON_SHAFT,
    PLANES,
    SHAFT,
    SHAFT_SIGMA,
    SHAFT_WEIGHT,
    SHORTEST,
    STRIDE,
    TIP_SIGMA,
    TIP_WEIGHT,
    TIPS,
)

# soft peaks below this are no part of an end
FAINT = 0.05


def encode(rows, there, size, known=None):
    """The target maps [N, PLANES, H, W] of squares of `size` pixels.

    `rows` [N, K, 6] are their arrows in pixels, `there` [N, K] tells which of them are arrows at all, and `known`
    [N, H, W] where all arrows are labelled; None: they are everywhere.
    """
    side = size // STRIDE
    count, device = len(rows), rows.device
    made = torch.zeros(count, PLANES, side, side, device=device)
    y, x = torch.meshgrid(*(torch.arange(side, device=device, dtype=torch.float32),) * 2, indexing="ij")
    weights = torch.ones(count, 1, side, side, device=device) if known is None else known[:, None].float()
    made[:, TIP_WEIGHT:] = weights
    if rows.shape[1] == 0:
        return made
    tip, nock = ((rows[:, :, part] + 0.5) / STRIDE - 0.5 for part in (slice(0, 2), slice(2, 4)))
    way = nock - tip
    length = way.norm(dim=2)
    along = way / length.clamp(min=1e-6)[..., None]
    has_shaft = there & (length * STRIDE > SHORTEST)
    _shafts(made, x, y, tip, along, length, has_shaft)
    _ends(made, TIPS, TIP_WEIGHT, (x, y), tip, TIP_SIGMA, there, rows[:, :, UNSURE] == 0)
    _ends(made, NOCKS, NOCK_WEIGHT, (x, y), nock, NOCK_SIGMA, there, rows[:, :, SEEN] > 0)
    # shafts and nocks that nobody labelled may be anywhere: only what is known to be one teaches something
    partly = (there & ~has_shaft).any(1)[:, None, None]
    for weight, plane in ((NOCK_WEIGHT, NOCKS), (SHAFT_WEIGHT, SHAFT)):
        made[:, weight] *= ~partly | (made[:, plane] > FAINT)
    strength = made[:, FIELD].norm(dim=1, keepdim=True)
    on = strength > 0.3
    made[:, FIELD] = torch.where(on, made[:, FIELD] / strength.clamp(min=1e-6), 0)
    made[:, ON_SHAFT] = on[:, 0].float()
    return made


def _shafts(made, x, y, tip, along, length, has_shaft):
    """Ridges along the shafts, and the unit vectors from nock to tip on them."""
    away_x, away_y = x - tip[..., 0, None, None], y - tip[..., 1, None, None]
    ax, ay = along[..., 0, None, None], along[..., 1, None, None]
    share = (away_x * ax + away_y * ay).clamp(min=0).minimum(length[..., None, None])
    away = torch.hypot(away_x - ax * share, away_y - ay * share)
    drawn = has_shaft[..., None, None]
    ridge = torch.exp(-(away**2) / (2 * SHAFT_SIGMA**2)) * ((away < 2.2) & drawn)
    made[:, SHAFT] = ridge.amax(1)
    near = (away < 1.6) & drawn & (length > 1.5)[..., None, None]
    made[:, FIELD] -= torch.stack([(near * ax).sum(1), (near * ay).sum(1)], 1)


def _ends(made, plane, weight, grid, place, sigma, there, is_known):
    side, (x, y) = made.shape[-1], grid
    inside = there & ((place > -3) & (place < side + 2)).all(2)
    soft = torch.exp(-((x - place[..., 0, None, None]) ** 2 + (y - place[..., 1, None, None]) ** 2) / (2 * sigma**2))
    column, row = place[..., 0].round()[..., None, None], place[..., 1].round()[..., None, None]
    soft = torch.where((x == column) & (y == row), 1.0, soft)
    hidden = (inside & ~is_known)[..., None, None]
    made[:, weight] *= ~(hidden & (soft > FAINT)).any(1)
    made[:, plane] = (soft * (inside & is_known)[..., None, None]).amax(1)
