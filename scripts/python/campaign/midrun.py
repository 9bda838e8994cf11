"""Settings, model and program that change while a run goes on: it keeps to what it began with, or says why not."""

import hashlib
import os
import shutil
from collections import Counter
from contextlib import contextmanager
from dataclasses import replace

from campaign.bench import PIXELS_XML, STANDSTILL, records
from campaign.scene import Scene
from campaign.stage import result

COUNT = 200
# The same model with the root taken of every number, so that it finds other boxes.
OTHER_XML = (
    PIXELS_XML.replace('name="pixels"', 'name="roots"')
    .replace('<layer id="3" name="boxes/out"', """<layer id="4" name="roots" type="Sqrt" version="opset1">
<input><port id="0" precision="FP32"><dim>1</dim><dim>6</dim><dim>2048</dim></port></input>
<output><port id="1" precision="FP32"><dim>1</dim><dim>6</dim><dim>2048</dim></port></output></layer>
<layer id="3" name="boxes/out\"""")
    .replace('<edge from-layer="2" from-port="2" to-layer="3" to-port="0"/>',
             '<edge from-layer="2" from-port="2" to-layer="4" to-port="0"/>'
             '<edge from-layer="4" from-port="1" to-layer="3" to-port="0"/>'))


def scenes(bench):
    """All that may change."""
    return [(settings_changed,), (model_replaced,), (model_vanished,), (program_replaced,)]


def own_model(play):
    """Gives a scene a model of its own, to do with as it likes."""
    model = play.folder / "own" / "pixels.xml"
    model.parent.mkdir()
    for suffix in (".xml", ".bin"):
        shutil.copy(play.model.with_suffix(suffix), model.with_suffix(suffix))
    play.model = model
    return model


def own_program(play):
    """Gives a scene a program of its own."""
    program = play.folder / "quiver"
    shutil.copy(play.bench.program, program)
    play.bench = replace(play.bench, program=program)
    return program


@contextmanager
def under_way(bench, name, prepare=own_model):
    """A run ten photos in, whose workers are replaced every 5 photos, and what `prepare` gave it of its own."""
    with Scene(bench, name, COUNT, workers={"count": 2, "recycle": 5}) as play:
        own = prepare(play)
        play.configure()
        play.start("run")
        play.wait_for_photos(10)
        yield play, own


def sha256(model):
    """What a record calls this model: the hash of both its files."""
    return hashlib.sha256(model.read_bytes() + model.with_suffix(".bin").read_bytes()).hexdigest()


def boxes(record):
    """What was found, as one word to compare."""
    return hashlib.sha256(repr(record["detections"]).encode()).hexdigest()[:8]


def settings_changed(bench, name):
    """A run goes on with the settings it began with, whatever happens to the file."""
    with under_way(bench, name) as (play, _):
        changed = [{"name": "pixels", "model": str(play.model), "layout": "yolov8", "confidence": 0.5}]
        play.configure(output={"path": str(play.folder / "elsewhere"), "annotate": False}, detectors=changed)
        before = play.done()
        play.rest()
        verdict = play.verdict()
        found = records(play.output)
        kinds = {(boxes(record), bool(record["outputs"]["annotated"])) for record in found.values()}
        wrong = verdict.wrong + [f"{len(kinds)} kinds of records"] * (len(kinds) != 1)
        wrong += ["the new output folder was used"] * (play.folder / "elsewhere").exists()
        (play.folder / "pipeline.json").write_text("{ rubbish")
        talk = play.ask("status")
        wrong += [f"status with a broken file: {talk.returncode}"] * (talk.returncode != 64)
        # The proof that the change would have mattered: the next run makes other records of it.
        play.configure(detectors=changed)
        play.start("run")
        play.rest()
        later = {boxes(record) for record in records(play.output).values()}
        wrong += ["the changed settings make no difference"] * (later <= {kind[0] for kind in kinds})
        return result(settings_changed, "pipeline.json rewritten during a run, workers replaced every 5 photos",
                      f"rewritten after {before} of {COUNT} photos; the next run finds other boxes",
                      f"{len(found)} records, all of one kind", wrong)


def model_replaced(bench, name):
    """Every record names the SHA-256 of the model that made it, also where the file is replaced during a run."""
    with under_way(bench, name) as (play, model):
        first = sha256(model)
        draft = model.with_name("draft")
        draft.write_text(OTHER_XML)
        os.replace(draft, model)
        second = sha256(model)
        before = play.done()
        play.rest()
        ended = play.process.returncode
        words = play.short((play.told("model|replaced") or ["nothing"])[-1])
        one = records(play.output)
        wrong = [f"exit status {ended}"] * (ended not in (0, 2))
        play.start("run")
        play.rest()
        verdict = play.verdict(attempts=0)
        two = records(play.output)
        truth = {boxes(record) for record in two.values() if record["models"][0]["sha256"] == second}
        wrong += verdict.wrong + ["the second model finds nothing else"] * (len(truth) != 1)
        lies = sum(record["models"][0]["sha256"] == first and boxes(record) in truth for record in one.values())
        every = (one | two).values()
        lies += sum(record["models"][0]["sha256"] == second and boxes(record) not in truth for record in every)
        wrong += [f"{lies} records of the second model name the first"] * bool(lies)
        named = Counter(record["models"][0]["sha256"][:8] for record in two.values())
        wrong += [f"the second run left models {dict(named)}"] * (set(named) != {second[:8]})
        return result(model_replaced, "another model under the same name during a run",
                      f"{first[:8]}… replaced by {second[:8]}… after {before} photos; exit {ended}: \"{words}\"",
                      f"{lies} wrong names in {len(one)} and {len(two)} records", wrong)


def model_vanished(bench, name):
    """A model that vanishes during a run costs no photo anything: Quiver says so, and goes on when it is back."""
    with under_way(bench, name) as (play, model):
        model.rename(model.with_name("away.xml"))
        before = play.done()
        play.process.wait(STANDSTILL)
        ended, done = play.process.returncode, play.done()
        wrong = [f"exit status {ended} without its model"] * (ended != 2)
        wrong += ["the model is not named"] * (not play.told(str(model)))
        words = play.short((play.told(model.name) or ["nothing"])[-1])
        model.with_name("away.xml").rename(model)
        play.start("run")
        play.rest()
        verdict = play.verdict()
        return result(model_vanished, "the model's file taken away during a run",
                      f"taken away after {before} photos; exit {ended} with {done} done: \"{words}\"",
                      verdict.figure, wrong + verdict.wrong)


def program_replaced(bench, name):
    """A program that is replaced during a run, as an update does: the run ends with the workers it began with."""
    with under_way(bench, name, own_program) as (play, program):
        draft = play.folder / "update"
        draft.write_text(f"#!/bin/sh\necho \"$@\" >> {play.folder}/called\nexit 1\n")
        draft.chmod(0o755)
        os.replace(draft, program)
        before = play.done()
        play.rest()
        verdict = play.verdict()
        called = (play.folder / "called").exists()
        wrong = verdict.wrong + ["a worker was started from the new file"] * called
        return result(program_replaced, "the program's file replaced during a run, workers replaced every 5 photos",
                      f"replaced after {before} photos; {'' if called else 'not '}started by the running one",
                      verdict.figure, wrong)
