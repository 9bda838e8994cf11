"""The network: every cell of a quarter of the picture's size may be an arrow's tip or a hole."""

import torch
from torch import nn

from training.unet import UNet

from .canonical import RADIUS, SIDE

STRIDE = 4
ARROW_BOX = 32.0
NOCK_SCALE = 64.0
# of each cell: two scores, offset x and y (cells), log of width and height (to 16 pixels), nock's offset, nock seen;
# and whether a shaft passes there, which only helps the rest to learn what a shaft is
CHANNELS = 10
# the logit of an arrow or a hole to begin with: hardly any cell is one
RARE = -4.6


class Network(UNet):
    """Pictures [B, 3, H, W] in 0…1 to raw maps [B, CHANNELS, H / 4, W / 4]."""

    def __init__(self):
        super().__init__((RARE, RARE) + (0.0,) * (CHANNELS - 2))

    def forward(self, x):
        """Raw maps."""
        return super().forward((x * 255 - 127.0) / 128.0)

    def take(self, arrows):
        """Begins with what the network for arrows has learnt, all but its last layer."""
        mine = self.fold().state_dict()
        theirs = {name: value for name, value in arrows.state_dict().items() if value.shape == mine[name].shape}
        self.load_state_dict(mine | theirs)
        return self


class Exported(nn.Module):
    """The network as others read it: [1, 12, N], the YOLO pose layout; scores only at their local maxima.

    `flips` of the picture (left to right, top to bottom) are looked at as well, and the answers averaged.
    """

    def __init__(self, network, flips=(), size=SIDE):
        super().__init__()
        self.network, self.flips = network, flips
        steps = torch.arange(size // STRIDE).float() + 0.5
        y, x = torch.meshgrid(steps, steps, indexing="ij")
        self.register_buffer("cells", torch.stack([x, y])[None] * STRIDE)

    def _maps(self, x):
        """The maps of one batch, scores as chances."""
        raw = self.network(x)
        return torch.cat([raw[:, :2].sigmoid(), raw[:, 2:8], raw[:, 8:9].sigmoid()], 1)

    def _averaged(self, x):
        """The mean of the maps of the picture and of its mirror images, all turned back."""
        if not self.flips:
            return self._maps(x)
        views = [()] + [tuple({"x": 3, "y": 2}[axis] for axis in flip) for flip in self.flips]
        maps = self._maps(torch.cat([x.flip(view) if view else x for view in views]))
        total = 0
        for number, view in enumerate(views):
            part = maps[number : number + 1]
            sign, shift = torch.ones(1, 9, 1, 1), torch.zeros(1, 9, 1, 1)
            for axis in view:
                # pixel 0 becomes pixel 1023, so that a mirrored offset is a pixel short
                place = 3 - axis
                sign[:, [2 + place, 6 + place]], shift[:, 2 + place] = -1, -1 / STRIDE
            total = total + (part.flip(view) if view else part) * sign + shift
        return total / len(views)

    def forward(self, x):
        """Centre x, y, width, height; arrow, hole; tip x, y, visibility; nock x, y, visibility."""
        maps = self._averaged(x)
        scores = maps[:, :2]
        peak = (scores >= nn.functional.max_pool2d(scores, 3, 1, 1)).float()
        scores = scores * peak
        point = self.cells + maps[:, 2:4] * STRIDE
        arrow = (scores[:, :1] >= scores[:, 1:2]).float()
        size = maps[:, 4:6].clamp(-3, 4).exp() * 16 * (1 - arrow) + ARROW_BOX * arrow
        nock = point + maps[:, 6:8] * NOCK_SCALE
        seen = torch.cat([scores.amax(1, keepdim=True), nock, maps[:, 8:9]], 1)
        return torch.cat([point, size, scores, point, seen], 1).flatten(2)


__all__ = ["ARROW_BOX", "CHANNELS", "NOCK_SCALE", "RADIUS", "STRIDE", "Exported", "Network"]
