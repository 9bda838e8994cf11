"""Prints every figure that the models and the program are judged by, and writes them beside the models."""

import argparse
import datetime
import shutil
import subprocess
from pathlib import Path

from targets import photos

from . import archery, cards, renders, sheets
from .records import Records, run

ROOT = Path(__file__).resolve().parents[3]
BEGIN, END = "<!-- evaluate: begin -->", "<!-- evaluate: end -->"
SETS = ("renders", "archery", "more", "cards", "oblique", "holes", "geometry", "timing")


def arguments():
    """What may be asked for."""
    parser = argparse.ArgumentParser(prog="scripts/model-development/evaluate", description=__doc__)
    parser.add_argument("sets", nargs="*", help=f"which figures (default all): {', '.join(SETS)}")
    parser.add_argument(
        "--records", type=Path, help="judge records that are there: DIR/renders, DIR/archery, DIR/cards …"
    )
    parser.add_argument("--quiver", type=Path, default=ROOT / ".build/release/quiver", help="the program")
    parser.add_argument("--cases", type=Path, default=ROOT.parent / "shared/cases", help="real photos")
    parser.add_argument("--work", type=Path, default=ROOT / ".build/evaluate", help="renders and records go here")
    parser.add_argument("--count", type=int, default=500, help="renders (default 500)")
    parser.add_argument("--seed", type=int, default=4000, help="seed of the renders (default 4000)")
    parser.add_argument(
        "--groups", nargs="*", default=[], help="of archery-more: only these, which were left out of training"
    )
    parser.add_argument(
        "--no-write",
        action="store_true",
        help="only print, leave samples/models/README.md as it is; "
        "so do other --groups, --records, --quiver, --count and --seed",
    )
    args = parser.parse_args()
    unknown = set(args.sets) - set(SETS)
    if unknown:
        parser.error(f"no such figures: {', '.join(sorted(unknown))}; there are {', '.join(SETS)}")
    args.sets = args.sets or SETS
    # the page tells of the program and the models that are shipped, on photos that do not change
    usual = all(
        getattr(args, name) == parser.get_default(name) for name in ("groups", "records", "quiver", "count", "seed")
    )
    args.no_write |= not usual
    return args


def _photos(args, name):
    """The folder of photos that a set is about."""
    if name == "renders":
        folder = args.work / f"renders-{args.seed}"
        made = folder / "version"
        if not made.is_file() or made.read_text() != photos.version():
            shutil.rmtree(folder, ignore_errors=True)
        if len(list(folder.glob("*.jpg"))) < args.count:
            photos.write(folder, args.seed, args.count)
            made.write_text(photos.version())
        return folder
    if name == "cards":
        folder = args.work / "cards-held"
        folder.mkdir(parents=True, exist_ok=True)
        for path in cards.held(args.cases):
            if not (folder / path.name).exists():
                shutil.copyfile(path, folder / path.name)
        return folder
    return (
        args.cases
        / {"archery": "archery", "more": "archery-more", "oblique": "archery-oblique", "holes": "archery-holes"}[name]
    )


def _records(args, name, folder):
    if args.records:
        return Records(args.records / name)
    output = args.work / "records" / name
    shutil.rmtree(output, ignore_errors=True)
    seconds = run(args.quiver, folder, output)
    print(f"{name}: scored in {seconds:.0f} s", flush=True)
    return Records(output)


def geometry(args):
    """The section on people's rings: the program's own geometry, fed with them."""
    command = [str(args.quiver.with_name("quiver-bench")), "geometry", str(args.cases / "archery-geometry.jsonl")]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    said = done.stdout.strip() if done.returncode == 0 else f"not measured: {done.stderr.strip()[-200:]}"
    return f"### Geometry alone (archery-geometry.jsonl)\n\n{said}"


def timing(args):
    """The section on time: four photos of 12 megapixels, and what each of twelve more takes."""
    few, many = 4, 16
    seconds = {count: scored(args, count) for count in (few, many)}
    each, more = seconds[few] / few, (seconds[many] - seconds[few]) / (many - few)
    return (
        f"### Time\n\n{each:.1f} s for a photo of 12 megapixels (four in one run, start of the program included); "
        f"{more:.1f} s for each of twelve more in one run."
    )


def scored(args, count):
    """The seconds in which so many photos of 12 megapixels are scored."""
    folder, output = args.work / f"timing-{count}", args.work / "records" / "timing"
    if not folder.is_dir():
        photos.write(folder, 77, count, ("wa10", "wa6"), 6, size=(4000, 3000))
    shutil.rmtree(output, ignore_errors=True)
    return run(args.quiver, folder, output)


def section(args, name):
    """One section of figures."""
    if name in ("geometry", "timing"):
        return {"geometry": geometry, "timing": timing}[name](args)
    folder = _photos(args, name)
    records = _records(args, name, folder)
    if name == "more":
        return archery.more(records, args.cases, args.groups)
    measure = {"archery": archery.archery, "cards": cards.evaluate, "oblique": sheets.oblique, "holes": sheets.used}
    return renders.evaluate(records, folder) if name == "renders" else measure[name](records, args.cases)


def _subject(part):
    """What a section is about: its heading up to a bracket."""
    return part.lstrip().split("\n")[0].split(" (")[0]


def spliced(text, parts):
    """The page with new sections in the place of those about the same; the others stay as they are."""
    before, rest = text.split(BEGIN)
    figures, after = rest.split(END)
    kept = ["### " + section.strip() for section in figures.split("\n### ")[1:]]
    new = {_subject(part): part for part in parts}
    sections = [new.pop(_subject(section), section) for section in kept]
    today = f"Measured with `scripts/model-development/evaluate`, the last time {datetime.date.today()}."
    return before + "\n\n".join([BEGIN, today, *sections, *new.values(), END]) + after


def main():
    """Measures, prints, writes."""
    args = arguments()
    readme = ROOT / "samples/models/README.md"
    text = readme.read_text()
    if not args.no_write and not (text.count(BEGIN) == text.count(END) == 1):
        raise SystemExit(f"evaluate: {readme} must have one line {BEGIN} and one {END}")
    parts = []
    for name in args.sets:
        parts.append(section(args, name))
        print(f"\n{parts[-1]}\n", flush=True)
    if not args.no_write:
        readme.write_text(spliced(text, parts))


if __name__ == "__main__":
    main()
