"""The network while it learns: its running average, its optimizer, and how far it is."""

from copy import deepcopy

import torch

from .export import load
from .loss import loss
from .network import Network, is_folded, prepared

KEPT = ("network", "average", "optimizer")
# the backbone has learnt already: it moves more slowly
BACKBONE_RATE = 0.35
# depthwise weights learn in every fourth step only
DEPTHWISE_EVERY = 4


class Learner:
    """What a checkpoint holds."""

    def __init__(self, begin_with=None):
        """`begin_with` names an exported model whose weights it goes on from."""
        self._take(load(begin_with) if begin_with else Network())
        self.spent, self.number = 0.0, 0

    def _take(self, network):
        self.network = network.to(memory_format=torch.channels_last)
        self.network.freeze()
        self.average = deepcopy(self.network).eval().requires_grad_(False)
        named = [(name, p) for name, p in self.network.named_parameters() if p.requires_grad]
        groups = [
            {"params": [p for name, p in named if name.startswith("blocks")], "share": BACKBONE_RATE},
            {"params": [p for name, p in named if not name.startswith("blocks")], "share": 1.0},
        ]
        self.optimizer = torch.optim.AdamW(groups, lr=1e-3, weight_decay=1e-4)

    def load(self, path):
        """Goes on from a checkpoint."""
        state = torch.load(path, weights_only=True)
        if self.network.is_folded != is_folded(state["network"]):
            # It had gone on from an exported model, whose batch norms are in its convolutions.
            self._take(Network().fold() if is_folded(state["network"]) else Network())
        for name in KEPT:
            getattr(self, name).load_state_dict(state[name])
        self.spent, self.number = state["spent"], state["step"]

    def save(self, path):
        """Writes a checkpoint, whole or not at all."""
        state = {name: getattr(self, name).state_dict() for name in KEPT}
        partial = path.with_suffix(".part")
        torch.save(state | {"spent": self.spent, "step": self.number}, partial)
        partial.replace(path)

    def step(self, batch, rate):
        """Learns from one batch; the loss and its parts."""
        for group in self.optimizer.param_groups:
            group["lr"] = rate * group["share"]
        for weight in self.network.depthwise():
            weight.requires_grad_(self.number % DEPTHWISE_EVERY == 0)
        pictures, wanted = (torch.from_numpy(part) for part in batch)
        with torch.autocast("cpu", dtype=torch.bfloat16):
            maps = self.network(prepared(pictures))
        value, parts = loss(maps.float(), wanted)
        self.optimizer.zero_grad(set_to_none=True)
        value.backward()
        torch.nn.utils.clip_grad_norm_(self.network.parameters(), 5.0)
        self.optimizer.step()
        self.number += 1
        keep = min(0.998, (1 + self.number) / (10 + self.number))
        with torch.no_grad():
            for mine, theirs in zip(self.average.state_dict().values(), self.network.state_dict().values()):
                mine.lerp_(theirs, 1 - keep) if mine.is_floating_point() else mine.copy_(theirs)
        return parts
