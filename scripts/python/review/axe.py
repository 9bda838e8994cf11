"""Runs axe-core on every page, size and colour scheme, and reads the names that a screen reader hears."""

import argparse
import importlib.util
import json
import urllib.request
from pathlib import Path

from review.browser import browser
from review.program import fail, options, page, score_samples
from review.table import table, verdict

SIZES = [(390, 844), (820, 1180), (1440, 900)]
RUN = """return axe.run().then((found) => found.violations.map((one) => ({ impact: one.impact, id: one.id,
    help: one.help, count: one.nodes.length, html: one.nodes[0].html.slice(0, 120) })))"""
ARROWS = """return document.querySelector("quiver-photo").editor.arrows
    .map((one) => ({ number: one.number, mark: one.mark }))"""
GRAVE = ("serious", "critical")


def arguments():
    """What may be asked for."""
    parser = argparse.ArgumentParser(prog="scripts/review axe", description=__doc__)
    parser.add_argument("--address", help="a page that runs already")
    return options(parser).parse_args()


def axe_script():
    """axe-core's own script, out of the Python package."""
    package = importlib.util.find_spec("axe_core_python")
    if package is None:
        fail("axe-core-python is not here: call scripts/review axe, which makes a virtual environment with it")
    return next(Path(package.origin).parent.rglob("axe.min.js")).read_text()


def get(address, path):
    """Reads from the API."""
    with urllib.request.urlopen(f"{address}/api/v1{path}", timeout=30) as answer:
        return json.load(answer)


def places(address):
    """Every page, with something on it."""
    sessions = get(address, "/sessions")["sessions"]
    session = max(sessions, key=lambda one: one["doubts"]["arrows"])["id"]
    found = get(address, f"/sessions/{session}")
    photo = found["doubts"][0]["photo"] if found["doubts"] else found["rounds"][0]["ends"][0]["photos"][0]["id"]
    job = get(address, "/jobs?limit=1")["jobs"][0]["job"]
    return {"queue": "#/", "sessions": "#/sessions", "session": f"#/sessions/{session}",
            "review": f"#/review/{session}/{photo}", "photos": "#/photos", "gallery": "#/gallery",
            "one photo": f"#/photos/{job}", "trend": "#/trend", "sign in": "#/signin"}, (session, found)


def names(window):
    """The names of the buttons in the accessibility tree, as Chromium gives it to screen readers."""
    tree = window.cdp("Accessibility.getFullAXTree")["nodes"]
    return [node.get("name", {}).get("value", "") for node in tree
            if node.get("role", {}).get("value") in ("button", "toggle button") and not node.get("ignored")]


def unnamed(window, address, session, found):
    """Arrows of a session's photos that the tree does not name with number and score; and how many it looked at."""
    missing, count = [], 0
    for photo in [one for part in found["rounds"] for end in part["ends"] for one in end["photos"]]:
        window.open(address, f"#/review/{session}/{photo['id']}")
        told = names(window)
        for arrow in window.js(ARROWS):
            count += 1
            score = "miss" if arrow["mark"] == "M" else arrow["mark"]
            start = f"Arrow {arrow['number']}"
            if not any(name.startswith(start) and score in name[len(start):] for name in told):
                missing.append(f"{photo['name']}: {start}, {score}")
    return missing, count


def main():
    """Looks at all of them, and prints."""
    settings = arguments()
    script = axe_script()
    rows, grave = [], 0
    with page(settings, score_samples) as address, browser() as window:
        pages, (session, found) = places(address)
        looked = 0
        # The page's own policy allows no foreign script: Chromium's protocol brings it in.
        window.cdp("Page.setBypassCSP", enabled=True)
        for width, height in SIZES:
            for dark in (False, True):
                window.size(width, height, dark)
                for name, place in pages.items():
                    window.open(address, place)
                    if not window.js("return Boolean(window.axe)"):
                        window.js(script + "; window.axe = axe;")
                    looked += 1
                    for one in window.js(RUN):
                        is_grave = one["impact"] in GRAVE
                        grave += is_grave
                        rows.append([name, f"{width}x{height}", "dark" if dark else "light", one["impact"], one["id"],
                                     one["count"], f"`{one['html']}`"])
        missing, count = unnamed(window, address, session, found)
    if rows:
        table(["page", "size", "scheme", "impact", "rule", "places", "first"], rows)
    table(["what", "measured", "asked", ""], [
        ["pages, sizes and colour schemes looked at", looked, "", ""],
        ["serious or critical findings of axe-core", grave, 0, verdict(grave == 0)],
        ["other findings", len(rows) - grave, "", ""],
        ["arrows that the accessibility tree does not name with their score", f"{len(missing)} of {count}", 0,
         verdict(not missing and count > 0)],
    ])
    for line in missing[:10]:
        print("- " + line)
    return 0 if grave == 0 and not missing and count else 1


if __name__ == "__main__":
    raise SystemExit(main())
