"""What every campaign needs: a folder to work in, photos, a model of a few bytes, and Quiver as a process."""

import contextlib
import json
import os
import shutil
import sqlite3
import subprocess
import tempfile
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
PROGRAM = ROOT / ".build" / "release" / "quiver"
SMALL = ROOT / "Tests" / "PipelineTests" / "Fixtures" / "small.jpg"
# How many seconds something is waited for that is there in a moment: a slow machine may take a hundred times as long as
# others. Less than the five minutes after which a watch looks at everything anew, which would hide what it has missed.
STANDSTILL = 240
# What differs between two undisturbed runs: when a record was written, how long its stages took, and how often it was
# tried.
VOLATILE = ("timestamp", "timings", "attempts")


@dataclass
class Row:
    """One line of the campaign's table."""

    promise: str
    fault: str
    proof: str
    figure: str
    kept: bool


@dataclass
class Bench:
    """A place for one campaign; everything in it is removed at the end unless it is to be kept."""

    long: bool = False
    program: Path = PROGRAM
    seed: int = 1
    keep: bool = False
    folder: Path = field(default_factory=lambda: Path(tempfile.mkdtemp(prefix="quiver-campaign-")))

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if not self.keep:
            shutil.rmtree(self.folder, ignore_errors=True)

    def fresh(self, name):
        """An empty folder below the campaign's."""
        place = self.folder / name
        shutil.rmtree(place, ignore_errors=True)
        place.mkdir(parents=True)
        return place

    @property
    def model(self):
        """A model of a few bytes that turns a photo's 64x64 pixels into boxes: the same photo gives the same boxes."""
        xml = self.folder / "model" / "pixels.xml"
        if not xml.exists():
            xml.parent.mkdir(parents=True, exist_ok=True)
            xml.write_text(PIXELS_XML)
            xml.with_suffix(".bin").write_bytes(b"".join(side.to_bytes(8, "little") for side in (1, 6, 2048)))
        return xml

    def settings(self, folder, **changes):
        """Writes a pipeline.json into a folder and returns its path; keys are given as in the file."""
        settings = {
            "detectors": [{"name": "pixels", "model": str(self.model), "layout": "yolov8",
                           "confidence": 0.98}],
            "output": {"path": str(folder / "out"), "formats": ["json"], "annotate": True},
            "workers": {"count": 2},
        }
        for key, value in changes.items():
            if isinstance(value, dict) and isinstance(settings.get(key), dict):
                settings[key] |= value
            else:
                settings[key] = value
        place = folder / "pipeline.json"
        place.write_text(json.dumps(settings, indent=2))
        return place

    def photos(self, folder, count, first=0):
        """Writes small JPEG files of different content, old enough to count as whole."""
        folder.mkdir(parents=True, exist_ok=True)
        return [self.photo(folder / f"{number:06}.jpg", number) for number in range(first, first + count)]

    def photo(self, path, number):
        """One small JPEG; bytes behind its end make its content its own."""
        path.write_bytes(photo_bytes(number))
        age(path)
        return path

    def start(self, *arguments, env=None, **options):
        """Starts Quiver in the campaign's folder; what it says goes into pipes unless told otherwise."""
        options = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True} | options
        return subprocess.Popen(
            [str(self.program), *map(str, arguments)], cwd=options.pop("cwd", self.folder),
            env=os.environ | (env or {}),
            **options)

    def run(self, *arguments, timeout=600, **options):
        """Runs Quiver to its end: the finished process with status, output and talk."""
        process = self.start(*arguments, **options)
        try:
            out, talk = process.communicate(timeout=timeout)
        except subprocess.TimeoutExpired:
            process.kill()
            out, talk = process.communicate()
            raise AssertionError(f"quiver {arguments[0]} took more than {timeout} s; it said: {talk[-2000:]}") from None
        return subprocess.CompletedProcess(process.args, process.returncode, out, talk)


def photo_bytes(number):
    """The bytes of one small JPEG whose content no other number shares."""
    return SMALL.read_bytes() + str(number).encode()


def age(path, seconds=3600):
    """Makes a file look untouched for an hour."""
    status = os.stat(path)
    os.utime(path, ns=(status.st_atime_ns, status.st_mtime_ns - seconds * 10**9))


def children(process):
    """The process numbers of a running Quiver's workers."""
    found = []
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = stat.read_text().rpartition(")")[2].split()
        except OSError:
            continue  # it has just ended
        if int(fields[1]) == process.pid:
            found.append(int(stat.parent.name))
    return sorted(found)


def records(output):
    """Every record below an output folder, by its path there."""
    found = {}
    for path in sorted(Path(output).rglob("*.json")):
        if ".quiver-staging" not in path.parts:
            found[str(path.relative_to(output))] = json.loads(path.read_text())
    return found


def lasting(record):
    """A record without what two undisturbed runs need not share."""
    kept = {key: value for key, value in record.items() if key not in VOLATILE}
    # each detector's own times are as much chance as those of the photo
    kept["results"] = [{key: value for key, value in entry.items() if key != "timings"}
                       for entry in record.get("results") or []]
    return kept


def leftovers(output):
    """Temp files that were not cleaned up."""
    return sorted(str(path) for path in Path(output).rglob(".quiver-*.tmp"))


def ask(queue, sql, *values):
    """Rows of the queue, read as anybody may read it."""
    with contextlib.closing(sqlite3.connect(f"file:{queue}?mode=ro", uri=True, timeout=60)) as database:
        return database.execute(sql, values).fetchall()


def integrity(queue):
    """What SQLite's own check says: 'ok' where the database is whole."""
    return ask(queue, "PRAGMA integrity_check")[0][0]


PIXELS_XML = """<?xml version="1.0"?>
<net name="pixels" version="11"><layers>
<layer id="0" name="photo" type="Parameter" version="opset1"><data shape="1,3,64,64" element_type="f32"/>
<output><port id="0" precision="FP32" names="photo"><dim>1</dim><dim>3</dim><dim>64</dim><dim>64</dim></port>
</output></layer>
<layer id="1" name="shape" type="Const" version="opset1"><data element_type="i64" shape="3" offset="0" size="24"/>
<output><port id="0" precision="I64"><dim>3</dim></port></output></layer>
<layer id="2" name="boxes" type="Reshape" version="opset1"><data special_zero="false"/>
<input><port id="0" precision="FP32"><dim>1</dim><dim>3</dim><dim>64</dim><dim>64</dim></port>
<port id="1" precision="I64"><dim>3</dim></port></input>
<output><port id="2" precision="FP32" names="boxes"><dim>1</dim><dim>6</dim><dim>2048</dim></port></output></layer>
<layer id="3" name="boxes/out" type="Result" version="opset1">
<input><port id="0" precision="FP32"><dim>1</dim><dim>6</dim><dim>2048</dim></port></input></layer></layers>
<edges><edge from-layer="0" from-port="0" to-layer="2" to-port="0"/>
<edge from-layer="1" from-port="0" to-layer="2" to-port="1"/>
<edge from-layer="2" from-port="2" to-layer="3" to-port="0"/></edges></net>
"""
