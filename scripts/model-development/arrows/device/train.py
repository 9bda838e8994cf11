"""Trains the network for arrows on an accelerator, for a set time, and keeps its weights.

Photos come packed (arrows.device.packed), scenes from a folder that may fill up meanwhile. `train arrows --measure`
with the weights as --begin-with fits the confidence and exports.
"""

import argparse
import time
from pathlib import Path

import numpy as np
import torch

from training.schedule import falling

from ..data import STRANGE
from ..export import load
from ..loss import NAMES, losses
from ..maps import STRIDE
from ..network import Network
from .feeders import SCENE, Feeders
from .maps import encode
from .squares import LOOKS, Wish, cut, matrices, moved, within
from .store import Store
from .wear import coloured, worn

WARM_UP = 150
BACKBONE_RATE = 0.35
LONGEST_AVERAGE = 0.999
# for the last part of the time squares are large, at the scales of the network's two looks
LAST = 0.25
KEPT_AT = (0.6, 0.8)


def arguments():
    """What may be asked for."""
    parser = argparse.ArgumentParser(prog="python -m arrows.device", description=__doc__)
    parser.add_argument("--photos", type=Path, required=True, help="a folder of packed photos")
    parser.add_argument("--scenes", type=Path, required=True, help="a folder of rendered scenes, which may grow")
    parser.add_argument("--output", type=Path, required=True, help="where weights go")
    parser.add_argument("--name", default="arrows", help="what their files are called")
    parser.add_argument("--begin-with", type=Path, help="an exported model; without one, ImageNet's weights")
    parser.add_argument("--leave-out", nargs="*", default=[], help="groups that training must not see")
    parser.add_argument("--seconds", type=float, default=420, help="time in all, preparation included (default 420)")
    parser.add_argument("--batch", type=int, default=64, help="squares in a step (default 64)")
    parser.add_argument("--size", type=int, default=384, help="their side in pixels (default 384)")
    parser.add_argument("--last-size", type=int, default=768, help="their side in the last steps (default 768)")
    parser.add_argument("--rate", type=float, default=1.5e-3, help="highest learning rate (default 0.0015)")
    parser.add_argument("--share", type=float, default=0.45, help="share of real photos (default 0.45)")
    parser.add_argument("--feeders", type=int, default=6, help="processes that make views ready (default 6)")
    parser.add_argument("--views", type=int, default=5000, help="views in memory (default 5000)")
    parser.add_argument("--changed", type=int, default=900, help="of them changed photos (default 900)")
    parser.add_argument("--fewest", type=int, default=400, help="scenes to begin with (default 400)")
    parser.add_argument("--patience", type=float, default=30, help="seconds to wait for them (default 30)")
    parser.add_argument("--save-every", type=float, default=60, help="seconds between checkpoints (default 60)")
    parser.add_argument("--seed", type=int, default=1, help="seed of the squares (default 1)")
    parser.add_argument("--channels-last", action="store_true", help="lay channels last")
    parser.add_argument("--compile", action="store_true", help="compile the network for the device first")
    return parser.parse_args()


class Run:
    """The network while it learns, and the running average of its weights."""

    def __init__(self, args, device):
        network = load(args.begin_with) if args.begin_with else Network()
        self.layout = torch.channels_last if args.channels_last else torch.contiguous_format
        self.network = network.to(device, memory_format=self.layout).requires_grad_(True).train()
        self.average = {name: value.detach().clone() for name, value in self.network.state_dict().items()}
        named = list(self.network.named_parameters())
        groups = [
            {"params": [p for name, p in named if name.startswith(("stem", "blocks"))], "share": BACKBONE_RATE},
            {"params": [p for name, p in named if not name.startswith(("stem", "blocks"))], "share": 1.0},
        ]
        self.optimizer = torch.optim.AdamW(groups, lr=args.rate, weight_decay=1e-4, fused=device.type == "cuda")
        self.forward = torch.compile(self.network) if args.compile else self.network
        self.device, self.number = device, 0

    def step(self, squares, wanted, rate):
        """Learns from one batch; the loss and its parts, on the device."""
        for group in self.optimizer.param_groups:
            group["lr"] = rate * group["share"]
        pictures = ((squares - 127.0) / 128.0).to(memory_format=self.layout)
        with torch.autocast(self.device.type, dtype=torch.bfloat16):
            raw = self.forward(pictures)
        total, parts = losses(raw.float(), wanted)
        self.optimizer.zero_grad(set_to_none=True)
        total.backward()
        torch.nn.utils.clip_grad_norm_(self.network.parameters(), 5.0)
        self.optimizer.step()
        self.number += 1
        self._follow(min(LONGEST_AVERAGE, (1 + self.number) / (10 + self.number)))
        return torch.stack([total.detach(), *(part.detach() for part in parts)])

    def _follow(self, keep):
        state = self.network.state_dict()
        names = [name for name, value in state.items() if value.is_floating_point()]
        mine, theirs = [self.average[name] for name in names], [state[name] for name in names]
        torch._foreach_lerp_(mine, [value.detach() for value in theirs], 1 - keep)
        for name in state.keys() - set(names):
            self.average[name].copy_(state[name])

    def save(self, path):
        """Writes the average, whole or not at all."""
        partial = path.with_suffix(".part")
        torch.save(
            {"network": {k: v.cpu().contiguous() for k, v in self.average.items()}, "step": self.number}, partial
        )
        partial.replace(path)


