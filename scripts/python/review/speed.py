"""Times the list of 10,000 photos: how soon it opens, how smoothly it scrolls, how many rows the page holds."""

import argparse
import sqlite3
import statistics
import time

from review.browser import browser
from review.program import MODEL, call, options, page, photos, say
from review.table import table, verdict

MADE = 10
DONE = 4
ROWS, TILES = "[role=listitem]", "[role=option]:not([hidden])"
SCROLL = """const list = document.querySelector(".virtual"), steps = [], until = performance.now() + arguments[0];
return new Promise((ended) => {
    let last = null, most = 0;
    const step = (now) => {
        if (last !== null) steps.push(now - last);
        last = now;
        list.scrollTop += arguments[1];
        if (list.scrollTop + list.clientHeight >= list.scrollHeight - 1) list.scrollTop = 0;
        most = Math.max(most, list.querySelectorAll(arguments[2]).length);
        if (now < until) requestAnimationFrame(step);
        else ended({ steps, most });
    };
    requestAnimationFrame(step);
})"""


def arguments():
    """What may be asked for."""
    parser = argparse.ArgumentParser(prog="scripts/review speed", description=__doc__)
    parser.add_argument("--photos", type=int, default=10_000, help="how many photos the list has (default 10000)")
    parser.add_argument("--address", help="a page that runs already")
    return options(parser).parse_args()


def results(program, output, count):
    """A run over ten photos; the queue's other rows are copies of theirs, as a run over all would leave them."""
    say(f"running over {MADE} photos and filling the queue up to {count} …")
    call(program, "run", photos(output.parent / "photos", MADE), "--model", MODEL, "--output", output, "--no-annotate")
    queue = sqlite3.connect(output / "quiver.sqlite")
    names = [column[1] for column in queue.execute("PRAGMA table_info(job)")]
    first = [list(row) for row in queue.execute("SELECT * FROM job ORDER BY id")]
    records = dict(queue.execute("SELECT job, record FROM result"))
    at = {name: names.index(name) for name in ("id", "name", "inode", "state", "content_head", "content_tail")}
    for number in range(len(first), count):
        row = list(first[number % len(first)])
        before = row[at["id"]]
        row[at["id"]] = number + 1
        row[at["name"]] = f"{number:05d}.jpg".encode()
        row[at["inode"]] += 1_000_000 + number
        row[at["content_head"]] = (row[at["content_head"]] or 0) ^ number
        row[at["content_tail"]] = number.to_bytes(32, "big")
        queue.execute(f"INSERT INTO job VALUES ({','.join('?' * len(row))})", row)
        if before in records:
            queue.execute("INSERT INTO result VALUES (?, ?)", (number + 1, records[before]))
    queue.execute("UPDATE tally SET jobs = (SELECT count(*) FROM job WHERE job.state = tally.state)")
    queue.commit()
    queue.close()


def main():
    """Measures, and prints."""
    settings = arguments()

    def make(program, output):
        return results(program, output, settings.photos)

    with page(settings, make) as address, browser() as window:
        window.size(1440, 900)
        window.open(address, "#/sessions")
        # Once for the files and the server's own first time, as after starting the day; then as often as it counts.
        opened = [opening(window, settings.photos) for _ in range(5)]
        first, known = [one[0] for one in opened], [one[1] for one in opened]
        rates, most = scrolled(window, ROWS)
        slowest = min(rate for _, rate, _ in rates)
        table(["what", "measured", "asked", ""], [
            [f"list of {settings.photos:,} opens: rows in sight, median of 5", f"{statistics.median(first):.2f} s",
             "< 1 s", verdict(statistics.median(first) < 1)],
            ["the same, worst", f"{max(first):.2f} s", "< 1 s", verdict(max(first) < 1)],
            ["all rows known to the list, median", f"{statistics.median(known):.2f} s", "", ""],
            *[[f"frames a second, {distance} px a frame", f"{rate:.0f} (95 % of frames within {worst:.0f} ms)", ">= 50",
               verdict(rate >= 50)] for distance, rate, worst in rates],
            ["rows in the document at most", most, "< 100", verdict(most < 100)],
        ])
    return 0 if max(first) < 1 and slowest >= 50 and most < 100 else 1


def scrolled(window, parts):
    """Frames a second at several speeds, each with the time that 95 % kept; and the most parts in the document."""
    found = [(distance, window.js(SCROLL, 3000, distance, parts)) for distance in (60, 260, 2000)]
    steps = [(distance, one["steps"]) for distance, one in found]
    rates = [(distance, 1000 * len(own) / sum(own), worst_of(own)) for distance, own in steps]
    return rates, max(one["most"] for _, one in found)


def opening(window, count, place="#/photos", parts=ROWS):
    """Seconds from the click to the first parts and to all, with nothing in memory; measured in the page."""
    address = window.js("return location.origin")
    window.open(address, "#/sessions")
    # Loaded anew, the page has no list in memory.
    window.open(address, "#/sessions")
    time.sleep(2)
    window.js("""window.times = {}; const start = performance.now(); location.hash = arguments[1];
        const look = () => {
            const rows = document.querySelectorAll(".virtual " + arguments[2]).length;
            const text = document.querySelector("[data-test='photo-count']")?.textContent ?? "";
            if (rows && !times.first) times.first = performance.now() - start;
            if (text.includes(arguments[0])) times.all = performance.now() - start;
            else requestAnimationFrame(look);
        };
        requestAnimationFrame(look);""", f"{count:,} of {count:,}", place, parts)
    found = window.wait("return times.all ? times : null", 180)
    return found["first"] / 1000, found["all"] / 1000


def worst_of(steps):
    """The time that 95 % of the frames kept."""
    return sorted(steps)[int(0.95 * (len(steps) - 1))]


if __name__ == "__main__":
    raise SystemExit(main())
