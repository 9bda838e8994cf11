"""scripts/parity evaluation: are the numbers of quiver evaluate those of pycocotools?"""

import contextlib
import io
import json
import subprocess
from pathlib import Path

from .program import check, options, records, stop

STORED = Path(__file__).resolve().parents[3] / "Tests/EvaluationTests/pycocotools.json"
NEAR = 1e-6
SEEDS = range(1, 6)
MASK_SEED = 11
LABELS = "abcdefg"
SIZE = (160, 120)
PRECISIONS = ["ap", "ap50", "ap75", "apSmall", "apMedium", "apLarge"]
KEYS = [*PRECISIONS, "ar1", "ar10", "ar100", "arSmall", "arMedium", "arLarge"]
EXPLAIN = f"""Makes boxes and polygons by chance from seeds {SEEDS[0]} to {SEEDS[-1]} and {MASK_SEED}, measures them
with pycocotools, and compares with the numbers that the tests of the module Evaluation have; --write writes those anew.
With RESULTS and TRUTH, a folder of results and a file of COCO's annotations of the same photos, 'quiver evaluate' and
pycocotools measure the same."""


def arguments():
    """What may be asked for."""
    parser = options("evaluation", "Compares quiver evaluate with pycocotools.", EXPLAIN, cases=False)
    parser.add_argument("results", nargs="?", type=Path, help="a folder of results")
    parser.add_argument("truth", nargs="?", type=Path, help="a file of COCO's annotations")
    parser.add_argument("--write", action="store_true", help="write the numbers of the tests anew")
    return parser.parse_args()


