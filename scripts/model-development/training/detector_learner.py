"""The network for target faces while it learns."""

import torch

from .data import NAMES
from .learner import Learner
from .loss import detection_loss
from .network import Network, cells, corners


class DetectorLearner(Learner):
    """What a checkpoint holds."""

    longest_gradient = 10.0

    def __init__(self):
        super().__init__(Network(len(NAMES)))

    def make_optimizer(self):
        """Two groups: matrices shrink a little in each step, biases and norms do not."""
        decayed = [p for p in self.network.parameters() if p.ndim > 1]
        others = [p for p in self.network.parameters() if p.ndim <= 1]
        groups = [{"params": decayed, "weight_decay": 0.02}, {"params": others, "weight_decay": 0.0}]
        return torch.optim.AdamW(groups, lr=1e-3, betas=(0.9, 0.99))

    def step(self, batch, rate):
        """Learns from one batch; the loss, and that of classes and of boxes."""
        pictures, objects = batch
        pictures = pictures.permute(0, 3, 1, 2).float().div(255).contiguous(memory_format=torch.channels_last)
        centres, strides = cells(*pictures.shape[2:])

        def loss(output):
            raw, logits = output
            return detection_loss(raw.float(), logits.float(), objects, centres, strides, corners)

        value, classes, place = self.learn(pictures, loss, rate)
        return value, classes.item(), place.item()
