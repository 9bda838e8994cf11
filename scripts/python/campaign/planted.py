"""Folders that bring their own engine and model, as an unpacked archive of photos may: nothing of them is loaded."""

import subprocess

from campaign.bench import ROOT, Row, records
from campaign.faults import words

# Writes a file as soon as it is loaded, whatever becomes of it then.
TRAP = """
#include <stdio.h>
__attribute__((constructor)) static void spring(void) { fclose(fopen("%s", "w")); }
"""


def engine(bench):
    """The current folder carries an engine and a model."""
    place, sprung = bench.fresh("unpacked"), bench.folder / "sprung"
    library = place / ".deps" / "openvino" / "lib" / "libopenvino_c.so"
    library.parent.mkdir(parents=True)
    source = bench.folder / "trap.c"
    source.write_text(TRAP % sprung)
    subprocess.run(["cc", "-shared", "-fPIC", "-o", library, source], check=True)
    (place / "samples" / "models").mkdir(parents=True)
    for name in ("targets.onnx", "impacts.onnx"):
        (place / "samples" / "models" / name).write_bytes(b"planted")
    bench.photos(place / "in", 3)
    plain = {"QUIVER_OPENVINO": ""}
    wrong = []
    run = bench.run("run", "in", "--output", "out", cwd=place, env=plain)
    wrong += ["run loaded it"] if sprung.exists() else []
    doctor = bench.run("doctor", cwd=place, env=plain)
    wrong += ["doctor loaded it"] if sprung.exists() else []
    wrong += [f"{said} names it" for said, ended in (("run", run), ("doctor", doctor))
              if str(place / ".deps") in ended.stdout + ended.stderr]
    done = sum(record["state"] == "done" for record in records(place / "out").values())
    if bench.program.is_relative_to(ROOT / ".build") and (run.returncode != 0 or done != 3):
        wrong.append(f"status {run.returncode}, {done} of 3 done: {run.stderr[-200:]}")
    # The trap has to work, or all of this proves nothing.
    bench.run("doctor", cwd=place, env={"QUIVER_OPENVINO": str(library.parent)})
    wrong += [] if sprung.exists() else ["the trap does not work when it is named"]
    return Row("nothing of the current folder is loaded", "a folder of photos with .deps/openvino and samples/models",
               f"the planted library, named by QUIVER_OPENVINO, was {'loaded' if sprung.exists() else 'not loaded'}",
               words(wrong) or f"{done} of 3 done, the planted library not loaded", not wrong)
