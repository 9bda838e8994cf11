"""Draws arrows: round shafts with what is printed on them, vanes, and the blur of what is close to the lens."""

import cv2
import numpy as np

from .arrows import SHIFT, vanes

NEAR = 45.0
STEP = 0.4


def _skin(rng, arrow, light, brightness):
    """What covers the shaft: a picture, along it (STEP millimetres a pixel) by across it (32 pixels)."""
    made, across = arrow.build, 32
    count = int(arrow.length / STEP)
    skin = np.empty((across, count, 3), np.uint8)
    skin[:] = np.clip(made.shaft, 4, 255)

    def span(a, b):
        return slice(max(0, int(a / STEP)), max(0, int(b / STEP)))

    for start, end, ground, ink in made.decals:
        if ground is not None:
            skin[:, span(start, end)] = ground
        if rng.random() < 0.6:
            word = "".join(rng.choice(list("AEIKLNORSTUX 0123456789"), int(rng.integers(3, 11))))
            size = across * rng.uniform(0.014, 0.026)
            cv2.putText(skin, word, (int(start / STEP), int(across * 0.68)), cv2.FONT_HERSHEY_DUPLEX, size, ink, 2)
        else:
            for _ in range(int(rng.integers(1, 5))):
                place = rng.uniform(start, end)
                skin[:, span(place, place + rng.uniform(2, 14))] = ink
    if made.point:
        skin[:, span(0, made.point)] = 165
    if made.wrap is not None:
        skin[:, span(arrow.length - made.vane_length - 60, arrow.length)] = made.wrap
    skin[:, span(arrow.length - 14, arrow.length + 1)] = made.nock
    u = np.linspace(-1, 1, across, dtype=np.float32)[:, None, None]
    round_ = np.sqrt(np.clip(1 - u * u, 0, 1))
    shade = 0.45 + 0.55 * np.clip(round_ * np.cos(light) + u * np.sin(light), 0, 1)
    streak = np.exp(-(((u - np.sin(light * 0.6)) / 0.16) ** 2))
    skin = skin * (shade * np.float32(brightness))
    skin += made.gloss * brightness * (30 + 80 * streak)
    dark = np.ones(count, np.float32)
    ramp = min(count, max(2, int(made.radius * rng.uniform(1, 5) / STEP)))
    dark[:ramp] = np.linspace(rng.uniform(0.3, 1.0), 1, ramp)
    return np.clip(skin * dark[None, :, None], 0, 255).astype(np.uint8)


def _paint(layer, polygon, colour):
    colour = (*(float(np.clip(c, 0, 255)) for c in colour), 255.0)
    cv2.fillPoly(layer, [np.round(np.clip(polygon, -2e4, 2e4) * 2**SHIFT).astype(np.int32)], colour, cv2.LINE_AA, SHIFT)


def _over(layer, patch):
    """Composites a picture with premultiplied alpha over another one of the same kind."""
    keep = 255 - patch[..., 3]
    cv2.multiply(layer, cv2.merge([keep] * 4), layer, scale=1 / 255)
    cv2.add(layer, patch, layer)


def _disc(centre, way, radius, points=20):
    a = np.cross(way, [0.3, 0.9, 0.1])
    a /= np.linalg.norm(a)
    b = np.cross(way, a)
    t = np.linspace(0, 2 * np.pi, points, endpoint=False)[:, None]
    return centre + radius * (np.cos(t) * a + np.sin(t) * b)


def _lay_skin(layer, corner, camera, arrow, skin, reach):
    """Lays the skin on the rectangle through the arrow's axis that the camera sees edge to edge."""
    made = arrow.build
    side = np.cross(arrow.way, camera.centre - arrow.tip)
    side *= made.radius / np.linalg.norm(side)
    ends = camera.project(np.stack([arrow.tip, arrow.tip + arrow.way * reach]))
    wide = 2 * made.radius * camera.matrix[0, 0] / camera.depth(np.stack([arrow.tip, arrow.tip + arrow.way * reach]))
    skin = skin[:, : max(2, int(reach / STEP))]
    columns = int(np.clip(np.linalg.norm(ends[1] - ends[0]), 2, skin.shape[1]))
    rows = int(np.clip(np.sqrt(wide[0] * wide[1]) * 1.1, 2, skin.shape[0]))
    skin = cv2.resize(skin, (columns, rows), interpolation=cv2.INTER_AREA)
    skin = cv2.merge([*cv2.split(skin), np.full(skin.shape[:2], 255, np.uint8)])
    skin = cv2.copyMakeBorder(skin, 1, 1, 1, 1, cv2.BORDER_CONSTANT, value=(0, 0, 0, 0))
    project = camera.matrix @ camera.rotation
    start = arrow.tip - side - camera.centre
    axes = np.stack([arrow.way * reach / columns, side * 2 / rows, start], 1)
    place = project @ axes @ np.array([[1, 0, -0.5], [0, 1, -0.5], [0, 0, 1.0]])
    shift = np.array([[1, 0, -corner[0]], [0, 1, -corner[1]], [0, 0, 1.0]])
    size = (layer.shape[1], layer.shape[0])
    _over(layer, cv2.warpPerspective(skin, shift @ place, size, flags=cv2.INTER_LINEAR))


