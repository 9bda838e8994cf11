"""Every task at once over pictures made to do harm, and a library that crashes while it reads."""

import collections
import shutil

from campaign import hostile, pictures
from campaign.bench import ROOT, Row, age, ask, leftovers, records
from campaign.faults import Fault, order, until
from campaign.mutate import mutants
from campaign.photoruns import CASES, ending, milliseconds, words, work

SHORT, LONG = 120, 5_000
BATCH = 500
MODELS = ROOT / ".deps" / "models"
# Tesseract looks for this file whenever it begins a page.
PAGE_BEGINS = "*none.uzn"


def run(bench):
    """Every row of this campaign."""
    if not (MODELS / "ppocr_v4_det.onnx").exists():
        yield Row("every task bears hostile pictures", "", "", "skipped: scripts/models has not been run", True)
        return
    yield from mutated(bench)
    yield from crashed(bench)


def detectors():
    """All tasks that come with models, and a chain."""
    return [
        {"name": "codes", "task": "barcodes"},
        {"name": "page", "task": "document", "enhance": "blackAndWhite"},
        {"name": "words", "task": "text", "text": {"engine": "tesseract"}},
        {"name": "signs", "task": "text", "text": {"engine": "paddleocr"}},
        {"name": "flat", "task": "text", "on": {"detector": "page"}},
        {"name": "data", "task": "extract", "on": {"detector": "words"}},
        {"name": "faces", "task": "faces"},
        {"name": "hands", "task": "hands"},
        {"name": "people", "task": "pose", "mask": True},
    ]


def seeds(bench):
    """Pictures that hold something to read beside those that hold nothing."""
    found = hostile.seeds(bench)
    wanted = ["barcodes/*/*.png", "barcodes/*/*.webp", "barcodes/*/*.jpg", "ocr/*.png", "ocr/*.tif"]
    for pattern in wanted if CASES.exists() else ():
        for path in sorted(CASES.glob(pattern))[::7]:
            if path.stat().st_size < 40_000:
                found[f"{path.parent.name}-{path.name.replace('#', '')}"] = path.read_bytes()
    return found


def mutated(bench):
    """Broken files and all cases of harm through every task."""
    start = seeds(bench)
    wanted = LONG if bench.long else SHORT
    ends, kinds = collections.Counter(), collections.Counter()
    files = missing = batches = 0
    crashes, broken, slowest = [], [], (0, "")
    while files < wanted:
        folder, names = bench.fresh("in"), set()
        source = mutants(start, bench.seed * 7_000_003 + batches)
        while len(names) < min(BATCH, wanted - files):
            mutant = next(source)
            if mutant.name not in names:
                names.add(mutant.name)
                (folder / mutant.name).write_bytes(mutant.data)
                kinds.update(mutant.steps)
        if batches == 0 and CASES.exists():
            for path in sorted((CASES / "hostile").iterdir()):
                if path.is_file() and path.suffix.lower() in (".jpg", ".png", ".webp", ".gif", ".tif", ".tiff",
                                                              ".avif"):
                    shutil.copy(path, folder / f"own-{path.name}")
                    names.add(f"own-{path.name}")
        changes = {"detectors": detectors(), "output": {"formats": ["jsonl"], "annotate": True, "pages": True}}
        process, _, found, queue = work(bench, folder, "run", changes)
        batches += 1
        files += len(names)
        if process.returncode not in (0, 1):
            broken.append(f"run {batches} ended with {process.returncode}: {process.stderr[-300:]!r}")
        missing += len(names - found.keys())
        for name, record in found.items():
            ends[ending(record)] += 1
            slowest = max(slowest, (milliseconds(record), name))
        crashed_photos = "SELECT CAST(name AS TEXT), failure_message FROM job WHERE crashes > 0"
        crashes += [f"{name}: {message}" for name, message in (ask(queue, crashed_photos) if queue.exists() else ())]
    setup = f"{files} files from {len(start)} seeds, {len(detectors())} detectors each"
    yield Row("every task bears hostile pictures", setup, f"{len(kinds)} kinds of damage",
              f"{missing} without a record; {words(ends)}; worst {slowest[0]:.0f} ms ({slowest[1]})", missing == 0)
    yield Row("no picture harms the supervisor, whatever is looked for", setup, "exit status of every run",
              f"{len(broken)} runs ended otherwise than 0 or 1" + "".join(f"; {text}" for text in broken[:3]),
              not broken)
    yield Row("no picture makes a worker die, whatever is looked for", setup, "the queue counts crashes of workers",
              f"{len(crashes)} photos crashed a worker" + "".join(f"; {text}" for text in crashes[:5]), not crashes)


def crashed(bench):
    """A crash of Tesseract while it reads one photo of ten."""
    folder, place = bench.fresh("pages"), bench.fresh("crashed")
    for number in range(10):
        path = folder / f"{number:02}.png"
        path.write_bytes(pictures.png(200 + number, 120))
        age(path)
    config = bench.settings(place, detectors=[{"name": "words", "task": "text", "text": {"engine": "tesseract"}}],
                            retry={"backoff": "50ms"})
    fault = Fault(bench, order(role="worker", call="open", path=PAGE_BEGINS, photos="*/pages/*.png",
                               photo="*/04.png", times=0, do="crash"))
    process = bench.start("run", folder, "--config", config, env=fault.env)
    until(lambda: process.poll() is not None, 600)
    if process.poll() is None:
        process.kill()
    found = records(place / "out")
    done = sum(record["state"] == "done" for record in found.values())
    one = found.get("04.png.json") or {}
    message = (one.get("error") or {}).get("message", "it has no record")
    well = (len(found), done, one.get("state"), process.returncode) == (10, 9, "quarantined", 1)
    yield Row("a crash of a reading library costs one photo",
              "SIGSEGV inside Tesseract at each of the photo's attempts",
              f"{len(fault.happened())} faults fired; exit status {process.returncode}; {len(leftovers(place))} "
              f"temp files",
              f"{done} of 10 done; 04.png: {message}", well and len(fault.happened()) == 3 and "signal 11" in message)
