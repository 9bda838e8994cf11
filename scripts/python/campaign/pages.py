"""Pictures that kill what decodes them, on pages: `score` and its pages live on, without those pictures."""

from campaign.batch import picture
from campaign.bench import Row, age, records
from campaign.faults import Fault, order, words

# One kills whoever reads it, one whoever makes a picture of it for a page: no run without annotation draws.
RULES = [
    {"call": "open", "path": "*/reader.png", "at": "after", "do": "crash"},
    {"call": "write", "path": "pipe:*", "data": "@draw", "at": "after", "photo": "*/drawer.png", "do": "crash"},
]


def rows(bench):
    """One row: scored, reported again, and each time the hostile pictures are tried."""
    place = bench.fresh("pages")
    bench.photos(place / "in", 3)
    for number, name in enumerate(("reader.png", "drawer.png")):
        (place / "in" / name).write_bytes(picture(5000 + number))
        age(place / "in" / name)
    fault = Fault(bench, *(order(role="worker", photos="*/in/*.png", times=0, **rule) for rule in RULES))
    score = bench.run("score", place / "in", "--output", place / "out", cwd=place, env=fault.env, timeout=180)
    states = {name.removesuffix(".json"): record["state"] for name, record in records(place / "out").items()}
    pages = list((place / "out").rglob("scores*.html"))
    report = bench.run("score", "report", place / "out", "--format", "html", cwd=place, env=fault.env, timeout=180)
    wrong = [f"{command} ended with {ended.returncode}: {ended.stderr[-200:]}"
             for command, ended, status in (("score", score, 1), ("score report", report, 0))
             if ended.returncode != status]
    wrong += [] if states.get("reader.png") == "quarantined" else [f"reader.png is {states.get('reader.png')}"]
    wrong += [] if states.get("drawer.png") == "done" else [f"drawer.png is {states.get('drawer.png')}"]
    texts = [page.read_text() for page in pages] + [report.stdout]
    counts = [text.count("src=\"data:image/jpeg") for text in texts]
    wrong += [] if len(pages) == 1 and counts == [3, 3] else [f"{len(pages)} pages with {counts} pictures"]
    fired = fault.counts()
    # Three attempts of the first in the run and none for a page; one of the second for each page.
    wrong += [] if fired == [3, 2] else [f"faults fired {fired}"]
    yield Row("pages decode no photo but in a confined worker", "a picture that kills its reader, one that kills who draws it",
              f"{sum(fired)} workers died, 3 in the run and 2 for pages",
              words(wrong) or "score 1, report 0; 3 of 5 pictures on both pages", not wrong)
