"""A picture that kills what decodes it, on pages: `score` and its pages live on, without that picture."""

from campaign.batch import picture
from campaign.bench import Row, age, records
from campaign.faults import Fault, order, words

# Kills the program that reads it.
RULE = {"call": "open", "path": "*/reader.png", "at": "after", "do": "crash"}


def rows(bench):
    """One row: scored, and reported again."""
    place = bench.fresh("pages")
    bench.photos(place / "in", 3)
    (place / "in/reader.png").write_bytes(picture(5000))
    age(place / "in/reader.png")
    fault = Fault(bench, order(role="worker", photos="*/in/*.png", times=0, **RULE))
    env = {**fault.env, "QUIVER_OUTPUT_ANNOTATE": "false"}
    score = bench.run("score", place / "in", "--output", place / "out", cwd=place, env=env)
    states = {name.removesuffix(".json"): record["state"] for name, record in records(place / "out").items()}
    pages = list((place / "out").rglob("scores*.html"))
    report = bench.run("score", "report", place / "out", "--format", "html", cwd=place, env=env)
    wrong = [f"{command} ended with {ended.returncode}: {ended.stderr[-200:]}"
             for command, ended, status in (("score", score, 1), ("score report", report, 0))
             if ended.returncode != status]
    wrong += [] if states.get("reader.png") == "quarantined" else [f"reader.png is {states.get('reader.png')}"]
    texts = [page.read_text() for page in pages] + [report.stdout]
    counts = [text.count("src=\"data:image/jpeg") for text in texts]
    wrong += [] if len(pages) == 1 and counts == [3, 3] else [f"{len(pages)} pages with {counts} pictures"]
    fired = fault.counts()
    # Three attempts in the run, and none for a page.
    wrong += [] if fired == [3] else [f"faults fired {fired}"]
    yield Row("pages decode no photo but in a confined worker", "a picture that kills its reader",
              f"{sum(fired)} workers died, all in the run",
              words(wrong) or "score 1, report 0; 3 of 4 pictures on both pages", not wrong)
