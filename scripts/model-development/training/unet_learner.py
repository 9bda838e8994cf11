"""A U-Net on a backbone that has learnt before (see unet.py), while it learns."""

import torch

from .depthwise import cheapen
from .learner import Learner

# the backbone moves more slowly
BACKBONE_RATE = 0.35
# depthwise weights, whose gradient costs a third of a step, learn in every second step only
DEPTHWISE_EVERY = 2


class UNetLearner(Learner):
    """What a checkpoint of one holds."""

    def take(self, network):
        """Begins with a network's weights."""
        network.freeze()
        super().take(network)
        for block in self.network.backbone:
            cheapen(block)

    def make_optimizer(self):
        """Two groups: what came with weights, and what did not."""
        named = [(name, p) for name, p in self.network.named_parameters() if p.requires_grad]
        groups = [
            {"params": [p for name, p in named if name.startswith("blocks")], "share": BACKBONE_RATE},
            {"params": [p for name, p in named if not name.startswith("blocks")], "share": 1.0},
        ]
        return torch.optim.AdamW(groups, lr=1e-3, weight_decay=1e-4)

    def choose(self):
        """Depthwise weights are left out of most steps."""
        for weight in self.network.depthwise():
            weight.requires_grad_(self.number % DEPTHWISE_EVERY == 0)
