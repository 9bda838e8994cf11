"""The network while it learns: its running average, its optimizer, and how far it is."""

from copy import deepcopy

import torch

from arrows.export import load
from arrows.learner import BACKBONE_RATE, DEPTHWISE_EVERY

from .loss import loss
from .network import Network
from .together import share_gradients

KEPT = ("network", "average", "optimizer")


class Learner:
    """What a checkpoint holds."""

    def __init__(self, rate, arrows):
        """`arrows` names the exported model for arrows, whose weights it begins with."""
        torch.manual_seed(1)
        self.network = Network().take(load(arrows)).to(memory_format=torch.channels_last)
        self.network.freeze()
        self.average = deepcopy(self.network).eval().requires_grad_(False)
        named = [(name, p) for name, p in self.network.named_parameters() if p.requires_grad]
        groups = [
            {"params": [p for name, p in named if name.startswith("blocks")], "share": BACKBONE_RATE},
            {"params": [p for name, p in named if not name.startswith("blocks")], "share": 1.0},
        ]
        self.optimizer = torch.optim.AdamW(groups, lr=rate, weight_decay=1e-4)
        self.spent, self.number = 0.0, 0

    def load(self, path):
        """Goes on from a checkpoint."""
        state = torch.load(path, weights_only=True)
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
        """Learns from one batch, together with the other processes; the loss and its parts."""
        for group in self.optimizer.param_groups:
            group["lr"] = rate * group["share"]
        for weight in self.network.depthwise():
            weight.requires_grad_(self.number % DEPTHWISE_EVERY == 0)
        pictures, *wanted = batch
        pictures = pictures.permute(0, 3, 1, 2).float().div(255).contiguous(memory_format=torch.channels_last)
        with torch.autocast("cpu", dtype=torch.bfloat16):
            raw = self.network(pictures)
        value, score, place = loss(raw.float(), *wanted)
        self.optimizer.zero_grad(set_to_none=True)
        value.backward()
        share_gradients(self.network)
        torch.nn.utils.clip_grad_norm_(self.network.parameters(), 10.0)
        self.optimizer.step()
        self.number += 1
        keep = min(0.998, (1 + self.number) / (12 + self.number))
        with torch.no_grad():
            for mine, theirs in zip(self.average.state_dict().values(), self.network.state_dict().values()):
                mine.lerp_(theirs, 1 - keep) if mine.is_floating_point() else mine.copy_(theirs)
        return value.item(), score.item(), place.item()
