"""Pictures that kill, hang or starve their worker every time: quarantined, and the rest is worked."""

import time
from pathlib import Path

from campaign.batch import Calm, picture
from campaign.bench import Row, age, children, lasting, leftovers, records
from campaign.faults import Fault, order, until, words

TIMEOUT, MEMORY = 10, 400
# Name, at which call, what happens, signal, and the stage that the worker must be found to have been in.
POISONS = [
    ("crash", {"call": "open", "path": "*/crash.png", "at": "after", "do": "crash"}, "signal 11", "load"),
    ("middle", {"call": "read,pread", "path": "*/middle.png", "at": "after", "do": "crash"}, "signal 11", "load"),
    ("draw", {"call": "write", "path": "pipe:*", "data": "@draw", "at": "after", "photo": "*/draw.png", "do": "abort"},
     "signal 6", "draw"),
    ("write", {"call": "fsync", "path": "*/.quiver-staging/*", "photo": "*/write.png", "do": "abort"}, "signal 6",
     "write"),
    ("hang", {"call": "open", "path": "*/hang.png", "at": "after", "do": "hang"}, f"longer than {TIMEOUT} s", "load"),
    ("eat", {"call": "open", "path": "*/eat.png", "at": "after", "do": "eat"}, "signal 6", "load"),
]
FAULTS = {"crash": "raises SIGSEGV when it is opened", "middle": "raises SIGSEGV while it is read",
          "draw": "aborts while it is drawn", "write": "aborts while its picture is written",
          "hang": "hangs", "eat": "eats memory"}


def run(bench):
    """Every row about poison: all of them in one batch, among pictures that are well."""
    calm = Calm(bench, "calm", 60, first=2000)
    begin = time.monotonic()
    expected = calm.records
    undisturbed = time.monotonic() - begin
    folder = calm.place / "poisoned"
    for number, (name, *_) in enumerate(POISONS):
        path = calm.inputs / f"{name}.png"
        path.write_bytes(picture(3000 + number))
        age(path)
    time.sleep(2)  # a file counts as whole when it has not changed for 2 s
    folder.mkdir()
    config = bench.settings(folder, workers={"timeout": f"{TIMEOUT}s", "memory": f"{MEMORY}MiB"})
    fault = Fault(bench, *(order(role="worker", photos="*/in/*.png", times=0, **orders) for _, orders, _, _ in POISONS))
    begin = time.monotonic()
    process = bench.start("run", calm.inputs, "--config", config, env=fault.env, stdout=open(folder / "said", "wb"),
                          stderr=open(folder / "talk", "wb"))
    limits = []
    until(lambda: limits.extend(limit(process)) or process.poll() is not None, 600)
    took = time.monotonic() - begin
    if process.poll() is None:
        process.kill()
    found, happened = records(folder / "out"), fault.happened()
    for (name, _, sign, stage), fired in zip(POISONS, fault.counts()):
        yield quarantined(name, found.get(f"{name}.png.json"), fired, sign, stage)
    refused = [line[4] for line in happened if line[2] == "malloc"]
    bounded = all(line.startswith("errno 12") and int(line.split()[3]) <= MEMORY for line in refused)
    yield Row("a worker that eats memory hits its limit", f"workers.memory {MEMORY} MiB, malloc until there is none",
              f"ENOMEM seen {len(refused)} times; 'Max data size' of living workers: {sorted(set(limits))}",
              refused[0] if refused else "never refused",
              len(refused) == 3 and bounded and set(limits) == {MEMORY << 20})
    well = {name: lasting(record) for name, record in found.items() if record["state"] == "done"}
    same = sum(well.get(name, {}).get("detections") == record["detections"] for name, record in expected.items())
    left = leftovers(folder)
    yield Row("the rest of a poisoned batch is worked", f"{len(POISONS)} poisons among {len(expected)} pictures",
              f"{len(happened) - len(refused)} faults fired; exit status {process.returncode}",
              f"{same} of {len(expected)} as undisturbed, {len(left)} temp files left, {took:.1f} s instead of "
              f"{undisturbed:.1f} s", same == len(expected) == len(well) and process.returncode == 1 and not left)


def quarantined(name, record, fired, sign, stage):
    """The row about one poison."""
    wrong = []
    message = ((record or {}).get("error") or {}).get("message", "")
    if record is None:
        wrong.append("it has no record")
    else:
        if (record["state"], record["attempts"]) != ("quarantined", 3):
            wrong.append(f"{record['state']} after {record['attempts']} attempts")
        if sign not in message:
            wrong.append(f"'{sign}' is not named")
        if f"stage {stage}" not in message:
            wrong.append(f"stage {stage} is not named")
    return Row("poison is quarantined after 3 crashes, with signal and stage", f"a picture {FAULTS[name]}",
               f"{fired} faults fired", words([*wrong, message]), not wrong and fired == 3)


def limit(process):
    """What the kernel says is the data limit of the workers that are confined by now."""
    found = []
    for worker in children(process):
        try:
            lines = Path(f"/proc/{worker}/limits").read_text().splitlines()
        except OSError:
            continue
        # a worker that died in between has an empty file
        said = next((line for line in lines if line.startswith("Max data size")), None)
        soft = said.split()[3] if said else "unlimited"
        found += [int(soft)] if soft != "unlimited" else []
    return found
