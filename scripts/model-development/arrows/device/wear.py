"""What cameras, messengers and light do to squares: as `training.wear`, for a batch [N, 3, H, W] of 0 to 255."""

import math

import torch
from torch.nn import functional

_LUMA = (
    "16 11 10 16 24 40 51 61 12 12 14 19 26 58 60 55 14 13 16 24 40 57 69 56 14 17 22 29 51 87 80 62 "
    "18 22 37 56 68 109 103 77 24 35 55 64 81 104 113 92 49 64 78 87 103 121 120 101 72 92 95 98 112 100 103 99"
)
_CHROMA = (
    "17 18 24 47 99 99 99 99 18 21 26 66 99 99 99 99 24 26 56 99 99 99 99 99 47 66 99 99 99 99 99 99 "
    "99 99 99 99 99 99 99 99 99 99 99 99 99 99 99 99 99 99 99 99 99 99 99 99 99 99 99 99 99 99 99 99"
)
_YCC = ((0.299, 0.587, 0.114), (-0.168736, -0.331264, 0.5), (0.5, -0.418688, -0.081312))


def _some(share, count, device):
    return (torch.rand(count, device=device) < share).nonzero()[:, 0]


def _uniform(low, high, *shape, device):
    return low + (high - low) * torch.rand(*shape, device=device)


def _table(text, device):
    return torch.tensor([float(value) for value in text.split()], device=device).view(8, 8)


def _dct(device):
    k = torch.arange(8, device=device, dtype=torch.float32)
    basis = torch.cos((2 * k[None] + 1) * k[:, None] * math.pi / 16) * 0.5
    basis[0] *= math.sqrt(0.5)
    return basis


