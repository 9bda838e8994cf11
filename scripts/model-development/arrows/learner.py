"""The network for arrows while it learns."""

import torch

from training.unet_learner import UNetLearner

from .export import load
from .loss import loss
from .network import Network, is_folded, prepared


class Learner(UNetLearner):
    """What a checkpoint holds."""

    def __init__(self, begin_with=None):
        """`begin_with` names an exported model whose weights it goes on from."""
        super().__init__(load(begin_with) if begin_with else Network())

    def restore(self, state):
        """Goes on from what a checkpoint holds."""
        if self.network.is_folded != is_folded(state["network"]):
            # It had gone on from an exported model, whose batch norms are in its convolutions.
            self.take(Network().fold() if is_folded(state["network"]) else Network())
        super().restore(state)

    def step(self, batch, rate):
        """Learns from one batch; the parts of the loss, in the order of NAMES."""
        pictures, wanted = (torch.from_numpy(part) for part in batch)
        _, parts = self.learn(prepared(pictures), lambda maps: loss(maps.float(), wanted), rate)
        return parts