def _defocus(layer, sigma):
    """Blurs each pixel of a layer by its own sigma."""
    most = float(sigma.max())
    if most < 0.5:
        return layer
    levels, pictures = [0.0], [layer.astype(np.float32)]
    while levels[-1] < most and len(levels) < 5:
        level = max(0.8, levels[-1] * 2.6)
        # what the picture's edge leaves of an arrow may be thinner than the step
        shrink = min(max(1, int(level / 1.5)), *layer.shape[:2])
        small = cv2.resize(layer, None, fx=1 / shrink, fy=1 / shrink, interpolation=cv2.INTER_AREA)
        small = cv2.GaussianBlur(small, (0, 0), level / shrink)
        pictures.append(cv2.resize(small, layer.shape[1::-1], interpolation=cv2.INTER_LINEAR).astype(np.float32))
        levels.append(level)
    place = np.interp(sigma, levels, np.arange(len(levels))).astype(np.float32)
    out = np.zeros_like(pictures[0])
    for number, picture in enumerate(pictures):
        out += picture * np.clip(1 - np.abs(place - number), 0, 1)[..., None]
    return np.clip(out, 0, 255).astype(np.uint8)


def draw_arrow(rng, picture, camera, arrow, brightness, light, aperture, front):
    """Draws the arrow; the points that its box must hold, what it covers and what hides it (two pictures), and their
    corner."""
    made, height, width = arrow.build, *picture.shape[:2]
    deep = camera.depth(np.stack([arrow.tip, arrow.nock]))
    reach = arrow.length if deep[1] > NEAR else arrow.length * (deep[0] - NEAR) / (deep[0] - deep[1])
    shapes = [(p, c, o) for p, c, o in vanes(arrow) if (camera.depth(p) > NEAR).all()]
    shapes.sort(key=lambda vane: -float(camera.depth(vane[0]).mean()))
    ends = camera.project(np.stack([arrow.tip, arrow.tip + arrow.way * reach]))
    depths = camera.depth(np.stack([arrow.tip, arrow.tip + arrow.way * reach]))
    wide = made.radius * camera.matrix[0, 0] / depths
    seen = np.concatenate(
        [ends + [[d, e]] * wide[:, None] for d in (-1, 1) for e in (-1, 1)] + [camera.project(p) for p, _, _ in shapes]
    )
    blur = aperture * camera.matrix[0, 0] * (1 / depths - 1 / depths[0])
    margin = 3 + 2.5 * blur.max()
    low = np.clip(np.floor(seen.min(0) - margin), 0, [width, height]).astype(int)
    high = np.clip(np.ceil(seen.max(0) + margin), 0, [width, height]).astype(int)
    if (high <= low).any():
        return seen, None, None, low
    layer = np.zeros((high[1] - low[1], high[0] - low[0], 4), np.uint8)

    def vane(points, colour, out):
        tone = np.asarray(colour, float) * brightness * (0.7 + 0.3 * abs(out[1]))
        _paint(layer, camera.project(points) - low, tone)

    if shapes:
        vane(*shapes[0])
    skin = _skin(rng, arrow, light, brightness)
    _paint(layer, camera.project(_disc(arrow.tip, np.array([0, 0, 1.0]), made.radius)) - low, skin[:, 0].mean(0) * 0.8)
    _lay_skin(layer, low, camera, arrow, skin, reach)
    if reach == arrow.length:
        _paint(layer, camera.project(_disc(arrow.nock, arrow.way, made.radius)) - low, np.array(made.nock) * brightness)
    for shape in shapes[1:]:
        vane(*shape)
    along = ends[1] - ends[0]
    y, x = np.mgrid[low[1] : high[1], low[0] : high[0]].astype(np.float32)
    share = ((x - ends[0, 0]) * along[0] + (y - ends[0, 1]) * along[1]) / max(float(along @ along), 1.0)
    share = np.clip(share, 0, 1.1).astype(np.float32)
    if blur[1] >= 0.5:
        layer = _defocus(layer, share * np.float32(blur[1]))
    hidden = front.place(layer, (1 / depths[0] + share * (1 / depths[1] - 1 / depths[0])).astype(np.float32), low)
    part = picture[low[1] : high[1], low[0] : high[0]]
    keep = cv2.merge([255 - layer[..., 3]] * 3)
    part[:] = cv2.add(cv2.multiply(part, keep, scale=1 / 255), np.ascontiguousarray(layer[..., :3]))
    return seen, layer[..., 3], hidden, low