def batch(rng, store, wish, count, share):
    """Squares and what their maps should be, on the device."""
    slots = store.draw(rng, count, share)
    rows, there = store.rows[slots], store.there[slots]
    matrix, scale = matrices(rng, wish, rows, there)
    kept = max(1, int(there.sum(1).max()))
    rows, there = moved(rows[:, :kept], there[:, :kept], matrix)
    device = store.device
    squares = cut(store.pixels, torch.from_numpy(slots), matrix, scale, wish.size)
    squares = coloured(worn(squares), STRANGE)
    known = torch.from_numpy(store.known[slots]).to(device, torch.float32)
    is_known = within(known, torch.from_numpy(matrix).to(device), wish.size, STRIDE)
    rows, there = torch.from_numpy(rows).to(device, torch.float32), torch.from_numpy(there).to(device)
    with torch.no_grad():
        return squares, encode(rows, there, wish.size, is_known)


def gather(store, args, begun):
    """Waits until all photos and enough scenes are there."""
    while not store.loaded.all() or store.came[SCENE] < min(args.fewest, store.room[SCENE]):
        store.take(16)
        time.sleep(0.002)
        if time.monotonic() - begun > args.patience and store.loaded.any():
            break
    print(f"{time.monotonic() - begun:.0f} s: {int(store.loaded.sum())} photos' views, {store.came[SCENE]} scenes'")


def learn(args, run, store, begun):
    """Learns until the time is up."""
    rng, start = np.random.default_rng(args.seed), time.monotonic()
    budget, shown, saved, told = args.seconds - (start - begun), None, start, (start, 0)
    kept = list(KEPT_AT)
    crops = Wish(args.size)
    looks = Wish(args.last_size, looks=LOOKS, stretch=0.05, tilt=0.08)
    few = max(2, args.batch * args.size**2 // args.last_size**2)
    while (share := (time.monotonic() - start) / budget) < 1:
        store.take(4)
        wish, count = (looks, few) if share > 1 - LAST else (crops, args.batch)
        squares, wanted = batch(rng, store, wish, count, args.share)
        rate = args.rate * falling(share) * min(1, (run.number + 1) / WARM_UP)
        parts = run.step(squares, wanted, rate)
        shown = parts if shown is None else torch.lerp(shown, parts, 0.02)
        if run.number % 100 == 0:
            values, now = shown.tolist(), time.monotonic()
            text = ", ".join(f"{name} {value:.3f}" for name, value in zip(NAMES, values))
            pace = (now - told[0]) / (run.number - told[1]) * 1000
            told = (now, run.number)
            print(f"step {run.number} at {now - begun:.0f} s ({pace:.0f} ms): {text}; {store.came}", flush=True)
            if not np.isfinite(values[0]):
                raise SystemExit("the loss is no number")
        if time.monotonic() - saved > args.save_every:
            saved = time.monotonic()
            run.save(args.output / f"{args.name}.pt")
        if kept and share > kept[0]:
            run.save(args.output / f"{args.name}-{round(100 * kept.pop(0))}.pt")
    run.save(args.output / f"{args.name}.pt")
    print(f"{run.number} steps, {time.monotonic() - begun:.0f} s", flush=True)


def main():
    """Prepares and learns."""
    args, begun = arguments(), time.monotonic()
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    torch.manual_seed(args.seed)
    torch.backends.cudnn.benchmark = True
    torch.backends.cuda.matmul.allow_tf32 = torch.backends.cudnn.allow_tf32 = True
    args.output.mkdir(parents=True, exist_ok=True)
    feeders = Feeders(args.feeders, args.photos, args.scenes, args.leave_out, args.seed)
    try:
        store = Store(feeders, device, args.views, args.changed)
        run = Run(args, device)
        gather(store, args, begun)
        learn(args, run, store, begun)
    finally:
        feeders.stop()
