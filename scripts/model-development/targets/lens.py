"""What lens, sensor and phone do to a picture: white balance, exposure, blur, noise."""

import cv2
import numpy as np

from .noise import fine


def develop(rng, canvas, roughness):
    """The picture as a phone would have kept it (uint8 RGB)."""
    height, width = canvas.shape[:2]
    blur = abs(rng.normal(0, 0.6)) * roughness * width / 1200
    if roughness >= 1 and rng.random() < 0.06:
        blur *= 3
    if blur > 0.3:
        canvas = cv2.GaussianBlur(canvas, (0, 0), blur)
    if roughness >= 1 and rng.random() < 0.1:
        length = max(3, int(width / 1200 * rng.uniform(3, 9)))
        kernel = np.zeros((length, length), np.float32)
        angle = rng.uniform(0, np.pi)
        middle = length / 2
        reach = np.array([np.cos(angle), np.sin(angle)]) * middle
        cv2.line(
            kernel,
            tuple(np.round(middle - reach).astype(int).tolist()),
            tuple(np.round(middle + reach).astype(int).tolist()),
            1.0,
        )
        canvas = cv2.filter2D(canvas, -1, kernel / max(kernel.sum(), 1e-6))
    gains = rng.normal(1.0, 0.055 * roughness, 3).clip(0.8, 1.22)
    exposure = float(np.exp(rng.normal(0, 0.2 * roughness)))
    bend = rng.uniform(0.85, 1.2)
    levels = np.linspace(0, 1, 256)
    table = np.stack([255 * np.clip(levels**bend * gain * exposure, 0, None) for gain in gains], axis=1)
    table = np.where(table > 225, 225 + 30 * (1 - np.exp(-(table - 225) / 30)), table) + rng.uniform(0, 10)
    canvas = cv2.LUT(canvas, np.clip(table, 0, 255).astype(np.uint8)[None])
    strength = rng.uniform(0.8, 5.0) * (0.4 + 0.6 * roughness)
    grain = fine(rng, (height, width))
    grain = cv2.GaussianBlur(grain, (0, 0), 0.7) * 1.8 if width > 1400 else grain
    noise = np.clip(grain * strength, -60, 60)
    vignette = _vignette(rng, (height, width))
    for channel in range(3):
        plane = canvas[:, :, channel].astype(np.float32)
        canvas[:, :, channel] = np.clip(
            plane * vignette + (noise if channel == 1 else np.roll(noise, 31 * (channel + 1), axis=1)), 0, 255
        ).astype(np.uint8)
    return canvas


def _vignette(rng, shape):
    height, width = shape
    y = np.linspace(-1, 1, height, dtype=np.float32)[:, None]
    x = np.linspace(-1, 1, width, dtype=np.float32)[None]
    return 1.03 - np.float32(rng.uniform(0.02, 0.13)) * (x * x + y * y)
