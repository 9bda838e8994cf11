"""scripts/parity columns: how many characters of pages in columns does Quiver read wrongly, in whichever order?"""

import tempfile
from pathlib import Path

import numpy as np

from . import column_pages as pages
from .letters import error_rate, whole_words
from .program import check, listed, options, records, run
from .text import PAGES as SCANS

ALLOWED = 0.05
ENGINES = ("auto", "tesseract", "paddleocr")
EXPLAIN = """Errors are the letters to change, put in or leave out (Levenshtein) to make the true text of the record's
transcript, as a share of the true text's; any space counts once, and a word that a hyphen parts at a line's end is
one word. Reading straight across columns makes more than half of all letters wrong. Only `auto` is judged: each page
may have 5 % at most."""


def read_pages(quiver, photos, engine, folder):
    """Quiver's records of pages, by the names of their files."""
    detectors = [{"name": "words", "task": "text", "text": {"engine": engine}}]
    results = run(quiver, photos, folder / engine, detectors)
    return {Path(record["source"]["path"]).name: record for record in records(results)}


def told(record):
    """What a record says was read, by which reader, in how many milliseconds."""
    for result in record.get("results", []):
        if result["task"] == "text":
            text = result.get("transcript") or "\n".join(line["text"] for line in listed(record, "texts"))
            return text, result.get("reader") or "-", (result.get("timings") or {}).get("infer") or 0
    return "", "-", 0


def arguments():
    """What may be asked for."""
    parser = options("columns", "Compares quiver run with the text of pages in columns.", EXPLAIN)
    parser.add_argument("--pages", type=Path, help="pages that scripts/parity column_pages has set (else they are set)")
    parser.add_argument("--shift", type=int, default=0, help="added to the seeds of pages that are set here")
    parser.add_argument("--engines", nargs="+", choices=ENGINES, default=["auto"], help="the readers to compare")
    return parser.parse_args()


def main():
    """Sets, reads, compares, prints, judges."""
    args = arguments()
    check(args)
    with tempfile.TemporaryDirectory(prefix="quiver-columns-") as name:
        folder = Path(name)
        source = args.pages or folder / "pages"
        if not args.pages:
            pages.write(source, args.shift)
        truths = {page: page.with_suffix(".txt") for page in sorted(source.glob("*.jpg"))}
        ocr = args.cases / "ocr"
        truths |= {
            ocr / scan: ocr / truth
            for scan, truth, languages, _ in SCANS
            if languages == ["eng"] and "euro" not in scan
        }
        found = {engine: read_pages(args.quiver, list(truths), engine, folder) for engine in args.engines}
        print(f"{'page':<28}" + "".join(f"{engine:>12} {'reader':<10} {'time':>9}" for engine in args.engines))
        good, rates = True, {engine: [] for engine in args.engines}
        for page, truth in truths.items():
            words = f"{page.name:<28}"
            for engine in args.engines:
                text, reader, time = told(found[engine].get(page.name, {}))
                wrong = error_rate(whole_words(text), whole_words(truth.read_text("utf-8")))
                rates[engine].append(wrong)
                bad = engine == "auto" and wrong > ALLOWED
                good = good and not bad
                words += f"{wrong:>12.2%} {reader:<10} {time:>6.0f} ms" + (" too many" if bad else "")
            print(words)
        for engine, all_of_it in rates.items():
            print(f"{engine}: {np.mean(all_of_it):.2%} on average, {max(all_of_it):.2%} at worst")
    raise SystemExit(0 if good else 1)


if __name__ == "__main__":
    main()
