"""scripts/parity pinch: which of the hands that the original finds count as a pinch, by which measure?"""

import json
import subprocess
import tempfile
from pathlib import Path

import numpy as np

from .original import OTHER_SIDE
from .people import copies
from .program import check, options, run, stop

EXPLAIN = """None of the hands of cases/people pinches. By the documents' 0.05 of the photo's longer side small hands
count as pinches; Quiver has to find the same ones when it is asked for that (--near thumbTip,indexTip --measure photo),
and none by the size of the hand (--gesture pinch)."""
THUMB, INDEX = 4, 8
SHARE = 0.05


def expected(people):
    """The hands that are pinches by 0.05 of the photo, by the original's landmarks: photo and side; and all of them."""
    near, all_of_them = set(), 0
    for path in sorted((people / "reference").glob("*.json")):
        reference = json.loads(path.read_text("utf-8"))
        longest = max(reference["photo"]["width"], reference["photo"]["height"])
        for hand in reference["hands"]["hands"]:
            all_of_them += 1
            tips = np.array([hand["landmarks"][THUMB][:2], hand["landmarks"][INDEX][:2]])
            if np.hypot(*(tips[0] - tips[1])) < SHARE * longest:
                near.add((path.stem, OTHER_SIDE[hand["label"]]))
    return near, all_of_them


def asked(program, results, *words):
    """What `quiver sequence` finds in single photos: photo and side."""
    words = [program, "sequence", results, "--seen", "1", "--of", "1", "--format", "jsonl", *words]
    done = subprocess.run(list(map(str, words)), capture_output=True, text=True, check=False)
    if done.returncode:
        stop(f"quiver sequence ended with {done.returncode}: {done.stderr.strip()[-2000:]}")
    events = [json.loads(line) for line in done.stdout.splitlines()]
    return {(Path(frame).name, event["label"]) for event in events for frame in event["frames"]}


def main():
    """Runs, asks, prints, judges."""
    args = options("pinch", "Which hands count as a pinch.", EXPLAIN).parse_args()
    check(args)
    people = args.cases / "people"
    if not (people / "reference").is_dir():
        stop(f"there are no references in {people}; name the cases with --cases or QUIVER_CASES")
    wanted, hands = expected(people)
    with tempfile.TemporaryDirectory(prefix="quiver-pinch-") as folder:
        photos = copies(people, Path(folder))
        results = run(args.quiver, [photos], Path(folder), [{"name": "hands", "task": "hands", "maximum": 4}])
        plain = asked(args.quiver, results, "--near", "thumbTip,indexTip", "--measure", "photo")
        by_photo = asked(args.quiver, results, "--gesture", "pinch", "--measure", "photo")
        by_size = asked(args.quiver, results, "--gesture", "pinch")
    print(f"{hands} hands; by {SHARE} of the photo {len(wanted)} left or right ones are near, in Quiver {len(plain)}")
    print(f"without closed hands {len(by_photo)}; by the size of the hand {len(by_size)}")
    for photo, side in sorted(wanted ^ plain):
        print(f"  {photo}: {side} is found by one of both alone")
    raise SystemExit(0 if wanted == plain and not by_size else 1)


if __name__ == "__main__":
    main()
