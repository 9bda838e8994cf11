"""scripts/parity groups: does Quiver find everyone on the group photos, once, as the original finds them one by one?"""

import hashlib
import json
import tempfile
from pathlib import Path

import numpy as np

from .people import copies
from .program import check, failure, options, records, run, stop

DETECTORS = [
    {"name": "faces", "task": "faces"},
    {"name": "pose", "task": "pose"},
    {"name": "before", "task": "pose", "maximum": 1},
    {"name": "faces-before", "task": "faces", "tiles": {"size": None}},
]
EXPLAIN = """groups.json has everyone on the photos, by eye: the head's middle and size, `hidden` for those of whom
others hide most, and what the original (MediaPipe 0.10.21) finds in a crop around the person: squares of 10, 7, 5 and 4
heads, until the head is on the person's. It needs to be told where people are, Quiver does not. A skeleton is the
person's whose head it is on; errors are shares of the body's larger side, over the points that both see."""
# A head is on another one within this share of its size.
NEAR = 0.7
GOOD = 0.1


def head(points):
    """The middle of a skeleton's first eleven points."""
    return np.mean(np.array(points)[:11, :2], axis=0)


def assign(skeletons, people):
    """For each skeleton the person on whose head it is: an index, "twice" or "nobody"."""
    taken, found = set(), []
    for points in skeletons:
        middle = head(points)
        distances = [np.hypot(*(middle - np.array(p["head"][:2]))) / p["head"][2] for p in people]
        best = int(np.argmin(distances))
        found.append("nobody" if distances[best] > NEAR else "twice" if best in taken else best)
        taken.add(best)
    return found


def error(points, original):
    """The median error, and the share of points that are good; None where both see too few."""
    mine, other = np.array(points), np.array(original, float)
    seen = (other[:, 2] > 0) & (mine[:, 2] >= 0.5)
    if seen.sum() < 5:
        return None
    size = max(np.ptp(other[seen, :2], axis=0).max(), 1)
    errors = np.hypot(*(mine[seen, :2] - other[seen, :2]).T) / size
    return float(np.median(errors)), float((errors < GOOD).mean())


def poses(record, name):
    """The poses of one detector as points with their visibility."""
    rows = [p for result in record["results"] if result["detector"] == name for p in result["poses"]]
    return [[[k["x"], k["y"], k.get("visibility", 1)] for k in row["keypoints"]] for row in rows]


def measure(photo, people, record, total, errors):
    """One row of the table."""
    skeletons = poses(record, "pose")
    who = assign(skeletons, people)
    clear = [i for i, p in enumerate(people) if not p.get("hidden")]
    by_crop = sum("original" in people[i] for i in clear)
    row = {
        "there": len(clear),
        "found": sum(i in who for i in clear),
        "by crop": by_crop,
        "hidden": sum(isinstance(i, int) and i not in clear for i in who),
        "twice": who.count("twice"),
        "nobody": who.count("nobody"),
        "faces": len(poses(record, "faces")),
        "faces before": len(poses(record, "faces-before")),
        "before": len(poses(record, "before")),
    }
    for points, person in zip(skeletons, who, strict=True):
        if isinstance(person, int) and "original" in people[person]:
            errors.append(error(points, people[person]["original"]))
    print(f"{photo:26}" + "".join(f"{value:>13}" for value in row.values()))
    for key, value in row.items():
        total[key] = total.get(key, 0) + value


def main():
    """Runs, counts, prints, judges."""
    args = options("groups", "Counts the people of group photos.", EXPLAIN, results=True).parse_args()
    check(args)
    people = args.cases / "people"
    if not (people / "photos").is_dir():
        stop(f"there are no photos in {people}; name the cases with --cases or QUIVER_CASES")
    truth = json.loads(Path(__file__).with_name("groups.json").read_text("utf-8"))
    total, errors = {}, []
    with tempfile.TemporaryDirectory(prefix="quiver-groups-") as folder:
        photos = copies(people, Path(folder))
        names = {hashlib.sha256((photos / name).read_bytes()).hexdigest(): name for name in truth}
        found = args.results or run(args.quiver, [photos / name for name in truth], Path(folder), DETECTORS)
        columns = ["there", "found", "by crop", "hidden", "twice", "nobody", "faces", "faces before", "before"]
        print(f"{'photo':26}" + "".join(f"{name:>13}" for name in columns))
        for record in records(found):
            name = names.get(record["source"]["sha256"])
            if name is None:
                continue
            if failure(record):
                stop(f"{name}: {failure(record)}")
            measure(name, truth[name], record, total, errors)
    print(f"{'all':26}" + "".join(f"{total.get(name, 0):>13}" for name in columns))
    sound = np.array([row for row in errors if row])
    if len(sound):
        median, share, most = np.median(sound[:, 0]), sound[:, 1].mean(), int((sound[:, 1] >= 0.8).sum())
        print(f"against the original per crop: {len(sound)} people, median error {median:.3f} of the body's size;")
        print(f"{share:.3f} of the points are within {GOOD}, and of {most} people four of five")
    good = total.get("found", 0) >= total.get("by crop", 1) and total.get("nobody", 9) + total.get("twice", 9) <= 3
    raise SystemExit(0 if good else 1)


if __name__ == "__main__":
    main()
