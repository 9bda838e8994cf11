"""What cameras, messengers and light do to a picture."""

import cv2
import numpy as np


def worn(rng, square):
    """Lost sharpness: a smaller picture, blur, sharpening, JPEG, noise."""
    side = square.shape[0]
    if rng.random() < 0.35:
        width = max(8, int(side * np.exp(rng.uniform(-1.1, -0.1))))
        height = max(8, int(width * np.exp(rng.normal(0, 0.1))))
        small = cv2.resize(square, (width, height), interpolation=cv2.INTER_AREA)
        square = cv2.resize(small, (side, side), interpolation=cv2.INTER_LINEAR)
    if rng.random() < 0.15:
        square = cv2.GaussianBlur(square, (0, 0), rng.uniform(0.5, 1.8))
    if rng.random() < 0.1:
        soft, share = cv2.GaussianBlur(square, (0, 0), rng.uniform(0.8, 2)), rng.uniform(0.5, 1.8)
        square = cv2.addWeighted(square, 1 + share, soft, -share, 0)
    if rng.random() < 0.35:
        quality = [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(25, 85))]
        square = cv2.imdecode(cv2.imencode(".jpg", square, quality)[1], cv2.IMREAD_COLOR)
    if rng.random() < 0.25:
        noise = rng.normal(0, rng.uniform(2, 11), (side, side, 1))
        square = np.clip(square + noise, 0, 255).astype(np.uint8)
    return square


def coloured(rng, square, strange=0.0):
    """Other light: white balance, exposure, contrast, hue, saturation, shade; a share of `strange` in any hue at
    all."""
    gain = np.exp(rng.normal(0, 0.12, (1, 3)) + rng.normal(0, 0.25))
    levels = np.linspace(0, 1, 256)[:, None] ** float(np.exp(rng.normal(0, 0.25))) * gain + rng.normal(0, 0.04)
    if rng.random() < 0.25:
        levels = (levels - 0.5) * rng.uniform(0.45, 1.4) + 0.5
    square = cv2.LUT(square, np.clip(levels * 255, 0, 255).astype(np.uint8)[None])
    if rng.random() < 0.5:
        hsv = cv2.cvtColor(square, cv2.COLOR_RGB2HSV)
        turn = 90 if rng.random() < strange else 12
        hsv[..., 0] = (hsv[..., 0].astype(int) + int(rng.integers(-turn, turn + 1))) % 180
        hsv[..., 1] = np.clip(hsv[..., 1] * rng.uniform(0.3, 1.5), 0, 255)
        square = cv2.cvtColor(hsv, cv2.COLOR_HSV2RGB)
    if rng.random() < 0.05:
        square = cv2.cvtColor(cv2.cvtColor(square, cv2.COLOR_RGB2GRAY), cv2.COLOR_GRAY2RGB)
    if rng.random() < 0.15:
        coarse = rng.uniform(0.45, 1.25, (3, 3)).astype(np.float32)
        shade = cv2.resize(coarse, square.shape[1::-1], interpolation=cv2.INTER_CUBIC)
        square = np.clip(square * shade[..., None], 0, 255).astype(np.uint8)
    return square
