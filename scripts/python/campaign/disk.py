"""Full disks, lost folders and jumping clocks: work pauses, says so, goes on by itself, and loses nothing."""

import shutil
import time
from contextlib import ExitStack

from campaign import hanging, jumps, mounts
from campaign.bench import records
from campaign.fuse import MemoryShare
from campaign.scene import Broken, Scene
from campaign.stage import result, stage

ROOMY = 128 << 20
PAUSED = "^paused "


def run(bench):
    """Every fault of the disk and of the clock."""
    scenes = [(full_results, verb, what) for verb in ("run", "watch") for what in ("temp files", "records")]
    scenes += [(full_queue, "run"), (full_queue, "watch"), (full_tables,)]
    scenes += [(refusing_share, error) for error in ("EDQUOT", "EIO", "ESTALE")]
    scenes += [(plain_names,), (read_only,), (denied_output,), (denied_input,), (removed_output,), (lost_mount,)]
    return stage(bench, (scenes + hanging.scenes() + jumps.scenes()) * (3 if bench.long else 1))


def amount(bench):
    """How many photos a scene has, and how many seconds its fault lasts."""
    return (600, 40) if bench.long else (80, 3)


def outlast(play, bench, lift):
    """Waits for the words, lets the fault last, lifts it, and waits for the end; tells how it went."""
    _, seconds = amount(bench)
    play.wait_for_words(PAUSED)
    before = play.done()
    time.sleep(seconds)
    if play.process.poll() is not None:
        raise Broken(f"{play.name}: ended with {play.process.returncode} while it lasted: {play.talk[-600:]}")
    lift()
    took = play.rest()
    return f"\"{said(play)}\"; {before} photos done before, {seconds} s of fault, the rest within {took:.0f} s"


def said(play):
    """The first words about the fault."""
    return play.short((play.told(PAUSED) or ["nothing"])[0])


def row(scene, play, fault, proof, wrong=()):
    """A row of a scene whose work has paused: everything is done, and each pause was told once."""
    verdict = play.verdict()
    told = len(play.told(PAUSED))
    wrong = [*wrong, *verdict.wrong]
    wrong += ["nothing was said"] * (told == 0) + [f"the same was said {told} times"] * (told > 5)
    wrong += ["it was not said that work went on"] * (not play.told("^resumed"))
    return result(scene, fault, proof, verdict.figure, wrong)


def full_results(bench, name, verb, what):
    """A full disk under the results: work pauses, says so, goes on when there is room, no attempt is used up."""
    count, _ = amount(bench)
    annotate = what == "temp files"
    with mounts.small(bench.fresh(name + "-disk"), ROOMY) as disk, Scene(
            bench, name, count, results=disk / "out", output={"annotate": annotate}) as play:
        filler = mounts.Filler(disk, room=count * (4 if annotate else 2) * 1024)
        play.start(verb)
        play.wait_for_words(PAUSED)
        proof = filler.proof()
        course = outlast(play, bench, filler.remove)
        return row(full_results, play, f"disk full, {verb}, {what}", f"{proof} for anybody who writes there; {course}")


def full_queue(bench, name, verb):
    """A full disk under the database: it is waited for, and every photo is committed once."""
    count, _ = amount(bench)
    with mounts.small(bench.fresh(name + "-disk"), ROOMY) as disk, Scene(
            bench, name, count, queue=disk / "quiver.sqlite") as play:
        filler = mounts.Filler(disk, room=1400 << 10)
        play.start(verb)
        play.wait_for_words(PAUSED)
        proof = filler.proof()
        course = outlast(play, bench, filler.remove)
        return row(full_queue, play, f"disk full, {verb}, database", f"{proof} for anybody who writes there; {course}")


def full_tables(bench, name):
    """A disk that is full when the tables are written, after the last photo: they are written when there is room."""
    count, _ = amount(bench)
    formats = {"annotate": False, "formats": ["csv", "jsonl"]}
    with mounts.small(bench.fresh(name + "-disk"), ROOMY) as disk, Scene(
            bench, name, count, results=disk / "out", output=formats) as play:
        filler = mounts.Filler(disk, room=16 << 10)
        play.start("run")
        play.wait_for_words(PAUSED)
        proof = filler.proof()
        course = outlast(play, bench, filler.remove)
        table = disk / "out" / "results.jsonl"
        lines = table.read_text().count("\n") if table.exists() else 0
        wrong = play.verdict(missing=count).wrong + [f"results.jsonl has {lines} lines"] * (lines != count)
        return result(full_tables, "disk full, run, tables", f"{proof} for anybody who writes there; {course}",
                      f"{lines} of {count} lines in results.jsonl", wrong)


def refusing_share(bench, name, error):
    """A share that refuses every write for a while: work pauses and goes on by itself."""
    count, _ = amount(bench)
    with MemoryShare(bench.fresh(name + "-share")) as share, Scene(
            bench, name, count, results=share.folder / "out") as play:
        share.refuse_after(error, writes=120)
        play.start("run")
        course = outlast(play, bench, share.allow)
        return row(refusing_share, play, f"{error} from a share (FUSE)",
                   f"{share.refused} writes were refused with {error}; {course}")


