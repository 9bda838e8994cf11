"""scripts/parity files: is every page of a PDF or TIFF read, with its size, its text, and all in its place?"""

import argparse
import tempfile
from pathlib import Path

import numpy as np

from . import file_pdfs, file_scans, file_tiffs
from .columns import told
from .file_layers import layers
from .file_rows import CORNERS, ERRORS, PLACED, SIZE, WORDS, Row, parts, placed, plain, see_code, see_size
from .letters import edits, words_in_common
from .program import check, failure, options, records, run, stop

EXPLAIN = """Every page carries a QR code with the file and the page in it, whose corners must be where it was drawn:
clockwise from its own top left, so that a page that lies wrong is wrong. Pages of TIFFs must have the size that they
were drawn with; pages of PDFs that of pdfium with 300 pixels per inch, or as many as 25 million allow (there a
thousandth of the longer side counts as a pixel). Text is that of `"engine": "layer"` beside pdfium's: letters to change
as a share of all (any space counts once), words in whichever order (F1), and words within half their height of pdfium's
place. Scans without a text layer must have none."""


def judged(made, record):
    """The row of a file."""
    pages, name = parts(record), made.path.name
    row = Row(name, len(made.corners), len(pages), why=failure(record) or "")
    numbered = [(number, f"{name}#{number}") for number in range(1, len(pages) + 1)]
    if row.why or (len(pages) > 1 and numbered != [(page["page"], Path(page["address"]).name) for page in pages]):
        return Row(name, row.pages, 0, why=row.why or "its pages are not numbered in their order")
    row.why = "; ".join(f"page {page['page']}: {page['error']}" for page in pages if page.get("error"))
    if made.sizes:
        for page, size, corners in zip(pages, made.sizes, made.corners):
            see_size(row, page, size)
            see_code(row, page, made.name(page["page"]), corners)
        return row
    theirs, count = layers(made.path, made.corners, [(page["width"], page["height"]) for page in pages])
    row.pages = max(count, row.pages)
    mine, wanted, wrong, places = "", "", 0, np.zeros(2)
    for page, layer in zip(pages, theirs):
        see_size(row, page, layer.size, layer.slack)
        see_code(row, page, made.name(page["page"]), layer.points)
        read, truth = (" ".join(text.split()) for text in (plain(told(page)[0]), layer.text))
        # Page by page: a text on the wrong page is wrong.
        wrong += edits(read, truth)
        mine, wanted = f"{mine} {read}", f"{wanted} {truth}"
        places += placed(page, layer.words)
    if mine.strip() or wanted.strip():
        row.errors = wrong / max(len(wanted), 1)
        row.words = words_in_common(mine, wanted)
        row.placed = places[0] / max(places[1], 1)
    return row


def report(rows):
    """Prints the table and the judgement; whether all is well."""

    def share(value):
        return "-" if value is None else f"{value:.2%}"

    print(f"{'file':<20} {'pages':>8} {'size':>7} {'errors':>8} {'words':>8} {'placed':>8} {'codes':>6} {'corners':>8}")
    for row in rows:
        counts = f"{row.found}/{row.pages}"
        words = f"{row.name:<20} {counts:>8} {row.size:>4.1f} px {share(row.errors):>8} {share(row.words):>8}"
        words += f" {share(row.placed):>8} {row.codes:>6} {row.corners:>8.2f}"
        print(words + (f"  {', '.join(row.wrong())} {row.why}" if row.wrong() or row.why else ""))
    texts = [row for row in rows if row.errors is not None]
    pages, found, codes = (sum(getattr(row, name) for row in rows) for name in ("pages", "found", "codes"))
    print(f"\n{len(rows)} files; pages: {found} of {pages} (asked for: all); codes: {codes} (asked for: one on each)")
    print(f"sizes: off by {max(row.size for row in rows):.1f} pixels at most (asked for: {SIZE})")
    print(f"corners: off by {max(row.corners for row in rows):.2f} modules at most (asked for: {CORNERS})")
    for what, worst, name, wanted in (
        ("letters wrong", max, "errors", f"at most {ERRORS:.0%} of a file"),
        ("words in common", min, "words", f"at least {WORDS:.0%} of a file"),
        ("words in their place", min, "placed", f"at least {PLACED:.0%} of a file"),
    ):
        values = [getattr(row, name) for row in texts]
        print(f"{what}: {np.mean(values):.2%} on average, {worst(values):.2%} at worst (asked for: {wanted})")
    return not any(row.wrong() or row.why for row in rows)


def arguments() -> argparse.Namespace:
    """What may be asked for."""
    parser = options("files", "Compares quiver run with pdfium and with what was drawn.", EXPLAIN, cases=False)
    parser.add_argument("--keep", type=Path, help="an empty folder, for the files and the results (else: removed)")
    return parser.parse_args()


def main():
    """Makes the files, runs, compares, prints, judges."""
    args = arguments()
    check(args)
    if args.keep and args.keep.is_dir() and any(args.keep.iterdir()):
        stop(f"{args.keep} is not empty; name a new folder, so that every file is read again")
    with tempfile.TemporaryDirectory(prefix="quiver-files-") as name:
        folder = args.keep.resolve() if args.keep else Path(name)
        makers = (file_tiffs, file_pdfs, file_scans)
        files = [made for maker in makers for made in maker.write(folder / "files")]
        detectors = [
            {"name": "codes", "task": "barcodes"},
            {"name": "words", "task": "text", "text": {"engine": "layer"}},
        ]
        results = run(args.quiver, [folder / "files"], folder, detectors)
        found = {Path(record["source"]["path"]).name: record for record in records(results)}
        missing = {"state": "it has no record"}
        rows = [judged(made, found.get(made.path.name, missing)) for made in files]
    raise SystemExit(0 if report(rows) else 1)


if __name__ == "__main__":
    main()
