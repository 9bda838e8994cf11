"""Trains the classifier of actions on rendered movements: windows of keypoints in, ONNX out."""

import argparse
import time
from copy import deepcopy
from pathlib import Path

import numpy as np
import torch
from torch.nn import functional

from training.export import write_graph
from training.schedule import falling

from .measure import measure, table
from .network import Exported, Network
from .records import recorded
from .windows import LABELS, windows

ROOT = Path(__file__).resolve().parents[3]
VERSION, SEED = "0.1", 9
# windows that are held out; those that training draws begin far behind them
HELD = 6000


def arguments():
    """What may be asked for."""
    parser = argparse.ArgumentParser(
        prog="scripts/model-development/train actions",
        description="Trains samples/models/actions.onnx on rendered movements; the same numbers give the same weights.",
    )
    parser.add_argument("--windows", type=int, default=36000, help="windows to render (default 36000)")
    parser.add_argument("--rounds", type=int, default=10, help="how often each is learnt from (default 10)")
    parser.add_argument("--rate", type=float, default=3e-3, help="highest learning rate (default 0.003)")
    parser.add_argument("--threads", type=int, default=2, help="threads to compute with (default 2)")
    parser.add_argument("--measure", action="store_true", help="only measure the model that is there")
    parser.add_argument(
        "--records", type=Path, help="a folder of records of the recordings in actions/labels, to measure on them too"
    )
    parser.add_argument(
        "--model", type=Path, default=ROOT / "samples" / "models" / "actions.onnx", help="where the model goes"
    )
    return parser.parse_args()


def train(args):
    """The training itself; returns the network."""
    torch.manual_seed(SEED)
    torch.set_num_threads(args.threads)
    values, labels = windows(1_000_000, args.windows, False, args.threads)
    values, labels = torch.from_numpy(values), torch.from_numpy(labels)
    network = Network()
    optimizer = torch.optim.AdamW(network.parameters(), weight_decay=0.02)
    print(f"{sum(p.numel() for p in network.parameters())} parameters, {len(labels)} windows", flush=True)
    batch, begun, done = 128, time.monotonic(), 0
    steps = args.rounds * (len(labels) // batch)
    for turn in range(args.rounds):
        shown = []
        for chosen in torch.randperm(len(labels))[: len(labels) // batch * batch].split(batch):
            for group in optimizer.param_groups:
                group["lr"] = args.rate * falling(done / steps) * min(1, (done + 1) / 200)
            loss = functional.cross_entropy(network(values[chosen]), labels[chosen], label_smoothing=0.03)
            optimizer.zero_grad(set_to_none=True)
            loss.backward()
            optimizer.step()
            done += 1
            shown.append(loss.item())
        print(f"round {turn + 1} at {(time.monotonic() - begun) / 60:.1f} min: loss {np.mean(shown):.3f}", flush=True)
    return network


def export(network, path):
    """Exports a copy of the network to `path`."""
    metadata = {
        "description": "Quiver's classifier of actions: 60 frames of one person's 18 keypoints in OpenPose's order",
        "task": "action",
        "names": str(dict(enumerate(LABELS))),
    }
    exported = Exported(deepcopy(network).eval())
    write_graph(exported, torch.zeros(Exported.shape), ("poses", "actions"), path, VERSION, metadata)


def main():
    """Trains, exports, measures."""
    args = arguments()
    if not args.measure:
        export(train(args), args.model)
        print(f"exported {args.model} ({args.model.stat().st_size / 1e3:.0f} kB)", flush=True)
    print(table(measure(args.model, *windows(0, HELD, True, args.threads))))
    if args.records:
        names, values, labels = recorded(args.records)
        print(
            f"\n{table(measure(args.model, values, labels))}, of {len({name.split()[0] for name in names})} recordings"
        )


if __name__ == "__main__":
    main()
