"""Shows networks views that training never saw, and keeps what their candidates look like and which of them are arrows.

    python -m arrows.device.judge OUT --weights NAME=FILE+FILE… --photos FOLDER --scenes FOLDER

A name's files are exported models or weights that the training kept; of several, the mean is judged. The confidence is
fitted on what is kept, wherever there is time.
"""

import argparse
import multiprocessing
from pathlib import Path

import numpy as np
import torch

from .. import cache
from ..cache import NOCK, TIP, UNSURE
from ..confidence import FACE, FARTHEST, examples
from ..export import TwoLooks, load
from ..measure import SHRINK
from ..network import Network, is_folded
from ..view import RADIUS, SIDE, apply
from . import packed
from .squares import sample

# chances below this decide nothing
FAINT = 0.02


def network_of(paths):
    """The network with the mean of several files' weights."""
    states = []
    for path in paths:
        exported = path.suffix == ".onnx"
        states.append(load(path).state_dict() if exported else torch.load(path, map_location="cpu")["network"])
    mean = {name: sum(state[name].float() for state in states) / len(states) for name in states[0]}
    network = Network().fold() if is_folded(mean) else Network()
    network.load_state_dict(mean)
    return network.eval()


def rows_of(view):
    """A view's arrows in pixels of what the network sees."""
    rows = view.rows.copy()
    if len(rows):
        rows[:, TIP], rows[:, NOCK] = apply(SHRINK, rows[:, TIP]), apply(SHRINK, rows[:, NOCK])
    return rows


def wanted(view, rows):
    """How many of a view's arrows could be found."""
    inside = np.hypot(*(rows[:, TIP] - SIDE / 2).T) <= (FARTHEST if view.known is None else FACE) * RADIUS
    return int((inside & (rows[:, UNSURE] == 0)).sum())


def maps_of(looks, pixels, device):
    """The maps of a view [7, H, W], as the exported model gives them."""
    whole = torch.from_numpy(pixels)[None].to(device)
    matrix = torch.tensor(SHRINK, device=device)[None]
    with torch.no_grad():
        seen = sample(whole, torch.zeros(1, dtype=torch.long), matrix, SIDE)
        return looks((seen - 127.0) / 128.0)[0].float().cpu().numpy()


def small(maps):
    """Maps as halves, without what no candidate is made of."""
    maps = maps.copy()
    maps[:3] *= maps[:3] > FAINT
    maps[3:] *= maps[2] > 0
    return maps.astype(np.float16)


def judge(looks, views, device, pool):
    """Of all candidates of the views: features, whether they are arrows, the view's number; the views' maps."""
    asked, maps = [], []
    for view in views:
        maps.append(maps_of(looks, view.pixels(), device))
        asked.append(pool.apply_async(examples, (maps[-1], rows_of(view), view.known is None)))
    found = [each.get() for each in asked]
    number = np.concatenate([np.full(len(said), index) for index, (_, said) in enumerate(found)])
    return *(np.concatenate(part) for part in zip(*found)), number, maps


def main():
    """The command line."""
    parser = argparse.ArgumentParser(prog="python -m arrows.device.judge", description=__doc__)
    parser.add_argument("output", type=Path)
    parser.add_argument("--weights", nargs="+", required=True, metavar="NAME=FILE+FILE")
    parser.add_argument("--photos", type=Path, required=True, help="packed photos that training never saw")
    parser.add_argument("--scenes", type=Path, required=True, help="rendered scenes that training never saw")
    parser.add_argument("--most", type=int, default=500, help="views of scenes (default 500)")
    parser.add_argument("--workers", type=int, default=14, help="processes (default 14)")
    args = parser.parse_args()
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    sets = {"photos": packed.load(args.photos), "scenes": cache.load(args.scenes)[: args.most]}
    with multiprocessing.get_context("spawn").Pool(args.workers) as pool:
        for text in args.weights:
            name, files = text.split("=")
            looks = TwoLooks(network_of([Path(file) for file in files.split("+")])).to(device).eval()
            kept = {}
            for what, views in sets.items():
                x, said, number, maps = judge(looks, views, device, pool)
                kept |= {f"{what}_x": x, f"{what}_said": said, f"{what}_number": number}
                kept[f"{what}_wanted"] = np.array([wanted(view, rows_of(view)) for view in views])
                kept[f"{what}_group"] = np.array([str(view.group) for view in views])
                if what == "photos":
                    kept["maps"] = np.array([small(each) for each in maps])
                arrows, hits = kept[f"{what}_wanted"].sum(), (said == 1).sum()
                print(f"{name}, {what}: {len(views)} views, {arrows} arrows, {hits} among {len(said)} candidates")
            np.savez_compressed(args.output / f"{name}.npz", **kept)


if __name__ == "__main__":
    main()
