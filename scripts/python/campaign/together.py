"""Two people on two hosts correct one end, and one of them is cut off in the middle: told, never half."""

import json
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

from campaign.bench import ROOT, STANDSTILL, age
from campaign.faults import until
from campaign.host import Host
from campaign.network import Machine, Switch
from campaign.postgres import USER, Cluster, ended
from campaign.scene import Broken
from campaign.stage import result

PORT = 8737
PHOTO = "end-01.jpg"


class Pair:
    """A run on one host, and the page of two."""

    def __init__(self, bench, name):
        self.folder, self.chance = bench.fresh(name), random.Random(bench.seed)
        share = self.folder / "share"
        (share / "out").mkdir(parents=True)
        (share / "in" / "day1").mkdir(parents=True)
        for photo in (PHOTO, "end-02.jpg"):
            shutil.copyfile(ROOT / "samples" / "photos" / "day1" / photo, share / "in" / "day1" / photo)
            age(share / "in" / "day1" / photo)
        self.switch = Switch()
        self.machine = Machine(self.switch, self.folder / "db", "db", "10.77.0.1")
        self.cluster = Cluster(self.folder / "server", "db", "10.77.0.1", inside=self.machine.inside).create().start()
        self.cluster.database("scores")
        model = ROOT / "samples" / "models" / "targets.onnx"
        self.hosts = [Host(bench, self.switch, number, share, f"postgres://{USER}@10.77.0.1:{self.cluster.port}/scores",
                           detectors=[{"name": "targets", "model": str(model), "confidence": 0.35}],
                           scoring={"face": "auto"}, workers={"count": 1}) for number in (1, 2)]
        self.servers = []

    def start(self):
        """The run and its page on the first host, a page alone on the second."""
        first, second = self.hosts
        first.start("watch")
        if not until(lambda: time.sleep(0.5) or ended(self.cluster, "scores")[0] == 2, STANDSTILL):
            raise Broken(f"the photos are not worked: {first.talk[-300:]}")
        for host in self.hosts:
            with open(host.folder / "serve.txt", "wb") as talk:
                self.servers.append(subprocess.Popen(
                    [*host.machine.inside, host.bench.program, "serve", "--port", str(PORT)], stdout=talk, stderr=talk,
                    stdin=subprocess.DEVNULL, env=os.environ | host.env, cwd=host.folder, start_new_session=True))
        if not until(lambda: time.sleep(0.5) or (self.end(first) and self.end(second)), STANDSTILL):
            raise Broken(f"no end on both pages: {first.talk[-300:]} {self.said(second)}")

    @staticmethod
    def said(host):
        """What a host's server said."""
        return (host.folder / "serve.txt").read_text(errors="replace")[-300:]

    def request(self, host, *words):
        """Begins a request to a host's own page."""
        return subprocess.Popen([*host.machine.inside, sys.executable, Path(__file__).with_name("asking.py"),
                                 *map(str, words)], stdout=subprocess.PIPE, text=True, stdin=subprocess.DEVNULL)

    def ask(self, host, *words):
        """The answer to a request: its status, and its body where that is JSON."""
        return answer_of(self.request(host, *words))

    def end(self, host):
        """The end as a host's page shows it: the photo's name at the API, its revision, and each arrow's correction."""
        status, sessions = self.ask(host, "GET", PORT, "/api/v1/sessions")
        for session in sessions.get("sessions", []) if status == 200 else []:
            _, whole = self.ask(host, "GET", PORT, f"/api/v1/sessions/{session['id']}")
            for each in (end for turn in whole.get("rounds", []) for end in turn["ends"]):
                for index, photo in enumerate(each["photos"]):
                    if photo["name"] == PHOTO:
                        arrows = [arrow for arrow in each["arrows"] if arrow["photo"] == index]
                        words = {arrow["number"]: score(arrow) for arrow in arrows}
                        return photo["id"], photo["revision"], words
        return None

    def change(self, host, end, value):
        """Begins to give every arrow of an end the same score, on the revision that was seen."""
        photo, revision, arrows = end
        review = {"arrows": [{"number": number, "value": {"score": value}} for number in arrows], "archers": [],
                  "faces": [], "isConfirmed": True, "isSkipped": False}
        return self.request(host, "PUT", PORT, f"/api/v1/photos/{photo}/review", json.dumps(review), revision)

    def close(self):
        """Ends everything."""
        for server in self.servers:
            server.kill()
            server.wait()
        for host in self.hosts:
            host.close()
        self.cluster.stop(signal.SIGQUIT)
        self.machine.close()
        self.switch.close()


