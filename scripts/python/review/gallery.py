"""Times the gallery of 100,000 photos, and chooses, accepts and takes back photos in it, as a user does by keys."""

import argparse
import json
import statistics
import time
import urllib.request

from review.browser import browser
from review.program import options, page, say
from review.speed import TILES, opening, results, scrolled
from review.table import table, verdict

HOME, RIGHT, SHIFT = "\ue011", "\ue014", "\ue008"
CHOSEN = f"return document.querySelectorAll('{TILES}[aria-selected=true]').length"
WRITE = """const field = document.querySelector("[data-test='filter-where']"); field.value = arguments[0];
field.dispatchEvent(new Event("input", { bubbles: true }))"""
# Ten photos are real, the others are copies of theirs: the query passes these ten.
QUERY, FITTING = "job:1..10", 10


def arguments():
    """What may be asked for."""
    parser = argparse.ArgumentParser(prog="scripts/review gallery", description=__doc__)
    parser.add_argument("--photos", type=int, default=100_000, help="how many photos the gallery has (default 100000)")
    parser.add_argument("--address", help="a page that runs already")
    return options(parser).parse_args()


def reviewed(address):
    """How many of the photos that the query passes are reviewed."""
    with urllib.request.urlopen(f"{address}/api/v1/jobs?limit={FITTING}", timeout=30) as answer:
        return sum(one["reviewed"] for one in json.load(answer)["jobs"])


def until(address, count):
    """Waits until so many are reviewed; answers whether that came."""
    end = time.monotonic() + 20
    while time.monotonic() < end:
        if reviewed(address) == count:
            return True
        time.sleep(0.1)
    return False


def used(window, address):
    """Filters, chooses three photos by keys, accepts all that fit and takes that back: what was seen of each step."""
    say("choosing, accepting and taking back …")
    window.open(address, "#/gallery?sort=number")
    window.js(WRITE, "lable:cup")
    wrong = window.wait("""const wrong = document.querySelector("[data-test='query-wrong']");
        return !wrong.hidden && wrong.textContent""")
    window.js(WRITE, QUERY)
    window.wait(f"return document.querySelector('{TILES}')?.getAttribute('aria-setsize') === '{FITTING}'")
    window.js("document.querySelector('[role=listbox]').focus()")
    for key in (HOME, " "):
        window.key(key)
    right = [{"type": "keyDown", "value": RIGHT}, {"type": "keyUp", "value": RIGHT}]
    steps = [{"type": "keyDown", "value": SHIFT}, *right, *right, {"type": "keyUp", "value": SHIFT}]
    window.ask("POST", "/actions", {"actions": [{"type": "key", "id": "keys", "actions": steps}]})
    chosen = window.js(CHOSEN)
    before = reviewed(address)
    window.js("document.querySelector(\"[data-test='choose-all']\").click()")
    window.key("a")
    accepted = until(address, FITTING)
    window.wait("return document.querySelectorAll('.tile.reviewed:not([hidden])').length")
    window.key("z")
    return [
        ["a wrong query is said by its word", wrong, "label", verdict("label" in wrong)],
        ["photos chosen by Home, Space and Shift with arrows", chosen, 3, verdict(chosen == 3)],
        ["all that fit accepted at once", "yes" if accepted else "no", "yes", verdict(accepted)],
        ["taken back in one step", "yes" if (back := until(address, before)) else "no", "yes", verdict(back)],
    ], "label" in wrong and chosen == 3 and accepted and back


def main():
    """Measures, plays, and prints."""
    settings = arguments()

    def make(program, output):
        return results(program, output, settings.photos)

    with page(settings, make) as address, browser() as window:
        window.size(1200, 900)
        window.open(address, "#/sessions")
        opened = [opening(window, settings.photos, "#/gallery", TILES)[0] for _ in range(3)]
        rates, most = scrolled(window, TILES)
        slowest, soon = min(rate for _, rate, _ in rates), statistics.median(opened)
        rows, is_kept = used(window, address)
        table(["what", "measured", "asked", ""], [
            [f"gallery of {settings.photos:,} opens: pictures in sight, median of 3", f"{soon:.2f} s", "< 1 s",
             verdict(soon < 1)],
            *[[f"frames a second, {distance} px a frame", f"{rate:.0f} (95 % of frames within {worst:.0f} ms)", ">= 50",
               verdict(rate >= 50)] for distance, rate, worst in rates],
            ["pictures in the document at most", most, "< 100", verdict(most < 100)],
            *rows,
        ])
    return 0 if soon < 1 and slowest >= 50 and most < 100 and is_kept else 1


if __name__ == "__main__":
    raise SystemExit(main())
