"""Exports of public architectures with random weights, made such that real photos give some dozens of findings.

Trained weights are not ours to keep, and post-processing does not care: what counts is that boxes, masks, joints and
angles of all kinds come out. Random weights alone would give the same answer everywhere, therefore:
- each normalisation takes the statistics of real photos, as it would in training, so that no signal fades away;
- the last convolutions are scaled to a spread (SPREADS) that boxes, joints and angles differ much;
- every other filter of the first layers is a mean, so that not only photos with sharp edges give findings;
- each class is made for one of the photos, or one photo would have all findings and most others none;
- the bias of each class is set such that a given share of all places is over the threshold.
"""

import contextlib
import io
import math
import shutil

import torch
from ultralytics import YOLO

SEED, SIZE = 20260721, 640
MODELS = {"yolov8n-seg": "segment", "yolo11n-seg": "segment", "yolov8n-pose": "pose", "yolov8n-obb": "obb"}
# of the raw outputs, before sigmoid and softmax
SPREADS = {"boxes": 2.0, "mask_coefficient": 1.0, "kpts": 3.0, "angle": 1.5}
EXTRA = {"segment": "mask_coefficient", "pose": "kpts", "obb": "angle"}
# the threshold, the share of all places that is over it, and how steeply scores rise
CONFIDENCE, SHARE, GAIN = 0.25, 0.03, 0.3
# instead of the one class that this architecture has, which could not be given to every photo
CLASSES = {"pose": 20}


def make(name, batch, folder):
    """Makes a model and exports it; the file and the names of its classes."""
    torch.manual_seed(SEED)
    made = YOLO(f"{name}.yaml", task=MODELS[name], verbose=False)
    network = made.model
    if classes := CLASSES.get(made.task):
        network = type(network)(f"{name}.yaml", nc=classes, verbose=False)
        network.args, network.task, made.model = made.model.args, made.task, network
    network.names = {index: f"thing {index}" for index in range(network.model[-1].nc)}
    with torch.no_grad():
        blur(network)
        settle(network, batch)
        teach(network, batch)
        aim(network, batch, EXTRA[MODELS[name]])
    # what it says while it exports is no concern of who compares
    with contextlib.redirect_stdout(io.StringIO()):
        file = made.export(format="onnx", imgsz=SIZE, opset=17, simplify=False, device="cpu")
    return shutil.move(file, folder / f"{name}.onnx"), list(network.names.values())


def blur(network):
    """Makes means of every other filter: random ones answer to edges alone, of which some photos have few."""
    for layer in list(network.modules()):
        if isinstance(layer, torch.nn.Conv2d) and layer.stride == (2, 2):
            layer.weight[::2] = layer.weight[::2, :, 1:2, 1:2]


def settle(network, batch):
    """Gives the normalisations the statistics of real photos."""
    layers = [layer for layer in network.modules() if isinstance(layer, torch.nn.BatchNorm2d)]
    usual = [layer.momentum for layer in layers]
    for layer in layers:
        layer.reset_running_stats()
        layer.momentum = None
    network.train()
    # all at once: with parts the layers would be settled on other signals than they get afterwards
    network(batch)
    network.eval()
    for layer, momentum in zip(layers, usual):
        layer.momentum = momentum


def teach(network, batch):
    """Gives each class to one photo in turn: a direction in which this photo differs from the others, and a random
    one."""
    chance = torch.Generator().manual_seed(SEED)
    for branch in network.model[-1].cv3:
        last, taken = branch[-1], []
        hook = last.register_forward_pre_hook(
            lambda _, given, taken=taken: taken.append(given[0].flatten(2).transpose(1, 2))
        )
        for part in batch.split(4):
            network(part)
        hook.remove()
        features = torch.cat(taken)
        means = features.mean(1)
        within = (features - means[:, None]).flatten(0, 1)
        # the covariance inside of photos: under its inverse root every direction varies as much as any other
        values, vectors = torch.linalg.eigh(within.T @ within / len(within))
        root = vectors / values.clamp(min=values.max() * 1e-4).sqrt()
        apart = torch.nn.functional.normalize((means - means.mean(0)) @ root, dim=1)
        classes = len(last.weight)
        random = torch.nn.functional.normalize(torch.randn(classes, len(values), generator=chance), dim=1)
        directions = apart.repeat(classes // len(batch) + 1, 1)[:classes] + random
        last.weight.copy_((directions @ root.T)[:, :, None, None])
        last.bias.copy_(-(last.weight[:, :, 0, 0] @ means.mean(0)))


def raw(network, batch, key):
    """Raw outputs of the head at all places of all photos: [photos, values, places]."""
    return torch.cat([network(part)[1][key] for part in batch.split(4)])


def aim(network, batch, extra):
    """Scales the last convolutions, and moves the classes to the threshold."""
    head = network.model[-1]
    for key, branches in {"boxes": head.cv2, extra: head.cv4}.items():
        convolutions = [branch[-1] for branch in branches]
        for convolution in convolutions:
            convolution.bias.zero_()
        spread = raw(network, batch, key).std()
        for convolution in convolutions:
            convolution.weight.mul_(SPREADS[key] / spread)
    scores = raw(network, batch, "scores").transpose(0, 1).flatten(1)
    edges = scores.topk(max(1, round(SHARE * scores.numel() / len(scores) ** 2))).values[:, -1]
    threshold = math.log(CONFIDENCE / (1 - CONFIDENCE))
    for branch in head.cv3:
        branch[-1].weight.mul_(GAIN)
        branch[-1].bias.sub_(edges).mul_(GAIN).add_(threshold)
