"""The network for holes while it learns, in one of several processes."""

import torch

from arrows.export import load
from training.unet_learner import UNetLearner

from .loss import loss
from .network import Network
from .together import share_gradients


class Learner(UNetLearner):
    """What a checkpoint holds."""

    longest_gradient = 10.0

    def __init__(self, arrows):
        """`arrows` names the exported model for arrows, whose weights it begins with."""
        torch.manual_seed(1)
        super().__init__(Network().take(load(arrows)))

    def gather(self):
        """All processes take the mean of their gradients."""
        share_gradients(self.network)

    def step(self, batch, rate):
        """Learns from one batch, together with the other processes; the loss, and that of scores and of places."""
        pictures, *wanted = batch
        pictures = pictures.permute(0, 3, 1, 2).float().div(255).contiguous(memory_format=torch.channels_last)
        value, score, place = self.learn(pictures, lambda raw: loss(raw.float(), *wanted), rate)
        return value, score.item(), place.item()
