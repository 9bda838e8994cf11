"""Plays what a person does to correct the demo session's doubtful arrows; counts movements, times the next photo."""

import argparse
import json
import math
import statistics
import time
import urllib.request

from review.browser import DELETE, ENTER, browser
from review.program import ROOT, options, page, say, score_samples
from review.table import table, verdict

WANTED = 12
# An arrow that was read this many pixels beside its place is dragged there; one nearer gets its score by a key.
FAR = 8
STATE = """const editor = document.querySelector("quiver-photo").editor;
return { photo: editor.photoID, name: editor.photo.path, selected: editor.selected, confirmed: editor.isConfirmed,
    arrows: editor.arrows.map((one) => ({ number: one.number, mark: one.mark, x: one.pixelX, y: one.pixelY,
        placed: one.isPlaced, kind: one.kind, review: one.needsReview })) }"""
WATCH = """window.enterAt = null; window.shownAt = null;
addEventListener("keydown", (event) => { if (event.key === "Enter") enterAt = performance.now(); }, true);
document.addEventListener("shown", () => requestAnimationFrame(() => requestAnimationFrame(() => {
    shownAt = performance.now(); })));"""
KEYS = {"10": "t", "X": "x", "M": "m"}


def arguments():
    """What may be asked for."""
    parser = argparse.ArgumentParser(prog="scripts/review movements", description=__doc__)
    parser.add_argument("--address", help="a page that runs already, over fresh demo results")
    return options(parser).parse_args()


def get(address, path):
    """Reads from the API."""
    with urllib.request.urlopen(f"{address}/api/v1{path}", timeout=30) as answer:
        return json.load(answer)


def truth(photo):
    """What the sample photo really shows: the arrows' or holes' places in its pixels, with their marks."""
    parts = photo.split("samples/photos/")
    file = ROOT / "samples" / "truth" / (parts[-1] + ".json")
    if len(parts) < 2 or not file.exists():
        return []
    found = []
    for one in json.loads(file.read_text())["objects"]:
        if one["label"] in ("arrow", "hole"):
            found.append({"place": one.get("tip") or one["centre"], "mark": one["score"]})
    return found


def nearest(arrow, real):
    """The real arrow that a read one stands for; none where the reader has seen something else."""
    pairs = [(math.dist((arrow["x"], arrow["y"]), one["place"]), one) for one in real]
    distance, one = min(pairs, key=lambda pair: pair[0], default=(math.inf, None))
    return one if distance < 60 else None


class Player:
    """A person at the page: presses, drags, and counts both."""

    def __init__(self, window):
        self.window = window
        self.keys = self.drags = self.presses = self.right = self.wrong = 0
        self.times = []

    def press(self, key):
        """One key."""
        self.window.key(key)
        self.keys += 1

    def state(self):
        """What the page shows."""
        return self.window.js(STATE)

    def play(self, session):
        """Goes through a session from its own page until nothing is doubtful or enough was seen."""
        window = self.window
        window.wait("""return document.querySelector("[data-test='start-review']")""")
        window.js("""document.querySelector("[data-test='start-review']").click()""")
        self.presses += 1
        window.wait("""return document.querySelector("quiver-photo image")?.getAttribute("href")""")
        window.js(WATCH)
        while self.right + self.wrong < WANTED:
            before = self.state()
            self.arrows(before, truth(before["name"]))
            # A person looks at the end before confirming it; meanwhile the page fetches what comes next.
            time.sleep(0.7)
            if not self.confirm(before["photo"]):
                break

    def arrows(self, state, real):
        """Corrects the doubtful arrows of one photo that are wrong; those that are right need nothing."""
        for arrow in [one for one in state["arrows"] if one["review"]]:
            one = nearest(arrow, real) if arrow["placed"] else None
            if one and one["mark"] == arrow["mark"]:
                self.right += 1
                continue
            self.wrong += 1
            self.choose(arrow["number"])
            if one is None:
                self.press(DELETE)
            elif math.dist((arrow["x"], arrow["y"]), one["place"]) < FAR:
                self.press(KEYS.get(one["mark"], one["mark"]))
            else:
                self.drag(arrow, one)

    def choose(self, number):
        """Turns to a doubtful arrow by the key for the next one."""
        for _ in range(40):
            if self.state()["selected"] == number:
                return
            self.press("j")
        raise RuntimeError(f"arrow {number} cannot be chosen by keys")

    def drag(self, arrow, one):
        """Puts an arrow where it really stands, and says its score where the place alone does not."""
        points = self.window.js("""const view = document.querySelector("quiver-photo");
            const box = view.surface.getBoundingClientRect();
            return arguments[0].map(([x, y]) => { const place = view.view.toScreen({ x, y });
                return [place.x + box.x, place.y + box.y]; })""", [[arrow["x"], arrow["y"]], one["place"]])
        self.window.drag(*points)
        self.drags += 1
        now = next((a for a in self.state()["arrows"] if a["number"] == arrow["number"]), None)
        if now and now["mark"] != one["mark"]:
            self.press(KEYS.get(one["mark"], one["mark"]))

    def confirm(self, photo):
        """Confirms the end; answers whether another doubtful photo came, and notes how long that took."""
        window = self.window
        window.js("enterAt = shownAt = null")
        self.press(ENTER)
        end = time.monotonic() + 5
        while time.monotonic() < end:
            if window.js("return document.querySelector('[data-test=done]') !== null"):
                return False
            if window.js("return shownAt !== null") and self.state()["photo"] != photo:
                self.times.append(window.js("return shownAt - enterAt"))
                return True
            time.sleep(0.02)
        raise RuntimeError("no other photo came after Enter")


def main():
    """Plays, and prints what it took."""
    settings = arguments()
    with page(settings, score_samples) as address, browser() as window:
        window.size(1440, 900)
        player = Player(window)
        sessions = sorted(get(address, "/sessions")["sessions"], key=lambda one: -one["doubts"]["arrows"])
        for session in sessions:
            if session["doubts"]["arrows"] and player.right + player.wrong < WANTED:
                say(f"reviewing {session['name']} …")
                window.open(address, "#/sessions/" + session["id"])
                player.play(session)
        arrows = player.right + player.wrong
        moves = player.keys + player.drags + player.presses
        median, worst = statistics.median(player.times), max(player.times)
        table(["what", "measured", "asked", ""], [
            ["doubtful arrows reviewed", f"{arrows} ({player.right} right, {player.wrong} wrong)", WANTED, ""],
            ["keys, drags, clicks", f"{player.keys}, {player.drags}, {player.presses}", "", ""],
            ["movements and keys per arrow", f"{moves / arrows:.2f}", "<= 2", verdict(moves / arrows <= 2)],
            ["next doubtful photo shown, median", f"{median:.0f} ms of {len(player.times)}", "< 300 ms",
             verdict(median < 300)],
            ["next doubtful photo shown, worst", f"{worst:.0f} ms", "< 300 ms", verdict(worst < 300)],
        ])
    return 0 if moves / arrows <= 2 and worst < 300 else 1


if __name__ == "__main__":
    raise SystemExit(main())