class Chance:
    """SplitMix64, as the tests have it."""

    def __init__(self, seed):
        self.state = seed

    def below(self, bound):
        """The next number from 0 on, below a bound."""
        mask = (1 << 64) - 1
        self.state = (self.state + 0x9E3779B97F4A7C15) & mask
        mixed = self.state
        mixed = ((mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9) & mask
        mixed = ((mixed ^ (mixed >> 27)) * 0x94D049BB133111EB) & mask
        return (mixed ^ (mixed >> 31)) % bound


def box(chance):
    """A box of one of three sizes."""
    side = (16, 64, 200)[chance.below(3)]
    width, height = (4 * side + chance.below(8 * side)) / 8, (4 * side + chance.below(8 * side)) / 8
    return [chance.below(7200) / 8, chance.below(7200) / 8, width, height]


def moved(chance, one):
    """A box near another."""
    reach = int(min(one[2], one[3])) // 12 + 1
    x, y = (chance.below(16 * reach) - 8 * reach) / 8, (chance.below(16 * reach) - 8 * reach) / 8
    return [one[0] + x, one[1] + y, one[2] + chance.below(8 * reach) / 8, one[3] + chance.below(8 * reach) / 8]


def boxes(seed):
    """Photos with boxes: truth as class, box and crowd, findings as class, box and confidence."""
    chance, photos = Chance(seed), []
    for number in range(40):
        truth, found = [], []
        for _ in range(chance.below(9)):
            label, place, crowd = chance.below(5), box(chance), chance.below(12) == 0
            truth.append((label, place, crowd))
            for _ in range(chance.below(3)):
                own = label if chance.below(8) else chance.below(5)
                found.append((own, moved(chance, place), chance.below(100) / 100))
        for _ in range(chance.below(4)):
            found.append((chance.below(6), box(chance), chance.below(100) / 100))
        if number == 7:
            for _ in range(130):
                found.append((0, box(chance), chance.below(1000) / 1000))
        if number == 5:
            truth.append((6, box(chance), False))
        photos.append((truth, found))
    return photos


def polygons(seed):
    """Photos with polygons: truth as class and polygon, findings as class, polygon and confidence."""
    chance, photos = Chance(seed), []
    for _ in range(12):
        truth, found = [], []
        for _ in range(1 + chance.below(4)):
            label, corners = chance.below(2), 3 + chance.below(3)
            polygon = []
            for _ in range(corners):
                polygon += [chance.below(4 * SIZE[0] + 40) / 4 - 5, chance.below(4 * SIZE[1] + 40) / 4 - 5]
            truth.append((label, polygon))
            if chance.below(5):
                near = [value + (chance.below(25) - 12) / 4 for value in polygon]
                found.append((label, near, chance.below(20) / 20))
        photos.append((truth, found))
    return photos


def measured(truth, found, kind):
    """The twelve numbers of all classes, and those of each class by name; None for what pycocotools calls -1."""
    from pycocotools.coco import COCO
    from pycocotools.cocoeval import COCOeval

    with contextlib.redirect_stdout(io.StringIO()):
        known = COCO()
        known.dataset = truth
        known.createIndex()
        answers = known.loadRes(found)
        numbers = {}
        for name, chosen in [("all", known.getCatIds())] + [(c["name"], [c["id"]]) for c in truth["categories"]]:
            run = COCOeval(known, answers, kind)
            run.params.catIds = chosen
            run.evaluate()
            run.accumulate()
            run.summarize()
            numbers[name] = [None if value < 0 else float(value) for value in run.stats]
    return numbers


def dataset(photos, annotations):
    """A file of COCO's."""
    images = [{"id": n + 1, "file_name": f"{n}.jpg", "width": SIZE[0], "height": SIZE[1]} for n in range(len(photos))]
    categories = [{"id": n + 1, "name": label} for n, label in enumerate(LABELS)]
    return {"info": {}, "images": images, "annotations": annotations, "categories": categories}


def measured_boxes(seed):
    """What pycocotools says of the boxes of a seed."""
    photos, truth, found = boxes(seed), [], []
    for number, (objects, findings) in enumerate(photos):
        for label, place, crowd in objects:
            area = place[2] * place[3] * 0.75
            truth.append(
                {
                    "id": len(truth) + 1,
                    "image_id": number + 1,
                    "category_id": label + 1,
                    "bbox": place,
                    "area": area,
                    "iscrowd": int(crowd),
                }
            )
        for label, place, confidence in findings:
            found.append({"image_id": number + 1, "category_id": label + 1, "bbox": place, "score": confidence})
    return measured(dataset(photos, truth), found, "bbox")


def measured_polygons(seed):
    """What pycocotools says of the polygons of a seed, and the run lengths of the first of them."""
    from pycocotools import mask

    photos, truth, found, first = polygons(seed), [], [], None
    for number, (objects, findings) in enumerate(photos):
        for label, polygon in objects:
            pixels = mask.merge(mask.frPyObjects([polygon], SIZE[1], SIZE[0]))
            first = first or pixels["counts"].decode()
            truth.append(
                {
                    "id": len(truth) + 1,
                    "image_id": number + 1,
                    "category_id": label + 1,
                    "segmentation": [polygon],
                    "bbox": list(map(float, mask.toBbox(pixels))),
                    "area": float(mask.area(pixels)),
                    "iscrowd": 0,
                }
            )
        for label, polygon, confidence in findings:
            pixels = mask.merge(mask.frPyObjects([polygon], SIZE[1], SIZE[0]))
            found.append(
                {"image_id": number + 1, "category_id": label + 1, "segmentation": pixels, "score": confidence}
            )
    return measured(dataset(photos, truth), found, "segm"), first


def numbers_of_tests():
    """Everything that the tests compare with."""
    from importlib.metadata import version

    masks, first = measured_polygons(MASK_SEED)
    return {
        "pycocotools": version("pycocotools"),
        "boxes": {str(seed): measured_boxes(seed) for seed in SEEDS},
        "masks": {str(MASK_SEED): masks},
        "firstPolygon": first,
    }


def far(ours, theirs):
    """The largest distance of two lists of numbers; infinity where only one is known."""
    pairs = list(zip(ours, theirs, strict=True))
    if any((a is None) != (b is None) for a, b in pairs):
        return float("inf")
    return max((abs(a - b) for a, b in pairs if a is not None), default=0.0)


def boxes_of(record):
    """The findings with a box, of all detectors and kinds; those in `detections` stand in `results` too."""
    kinds = [kind for result in record["results"] for kind in result.values()]
    return [one for kind in kinds if isinstance(kind, list) for one in kind if isinstance(one, dict) and "box" in one]


def compare_results(args):
    """How far both are apart on a folder of results, whose photos have the file names of truth."""
    words = [args.quiver, "evaluate", args.results, "--truth", args.truth, "--format", "json"]
    told = json.loads(subprocess.run(words, check=True, capture_output=True, text=True).stdout)["evaluation"]
    truth = json.loads(args.truth.read_text())
    numbers = {one["name"]: one["id"] for one in truth["categories"]}
    told_of = list(records(args.results))
    # Photos of the same content count once, and those that only one of both knows not at all.
    known = {Path(one["source"]["path"]).name for one in told_of if not one["source"]["duplicateOf"]}
    truth["images"] = [one for one in truth["images"] if Path(one["file_name"]).name in known]
    images = {Path(one["file_name"]).name: one["id"] for one in truth["images"]}
    truth["annotations"] = [one for one in truth["annotations"] if one["image_id"] in images.values()]
    found = []
    for record in told_of:
        for one in boxes_of(record):
            image, number = images.get(Path(record["source"]["path"]).name), numbers.get(one["label"])
            if image is not None and number is not None:
                place = [one["box"][key] for key in ("x", "y", "width", "height")]
                found.append({"image_id": image, "category_id": number, "bbox": place, "score": one["confidence"]})
    theirs = measured(truth, found, "bbox")
    ours = {one["label"]: [one["averagePrecision"][key] for key in KEYS] for one in told["classes"]}
    ours["all"] = [told["averagePrecision"][key] for key in KEYS]
    return max(far(ours[name], values) for name, values in theirs.items() if name in ours)


def main():
    """Compares, or writes."""
    args = arguments()
    now = numbers_of_tests()
    if args.write:
        STORED.write_text(json.dumps(now, indent=1) + "\n")
        print(f"{STORED.name} is written")
        return
    known = json.loads(STORED.read_text())
    apart = {
        "the numbers of the tests": max(
            far(values, known[kind][seed][name])
            for kind in ("boxes", "masks")
            for seed, classes in now[kind].items()
            for name, values in classes.items()
        )
    }
    if args.results:
        if not args.truth:
            stop("name the file of truth behind the folder of results")
        check(args)
        apart[f"quiver evaluate of {args.results}"] = compare_results(args)
    for what, distance in apart.items():
        print(f"{what}: {distance:.1e} from pycocotools")
    raise SystemExit(max(apart.values()) > NEAR)


if __name__ == "__main__":
    main()