def _quantized(planes, step, basis):
    """Planes [N, C, H, W] through blocks of 8 x 8 whose frequencies come in steps [N, 8, 8]."""
    count, channels, height, width = planes.shape
    blocks = planes.reshape(count, channels, height // 8, 8, width // 8, 8).transpose(3, 4)
    step = step[:, None, None, None]
    rounded = torch.round(basis @ blocks @ basis.T / step) * step
    return (basis.T @ rounded @ basis).transpose(3, 4).reshape(planes.shape)


def jpeg(squares, quality):
    """Squares as JPEG of a quality [N] keeps them, colours at half the resolution."""
    device = squares.device
    basis, to = _dct(device), torch.tensor(_YCC, device=device)
    percent = torch.where(quality < 50, 5000 / quality, 200 - 2 * quality)[:, None, None]
    luma, chroma = (((_table(text, device) * percent + 50) / 100).floor().clamp(1, 255) for text in (_LUMA, _CHROMA))
    planes = torch.einsum("ij,njhw->nihw", to, squares)
    bright = _quantized(planes[:, :1] - 128, luma, basis) + 128
    colours = _quantized(functional.avg_pool2d(planes[:, 1:], 2), chroma, basis)
    colours = functional.interpolate(colours, scale_factor=2, mode="bilinear", align_corners=False)
    back = torch.linalg.inv(to)
    return torch.einsum("ij,njhw->nihw", back, torch.cat([bright, colours], 1)).clamp(0, 255)


def blurred(squares, sigma):
    """Squares blurred by a Gauss of sigma [N] pixels each."""
    reach, count = 5, len(squares)
    steps = torch.arange(-reach, reach + 1, device=squares.device, dtype=torch.float32)
    kernel = torch.exp(-(steps[None] ** 2) / (2 * sigma[:, None] ** 2))
    kernel = (kernel / kernel.sum(1, keepdim=True)).repeat_interleave(3, 0)
    flat = functional.pad(squares.reshape(1, count * 3, *squares.shape[2:]), (reach,) * 4, mode="reflect")
    flat = functional.conv2d(flat, kernel[:, None, :, None], groups=count * 3)
    return functional.conv2d(flat, kernel[:, None, None, :], groups=count * 3).view(squares.shape)


def worn(squares):
    """Lost sharpness: a smaller picture, blur, sharpening, JPEG, noise."""
    count, side, device = len(squares), squares.shape[2], squares.device
    squares = squares.clone()
    # one factor for each of a few parts of the batch
    for part in torch.randperm(count, device=device)[: max(1, round(0.35 * count))].tensor_split(6):
        if len(part):
            width = max(8, int(side * math.exp(float(_uniform(-1.1, -0.1, 1, device="cpu")))))
            height = max(8, int(width * math.exp(float(torch.randn(1)) * 0.1)))
            small = functional.interpolate(
                squares[part], (height, width), mode="bilinear", antialias=True, align_corners=False
            )
            squares[part] = functional.interpolate(small, (side, side), mode="bilinear", align_corners=False)
    if len(part := _some(0.15, count, device)):
        squares[part] = blurred(squares[part], _uniform(0.5, 1.8, len(part), device=device))
    if len(part := _some(0.1, count, device)):
        soft = blurred(squares[part], _uniform(0.8, 2, len(part), device=device))
        share = _uniform(0.5, 1.8, len(part), 1, 1, 1, device=device)
        squares[part] = (squares[part] * (1 + share) - soft * share).clamp(0, 255)
    if len(part := _some(0.35, count, device)):
        squares[part] = jpeg(squares[part], _uniform(25, 85, len(part), device=device).floor())
    if len(part := _some(0.25, count, device)):
        grain = torch.randn(len(part), 1, side, side, device=device)
        squares[part] = (squares[part] + grain * _uniform(2, 11, len(part), 1, 1, 1, device=device)).clamp(0, 255)
    return squares


def _hsv(squares):
    largest, place = squares.max(1)
    least = squares.amin(1)
    span = largest - least
    red, green, blue = squares.unbind(1)
    safe = span.clamp(min=1e-6)
    hue = torch.where(
        place == 0,
        (green - blue) / safe % 6,
        torch.where(place == 1, (blue - red) / safe + 2, (red - green) / safe + 4),
    )
    return torch.where(span > 1e-6, hue / 6, 0), span / largest.clamp(min=1e-6), largest


def _rgb(hue, saturation, value):
    channels = []
    for shift in (5, 3, 1):
        k = (shift + hue * 6) % 6
        channels.append(value - value * saturation * torch.minimum(k, 4 - k).clamp(0, 1))
    return torch.stack(channels, 1)


def coloured(squares, strange=0.0):
    """Other light: white balance, exposure, contrast, hue, saturation, shade; a share of `strange` in any hue."""
    count, device = len(squares), squares.device

    def normal(*shape):
        return torch.randn(*shape, device=device)

    gain = torch.exp(normal(count, 3, 1, 1) * 0.12 + normal(count, 1, 1, 1) * 0.25)
    bend = torch.exp(normal(count, 1, 1, 1) * 0.25)
    levels = (squares / 255).clamp(0, 1) ** bend * gain + normal(count, 1, 1, 1) * 0.04
    flat = (torch.rand(count, 1, 1, 1, device=device) < 0.25).float()
    contrast = 1 + flat * (_uniform(0.45, 1.4, count, 1, 1, 1, device=device) - 1)
    levels = ((levels - 0.5) * contrast + 0.5).clamp(0, 1)
    if len(part := _some(0.5, count, device)):
        hue, saturation, value = _hsv(levels[part])
        most = torch.where(torch.rand(len(part), device=device) < strange, 0.5, 1 / 15)
        turn = ((torch.rand(len(part), device=device) * 2 - 1) * most)[:, None, None]
        saturation = (saturation * _uniform(0.3, 1.5, len(part), 1, 1, device=device)).clamp(0, 1)
        levels[part] = _rgb((hue + turn) % 1, saturation, value)
    grey = (torch.rand(count, 1, 1, 1, device=device) < 0.05).float()
    levels = torch.lerp(levels, levels.mean(1, keepdim=True), grey)
    if len(part := _some(0.15, count, device)):
        coarse = _uniform(0.45, 1.25, len(part), 1, 3, 3, device=device)
        shade = functional.interpolate(coarse, levels.shape[2:], mode="bicubic", align_corners=False)
        levels[part] = (levels[part] * shade).clamp(0, 1)
    return levels * 255
