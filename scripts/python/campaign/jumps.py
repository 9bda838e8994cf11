"""Jumps of the wall clock: nothing waits for a time that has moved away."""

import os

from campaign import mounts
from campaign.bench import STANDSTILL
from campaign.clocks import DAY, Wall
from campaign.scene import Scene, look
from campaign.stage import result

COUNT = 80
PHOTO = "000003.jpg"


def scenes():
    """In a run, between two runs, and while watching."""
    return [(jump, -DAY), (jump, DAY), (restart_earlier,), (watch_after_jumps,)]


def unread(wall):
    """What is wrong where no program has read the clock after it was moved: the fault did not happen."""
    return ["the moved clock was not read"] * (wall.readings == 0)


def jump(bench, name, seconds):
    """A wall clock that jumps by a day: no photo waits for a time that has moved away, and no worker is killed."""
    with Scene(bench, name, COUNT, retry={"attempts": 20, "backoff": "1s"}) as play:
        wall = Wall(play.folder)
        photo = play.inputs / PHOTO
        photo.chmod(0)
        play.start("run", env=wall.env, executable=mounts.humble(bench))
        play.wait_for_words(f"waits .*{PHOTO}")
        wall.jump(seconds)
        play.wait_for_photos(COUNT - 1)
        photo.chmod(0o644)
        took = play.rest()
        verdict = play.verdict(attempts=0)
        [(crashes,)] = look(play.queue, "SELECT sum(crashes) FROM job")
        wrong = verdict.wrong + [f"{crashes} workers were killed"] * bool(crashes) + unread(wall)
        way = "back" if seconds < 0 else "forward"
        return result(jump, f"clock set {way} by a day while a photo waits for a retry",
                      f"{wall.readings} readings of the moved clock",
                      f"{verdict.figure}; the last {took:.1f} s after it could be read", wrong)


def restart_earlier(bench, name):
    """Quiver started again with the clock a day earlier: what waited for a retry does not wait a day."""
    with Scene(bench, name, COUNT, retry={"attempts": 20, "backoff": "2s"}) as play:
        wall = Wall(play.folder)
        photo = play.inputs / PHOTO
        photo.chmod(0)
        play.start("run", env=wall.env, executable=mounts.humble(bench))
        play.wait_for_photos(COUNT - 1)
        play.wait_for_words(f"waits .*{PHOTO}")
        play.process.terminate()
        play.process.wait(STANDSTILL)
        [(waiting,)] = look(play.queue, "SELECT count(*) FROM job WHERE state = 3")
        photo.chmod(0o644)
        wall.jump(-DAY)
        play.start("run", env=wall.env, executable=mounts.humble(bench))
        took = play.rest()
        verdict = play.verdict(attempts=0)
        wrong = verdict.wrong + ["no photo waited for its retry between the runs"] * (waiting != 1) + unread(wall)
        return result(restart_earlier, "clock set back by a day between two runs",
                      f"{waiting} photo waited for its retry; {wall.readings} readings of the moved clock",
                      f"{verdict.figure}, {took:.1f} s after the second start", wrong)


def watch_after_jumps(bench, name):
    """Photos that come after a jump of the clock are settled and worked in seconds, whatever their times say."""
    with Scene(bench, name, COUNT) as play:
        wall = Wall(play.folder)
        play.start("watch", env=wall.env)
        play.wait_for_photos(COUNT)
        took = []
        for seconds in (-DAY, DAY, 0):
            wall.jump(seconds)
            place = play.inputs / f"{play.count:06}.jpg"
            play.bench.photo(place, play.count)
            os.utime(place)  # just written, as the machine's real clock says
            play.count += 1
            took.append(play.wait_for_photos(play.count))
        play.rest()
        verdict = play.verdict()
        wrong = verdict.wrong + ["a photo took half a minute"] * (max(took) >= 30) + unread(wall)
        return result(watch_after_jumps, "clock set back by a day, forward by two, and right again, watch",
                      f"{wall.readings} readings of the moved clock",
                      f"{verdict.figure}; a new photo took {', '.join(f'{seconds:.1f} s' for seconds in took)}", wrong)
