"""Depthwise convolutions whose gradient is cheap on a CPU.

The gradient of a convolution with stride is one without, over the gradient with zeros between: the library's own takes
up to twenty times as long where channels are not mixed.
"""

import torch
from torch import nn
from torch.nn import functional


def _spread(gradient, stride, size):
    """A gradient with zeros where the stride skipped, of the input's size."""
    if stride == 1:
        return gradient
    spread = gradient.new_zeros(*gradient.shape[:2], *size).contiguous(memory_format=torch.channels_last)
    spread[:, :, ::stride, ::stride] = gradient
    return spread


class _Depthwise(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, weight, bias, stride, padding):
        ctx.save_for_backward(x, weight)
        ctx.stride, ctx.padding = stride, padding
        return functional.conv2d(x, weight, bias, stride, padding, groups=x.shape[1])

    @staticmethod
    def backward(ctx, gradient):
        x, weight = ctx.saved_tensors
        groups, to_weight, to_bias = x.shape[1], None, None
        if ctx.needs_input_grad[1]:
            layout = ((ctx.stride,) * 2, (ctx.padding,) * 2, (1, 1), False, (0, 0), groups)
            # in full precision it takes a fifth of the time
            full = (tensor.float() for tensor in (gradient, x, weight))
            _, to_weight, _ = torch.ops.aten.convolution_backward(*full, None, *layout, (False, True, False))
            to_weight = to_weight.to(weight.dtype)
        if ctx.needs_input_grad[2]:
            to_bias = gradient.sum((0, 2, 3))
        spread = _spread(gradient, ctx.stride, x.shape[2:])
        margin = weight.shape[2] - 1 - ctx.padding
        back = functional.conv2d(spread, weight.flip(2, 3), None, 1, margin, groups=groups)
        return back, to_weight, to_bias, None, None


class DepthwiseConv2d(nn.Conv2d):
    """As `Conv2d` with a group for each channel, an odd kernel, half of it as padding, and stride 1 or 2 over even
    sides."""

    def forward(self, x):
        """Takes and gives [N, C, H, W]."""
        if not torch.is_grad_enabled():
            return super().forward(x)
        kind = torch.get_autocast_dtype("cpu") if torch.is_autocast_enabled("cpu") else x.dtype
        bias = None if self.bias is None else self.bias.to(kind)
        return _Depthwise.apply(x.to(kind), self.weight.to(kind), bias, self.stride[0], self.padding[0])


def cheapen(module):
    """Gives all depthwise convolutions of a module the cheap gradient."""
    for layer in module.modules():
        if isinstance(layer, nn.Conv2d) and layer.groups == layer.in_channels > 1:
            layer.__class__ = DepthwiseConv2d