def plain_names(bench, name):
    """Results on a share that refuses names as FAT does: every photo has its record, under an escaped name."""
    count, _ = amount(bench)
    with MemoryShare(bench.fresh(name + "-share"), plain=True) as share, Scene(
            bench, name, count, results=share.folder / "out") as play:
        for photo in play.inputs.iterdir():
            photo.rename(photo.with_name(f"12:30?{photo.name}"))
        play.start("run").rest()
        verdict = play.verdict()
        escaped = len(list(play.output.glob("12%3A30%3F*.json")))
        return result(plain_names, "names refused by a share (FUSE)", "it refuses : and ? as FAT does", verdict.figure,
                      verdict.wrong + [f"{escaped} names of {count} are escaped"] * (escaped != count))


def read_only(bench, name):
    """Results that become read-only: work pauses and goes on when they can be written again."""
    count, _ = amount(bench)
    with mounts.small(bench.fresh(name + "-disk"), ROOMY) as disk, Scene(
            bench, name, count * 4, results=disk / "out") as play:
        play.start("run")
        play.wait_for_photos(5)

        def shut():
            try:
                mounts.command("mount", "-o", "remount,ro", disk)
                return True
            except mounts.Impossible:  # a file is open for writing just now
                return False

        play.wait(shut, "a moment in which no file is open")
        proof = mounts.refusal(disk)
        course = outlast(play, bench, lambda: mounts.command("mount", "-o", "remount,rw", disk))
        return row(read_only, play, "results mounted read-only", f"{proof} for anybody who writes there; {course}")


def denied_output(bench, name):
    """Results whose permission is taken away: work pauses and goes on when it is given again."""
    count, _ = amount(bench)
    with Scene(bench, name, count * 4) as play:
        play.start("run", executable=mounts.humble(bench))
        play.wait_for_photos(5)
        staging = play.output / ".quiver-staging"
        folders = [play.output, staging, *staging.iterdir()]
        for folder in folders:
            folder.chmod(0o555)
        course = outlast(play, bench, lambda: [folder.chmod(0o755) for folder in folders])
        return row(denied_output, play, "chmod 555 on the results", course)


def denied_input(bench, name):
    """A photo that may not be read holds up no other, and is worked as soon as it may be."""
    count, _ = amount(bench)
    with Scene(bench, name, count, retry={"attempts": 20, "backoff": "200ms"}) as play:
        photo = play.inputs / "000003.jpg"
        photo.chmod(0)
        play.start("run", executable=mounts.humble(bench))
        others = play.wait_for_photos(count - 1)
        play.wait_for_words("waits .*000003.jpg")
        words = len(play.told("waits .*000003.jpg"))
        photo.chmod(0o644)
        took = play.rest()
        verdict = play.verdict(attempts=0)
        return result(denied_input, "chmod 000 on a photo",
                      f"said {words} times; the other {count - 1} were done after {others:.0f} s",
                      f"{verdict.figure}; the last {took:.0f} s after chmod 644", verdict.wrong)


def removed_output(bench, name):
    """Results that somebody takes away: it is said, the folder is made anew, and no later result is lost."""
    count = amount(bench)[0] * 4
    with Scene(bench, name, count) as play:
        play.start("run")
        play.wait_for_photos(5)
        away = play.folder / "away"
        play.output.rename(away)
        before = len(records(away))
        took = play.rest()
        here = records(play.output)
        verdict = play.verdict(missing=count - len(here))
        lost = count - len(here.keys() | records(away).keys())
        told = play.told(f"(paused|warning).*{play.output}")
        wrong = verdict.wrong + [f"{lost} records are neither here nor there"] * bool(lost)
        wrong += ["nothing was said"] * (not told)
        return result(removed_output, "the results' folder moved away",
                      f"{before} of {count} records moved away; \"{play.short((told or ['nothing'])[0])}\"",
                      f"{len(here)} records in the new folder, {len(records(away))} in the old, {took:.0f} s", wrong)


def lost_mount(bench, name):
    """A disk that goes away under the results: nothing is written below its place, work goes on when it is back."""
    count, _ = amount(bench)
    place, size = bench.fresh(name + "-disk"), (512 if bench.long else 64) << 20
    with mounts.image(bench.fresh(name + "-image"), size) as disk, ExitStack() as stack, Scene(
            bench, name, count * 4, results=place / "out") as play:
        stack.callback(mounts.leave, place)
        mounts.command("mount", "-o", "loop", disk, place)
        play.start("run")
        play.wait_for_photos(5)
        mounts.leave(place)
        hidden = []

        def back():
            hidden.extend(path for path in place.rglob("*") if path.is_file())
            shutil.rmtree(place / "out", ignore_errors=True)
            mounts.command("mount", "-o", "loop", disk, place)

        course = outlast(play, bench, back)
        made = row(lost_mount, play, "umount -l of the results' disk (ext4)",
                   f"{course}; {len(hidden)} files below the mount point",
                   [f"{path.name} was written below the mount point" for path in hidden[:1]])
        play.stop()
        return made
