"""A network while it learns: its running average, its optimizer, and how far it is."""

from copy import deepcopy

import torch

KEPT = ("network", "average", "optimizer")
# half the time of a step on CPUs that know it; on others it is emulated, and a step takes twenty times as long
HAS_BFLOAT16 = any(has for name, has in torch.cpu.get_capabilities().items() if name.endswith("bf16"))
# the average of all steps so far at first, of the last five hundred later
LONGEST_AVERAGE = 0.998


class Learner:
    """What a checkpoint holds."""

    # gradients are shortened to this length
    longest_gradient = 5.0

    def __init__(self, network):
        self.take(network)
        self.spent, self.number = 0.0, 0
        # the groups of photos that it has learnt from
        self.seen = set()

    def take(self, network):
        """Begins with a network's weights."""
        self.network = network.to(memory_format=torch.channels_last)
        self.average = deepcopy(self.network).eval().requires_grad_(False)
        self.optimizer = self.make_optimizer()

    def make_optimizer(self):
        """The optimizer of the weights that learn; the rate of a group is its `share` of the whole."""
        raise NotImplementedError

    def load(self, path):
        """Goes on from a checkpoint."""
        self.restore(torch.load(path, weights_only=True))

    def restore(self, state):
        """Goes on from what a checkpoint holds."""
        for name in KEPT:
            getattr(self, name).load_state_dict(state[name])
        self.spent, self.number = state["spent"], state["step"]
        self.seen = set(state.get("seen", []))

    def save(self, path):
        """Writes a checkpoint, whole or not at all."""
        state = {name: getattr(self, name).state_dict() for name in KEPT}
        partial = path.with_suffix(".part")
        torch.save(state | {"spent": self.spent, "step": self.number, "seen": sorted(self.seen)}, partial)
        partial.replace(path)

    def choose(self):
        """Says before a step which weights learn in it."""

    def gather(self):
        """What is done with gradients before they are used."""

    def learn(self, pictures, loss, rate):
        """One step; `loss` gives of the network's output the value that falls, and its parts, which are returned."""
        for group in self.optimizer.param_groups:
            group["lr"] = rate * group.get("share", 1.0)
        self.choose()
        with torch.autocast("cpu", dtype=torch.bfloat16, enabled=HAS_BFLOAT16):
            output = self.network(pictures)
        value, *parts = loss(output)
        self.optimizer.zero_grad(set_to_none=True)
        value.backward()
        self.gather()
        torch.nn.utils.clip_grad_norm_(self.network.parameters(), self.longest_gradient)
        self.optimizer.step()
        self.number += 1
        keep = min(LONGEST_AVERAGE, (1 + self.number) / (10 + self.number))
        with torch.no_grad():
            for mine, theirs in zip(self.average.state_dict().values(), self.network.state_dict().values()):
                mine.lerp_(theirs, 1 - keep) if mine.is_floating_point() else mine.copy_(theirs)
        return [value.item(), *parts]