def answer_of(process):
    """The answer that a request printed."""
    out, _ = process.communicate(timeout=2 * STANDSTILL)
    answer = json.loads(out)
    try:
        return answer["status"], json.loads(answer["body"])
    except ValueError:
        return answer["status"], {}


def score(arrow):
    """The score that a user gave an arrow, None where no user did."""
    manual = arrow["manual"]
    return manual.get("score") if isinstance(manual, dict) else manual


def two_people(bench, name):
    """Two people on two hosts correct one end, one of them is cut off in the middle: each is told, and no correction is
    half there"""
    rounds, pair = (40 if bench.long else 3), Pair(bench, name)
    wrong, refused, cut, kept = [], 0, 0, 0
    try:
        pair.start()
        first, second = pair.hosts
        for number in range(rounds):
            refused += one_corrects_under_the_other(pair, number, wrong)
            before = pair.end(first)
            answered, after = cut_off(pair, second, before, 1 + number % 9, wrong)
            cut += answered != 200
            kept += after is not None and set(after[2].values()) == {1 + number % 9}
        first.stop()
    finally:
        pair.close()
    return result(two_people, f"{rounds} times: 'quiver score correct' on one host under the other's page; that one's "
                  "network down in the middle of its next change",
                  f"{refused} changes on an old revision refused with 412; {cut} changes not answered with 200",
                  f"{kept} of {rounds} changes kept whole, {rounds - kept} not made, 0 half", wrong)


def one_corrects_under_the_other(pair, number, wrong):
    """The second looks, the first corrects an arrow by the command line, the second's change must be refused."""
    first, second = pair.hosts
    seen = pair.end(second)
    value = 1 + (number + 4) % 9
    said = first.ask("score", "correct", "--photo", PHOTO, "--arrow", 1, "--score", value)
    if said.returncode != 0:
        wrong.append(f"score correct ended with {said.returncode}: {said.stderr[-200:]}")
        return 0
    status, _ = answer_of(pair.change(second, seen, 11 - value))
    now = pair.end(second)
    if status != 412:
        wrong.append(f"a change on an old revision was answered with {status}")
    if now is None or now[2].get(1) != value:
        wrong.append(f"the other host's page shows {now and now[2]} after arrow 1 was made {value}")
    return status == 412


def cut_off(pair, host, before, value, wrong):
    """The second changes all arrows while its network goes down; the answer, and what both pages show in the end."""
    # The way to the database takes a while, so that the network is lost in the middle of it.
    host.machine.port.delay = 0.03
    process = pair.change(host, before, value)
    time.sleep(pair.chance.uniform(0.05, 0.5))
    down = host.machine.link("down")
    time.sleep(pair.chance.uniform(1, 12))
    host.machine.port.delay = 0
    host.machine.link("up")
    status, _ = answer_of(process)
    ends = []

    def agree():
        time.sleep(0.5)
        ends.append([pair.end(each) for each in pair.hosts])
        return ends[-1][0] is not None and ends[-1][0] == ends[-1][1]

    until(agree, STANDSTILL)
    here, there = ends[-1]
    if here is None or here != there:
        wrong.append(f"the hosts show {here} and {there}")
        return status, here
    whole, old = set(here[2].values()) == {value}, here[2] == before[2]
    if not (whole or old):
        wrong.append(f"half a change: {before[2]} became {here[2]}")
    if status == 200 and not whole:
        wrong.append(f"answered with 200, and {here[2]} is there")
    if status == 412 or not down or not re.fullmatch(r"0|200|[45]\d\d", str(status)):
        wrong.append(f"a change on the newest revision was answered with {status}")
    return status, here
