"""Our own small detector: a YOLO-shaped, anchor-free network with three scales (strides 8, 16 and 32)."""

import torch
from torch import nn

STRIDES = (8, 16, 32)


class Unit(nn.Sequential):
    """Convolution, normalisation, SiLU."""

    def __init__(self, inputs, outputs, kernel=3, stride=1):
        super().__init__(
            nn.Conv2d(inputs, outputs, kernel, stride, kernel // 2, bias=False),
            nn.BatchNorm2d(outputs, eps=1e-3, momentum=0.03),
            nn.SiLU(inplace=True),
        )


class Stage(nn.Module):
    """Half of the channels go through `depth` residual pairs; every step is kept and fused."""

    def __init__(self, inputs, outputs, depth, residual=True):
        super().__init__()
        half = outputs // 2
        self.half = half
        self.enter = Unit(inputs, outputs, 1)
        self.pairs = nn.ModuleList(nn.Sequential(Unit(half, half), Unit(half, half)) for _ in range(depth))
        self.leave = Unit(half * (2 + depth), outputs, 1)
        self.residual = residual

    def forward(self, x):
        """Fused features of all steps."""
        kept = list(self.enter(x).split(self.half, 1))
        for pair in self.pairs:
            y = pair(kept[-1])
            kept.append(kept[-1] + y if self.residual else y)
        return self.leave(torch.cat(kept, 1))


class Pool(nn.Module):
    """Looks at growing neighbourhoods with repeated maximum pooling."""

    def __init__(self, channels):
        super().__init__()
        half = channels // 2
        self.enter, self.leave = Unit(channels, half, 1), Unit(half * 4, channels, 1)
        self.pool = nn.MaxPool2d(5, 1, 2)

    def forward(self, x):
        """Features with context."""
        kept = [self.enter(x)]
        for _ in range(3):
            kept.append(self.pool(kept[-1]))
        return self.leave(torch.cat(kept, 1))


class Branch(nn.Sequential):
    """The head of one scale: two units and a plain convolution."""

    def __init__(self, inputs, middle, outputs):
        super().__init__(Unit(inputs, middle), Unit(middle, middle), nn.Conv2d(middle, outputs, 1))


class Network(nn.Module):
    """Pictures [B, 3, H, W] in 0…1 to raw boxes (distances in strides) and class logits for each cell."""

    def __init__(self, classes=4, widths=(16, 32, 64, 96, 144), head=32):
        super().__init__()
        a, b, c, d, e = widths
        self.classes = classes
        self.low = nn.Sequential(Unit(3, a, 3, 2), Unit(a, b, 3, 2), Stage(b, b, 1), Unit(b, c, 3, 2), Stage(c, c, 1))
        self.middle = nn.Sequential(Unit(c, d, 3, 2), Stage(d, d, 2))
        self.high = nn.Sequential(Unit(d, e, 3, 2), Stage(e, e, 1), Pool(e))
        self.up = nn.Upsample(scale_factor=2, mode="nearest")
        self.down_to_middle = Stage(e + d, d, 1, residual=False)
        self.down_to_low = Stage(d + c, c, 1, residual=False)
        self.low_to_middle = Unit(c, c, 3, 2)
        self.up_middle = Stage(c + d, d, 1, residual=False)
        self.middle_to_high = Unit(d, d, 3, 2)
        self.up_high = Stage(d + e, e, 1, residual=False)
        self.box = nn.ModuleList(Branch(w, head, 4) for w in (c, d, e))
        self.score = nn.ModuleList(Branch(w, head, classes) for w in (c, d, e))
        for branch in self.score:
            nn.init.constant_(branch[-1].bias, -5.5)
        for branch in self.box:
            nn.init.constant_(branch[-1].bias, 1.2)

    def forward(self, x):
        """Raw boxes [B, N, 4] and logits [B, N, classes]."""
        low = self.low(x)
        middle = self.middle(low)
        high = self.high(middle)
        middle = self.down_to_middle(torch.cat([self.up(high), middle], 1))
        low = self.down_to_low(torch.cat([self.up(middle), low], 1))
        middle = self.up_middle(torch.cat([self.low_to_middle(low), middle], 1))
        high = self.up_high(torch.cat([self.middle_to_high(middle), high], 1))
        scales = (low, middle, high)
        boxes = torch.cat([branch(s).flatten(2) for branch, s in zip(self.box, scales)], 2).transpose(1, 2)
        logits = torch.cat([branch(s).flatten(2) for branch, s in zip(self.score, scales)], 2).transpose(1, 2)
        return boxes, logits


def cells(height, width):
    """Centres [N, 2] in pixels and strides [N, 1] of all cells."""
    centres, strides = [], []
    for stride in STRIDES:
        rows, columns = height // stride, width // stride
        y, x = torch.meshgrid(torch.arange(rows), torch.arange(columns), indexing="ij")
        centres.append((torch.stack([x, y], -1).reshape(-1, 2).float() + 0.5) * stride)
        strides.append(torch.full((rows * columns, 1), float(stride)))
    return torch.cat(centres), torch.cat(strides)


def corners(raw, centres, strides):
    """Boxes x1, y1, x2, y2 in pixels from raw distances."""
    reach = nn.functional.softplus(raw) * strides * 1.5
    return torch.cat([centres - reach[..., :2], centres + reach[..., 2:]], -1)


class Exported(nn.Module):
    """The network as others read it: [1, 4 + classes, N], centre and size in input pixels, then scores."""

    def __init__(self, network, size=640):
        super().__init__()
        self.network = network
        centres, strides = cells(size, size)
        self.register_buffer("centres", centres)
        self.register_buffer("strides", strides)

    def forward(self, x):
        """The v8 layout."""
        raw, logits = self.network(x)
        reach = nn.functional.softplus(raw) * self.strides * 1.5
        low, high = self.centres - reach[..., :2], self.centres + reach[..., 2:]
        return torch.cat([(low + high) / 2, high - low, logits.sigmoid()], -1).transpose(1, 2)
