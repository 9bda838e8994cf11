"""The network: convolutions over time on keypoints that are laid about the body's own middle and size."""

from itertools import pairwise

import torch
from torch import nn
from torch.nn import functional

from .skeleton import INDEX, NAMES
from .windows import FRAMES, LABELS

TRUNK = ("neck", "leftShoulder", "rightShoulder", "leftHip", "rightHip")
UPPER = (*TRUNK, "nose", "leftEye", "rightEye", "leftEar", "rightEar")
WIDTHS = (48, 48, 56, 64)
# places beyond so many sizes of the body are mistakes
FARTHEST = 6.0


def _chosen(names):
    weights = torch.zeros(len(NAMES), 1)
    weights[[INDEX[name] for name in names]] = 1
    return weights


class Laid(nn.Module):
    """Keypoints about the middle of the trunk and in its size, over the whole window; how they move; how sure."""

    channels = 5 * len(NAMES)

    def __init__(self):
        super().__init__()
        self.register_buffer("trunk", _chosen(TRUNK))
        self.register_buffer("upper", _chosen(UPPER))

    def forward(self, windows):
        """Takes [n, 60, 18, 3]; gives [n, channels, 60]."""
        places, sure = windows[..., :2], windows[..., 2:].clamp(0, 1)
        counted = sure * self.trunk
        middle = (places * counted).sum((1, 2), keepdim=True) / (counted.sum((1, 2), keepdim=True) + 1e-3)
        away = places - middle
        counted = sure * self.upper
        spread = (away * away).sum(3, keepdim=True) * counted
        size = (spread.sum((1, 2), keepdim=True) / (counted.sum((1, 2), keepdim=True) + 1e-3) + 1e-6).sqrt()
        # what is hardly seen pulls little
        seen = (2 * sure).clamp(max=1)
        laid = (away / size).clamp(-FARTHEST, FARTHEST) * seen
        moved = (laid[:, 1:] - laid[:, :-1]) * seen[:, 1:] * seen[:, :-1] * 4
        moved = functional.pad(moved, (0, 0, 0, 0, 1, 0))
        return torch.cat([laid, moved, seen], 3).flatten(2).transpose(1, 2)


class Network(nn.Module):
    """Logits of the actions."""

    def __init__(self):
        super().__init__()
        self.laid = Laid()
        widths, layers = (Laid.channels, *WIDTHS), []
        for number, (before, after) in enumerate(pairwise(widths)):
            layers.append(nn.Conv1d(before, after, 5 if number < 2 else 3, 2 if number in (1, 2) else 1, 1))
            layers += [nn.BatchNorm1d(after), nn.ReLU()]
        self.layers = nn.Sequential(*layers)
        self.dropout, self.last = nn.Dropout(0.2), nn.Linear(2 * WIDTHS[-1], len(LABELS))

    def forward(self, windows):
        """Takes [n, 60, 18, 3]."""
        features = self.layers(self.laid(windows))
        return self.last(self.dropout(torch.cat([features.mean(2), features.amax(2)], 1)))


class Exported(nn.Module):
    """Takes one window as the user's documents have it, [60, 18, 3], and gives shares that sum to 1."""

    shape = (FRAMES, len(NAMES), 3)

    def __init__(self, network):
        super().__init__()
        self.network = network

    def forward(self, poses):
        """Shares of the actions, [1, 6]."""
        return self.network(poses[None]).softmax(1)
