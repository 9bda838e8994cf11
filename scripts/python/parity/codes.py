"""scripts/parity codes: does Quiver read what the library's own reader reads, and what its test pictures say?"""

import base64
import re
import shutil
import subprocess
import sys
import tempfile
from collections import Counter, defaultdict
from pathlib import Path

import cv2

from .program import check, listed, options, records, run, stop

# The kinds that the folders of the cases are named after, with the name that the library's reader prints. Folders of
# other kinds hold codes that version 1.4 does not know.
KINDS = {
    "aztec": ("aztec", "Aztec"),
    "codabar": ("codabar", "Codabar"),
    "code128": ("code128", "Code128"),
    "code39": ("code39", "Code39"),
    "code93": ("code93", "Code93"),
    "datamatrix": ("dataMatrix", "DataMatrix"),
    "ean13": ("ean13", "EAN-13"),
    "ean8": ("ean8", "EAN-8"),
    "itf": ("itf", "ITF"),
    "maxicode": ("maxicode", "MaxiCode"),
    "microqrcode": ("microQR", "MicroQRCode"),
    "pdf417": ("pdf417", "PDF417"),
    "qrcode": ("qr", "QRCode"),
    "rss14": ("databar", "DataBar"),
    "rssexpanded": ("databarExpanded", "DataBarExpanded"),
    "rssexpandedstacked": ("databarExpanded", "DataBarExpanded"),
    "upca": ("upcA", "UPC-A"),
    "upce": ("upcE", "UPC-E"),
}
PICTURES = {".png", ".jpg", ".webp"}
EXPLAIN = """A file counts as read where a code of the folder's kind says exactly what the .txt beside it holds (the
bytes of the .bin, where there is one). The library's reader writes numbers of goods, GS1 data and Codabar by older
rules: for it a text counts that says the same by those rules."""


def arguments():
    """What may be asked for."""
    return options("codes", "Compares quiver run with zxing-cpp's reader.", EXPLAIN, results=True).parse_args()


def readings(results):
    """What Quiver read: for each folder and file the list of (kind, text, bytes); the only place that knows records."""
    found = {}
    for record in records(results):
        source, codes = Path(record["source"]["path"]), listed(record, "codes")
        found[source.parent.name, source.name] = [
            (c["symbology"], c["text"], base64.b64decode(c["bytes"])) for c in codes
        ]
    return found


def peer(picture, folder):
    """What the library's own reader prints with its thorough settings, which it has by itself: (kind, text, bytes)."""
    shown = picture
    if picture.suffix == ".webp":
        # It knows no WebP.
        shown = folder / "picture.png"
        pixels = cv2.imread(str(picture))
        if pixels is None:
            print(f"parity: OpenCV cannot convert {picture}; zxing's reader did not see it", file=sys.stderr)
            return []
        cv2.imwrite(str(shown), pixels)
    done = subprocess.run(["ZXingReader", str(shown)], capture_output=True)
    text = done.stdout.decode("utf-8", "replace")
    found = re.findall(r'Text: {7}"(.*?)"\nBytes: {6}(.*?)\n.*?Format: {5}(\S+)', text, re.DOTALL)
    return [(kind, said, bytes.fromhex(digits)) for said, digits, kind in found]


def expected(picture):
    """The text or the bytes beside a picture; None where there is neither."""
    text, data = picture.with_suffix(".txt"), picture.with_suffix(".bin")
    if text.exists():
        return text.read_bytes().decode("utf-8", "replace")
    return data.read_bytes() if data.exists() else None


def says(codes, kind, wanted):
    """Whether a code of a kind says exactly that."""
    return any(k == kind and (data if isinstance(wanted, bytes) else text) == wanted for k, text, data in codes)


def older(kind, text):
    """A text of today's rules as version 1.4 writes it, and nothing that tells its separators."""
    if kind == "Codabar":
        return text[1:-1]
    if kind == "DataBar":
        return text[2:]
    if kind == "UPC-A":
        return text[1:]
    if kind == "UPC-E":
        number, add_on = text[1:13], text[13:]
        return squeezed(number) + add_on
    return text


def squeezed(number):
    """A UPC-A number as UPC-E, ISO/IEC 15420: its zeros left out."""
    system, maker, item, check = number[0], number[1:6], number[6:11], number[11]
    if maker[2] in "012" and maker[3:] == "00":
        return system + maker[:2] + item[2:] + maker[2] + check
    if maker[3:] == "00":
        return system + maker[:3] + item[3:] + "3" + check
    if maker[4] == "0":
        return system + maker[:4] + item[4] + "4" + check
    return system + maker + item[4] + check


def same(kind, said, wanted):
    """Whether the library's reader says the same by its own rules: separators, brackets and spaces aside."""

    def plain(text):
        return re.sub(r"\((\d{2,4})\)", r"\1", text).replace("\x1d", "").replace(" ", "")

    return said == wanted or plain(said) == plain(older(kind, wanted))


def alike(codes, kind, wanted):
    """Whether the library's reader found what was wanted."""
    if isinstance(wanted, bytes):
        return says(codes, kind, wanted)
    return any(k == kind and same(kind, text, wanted) for k, text, _ in codes)


def compare(barcodes, mine, folder):
    """Counts of each folder: files, ours, theirs; and what was read where nothing is."""
    counts, false = defaultdict(Counter), []
    for picture in sorted(p for p in barcodes.rglob("*") if p.suffix in PICTURES):
        name = picture.parent.name
        kind, wanted = KINDS.get(name.split("-")[0]), expected(picture)
        codes = mine.get((name, picture.name), [])
        if name.startswith("falsepositives"):
            counts[name]["files"] += 1
            theirs = peer(picture, folder)
            counts[name].update(ours=bool(codes), theirs=bool(theirs))
            false += [(name, picture.name, *code[:2]) for code in codes]
        elif kind and wanted is not None:
            counts[name]["files"] += 1
            ours, theirs = says(codes, kind[0], wanted), alike(peer(picture, folder), kind[1], wanted)
            counts[name].update(ours=ours, theirs=theirs)
    return counts, false


def report(counts, false):
    """Prints the table and the judgement; whether all is well."""
    print("| folder | files | read exactly | zxing's reader |\n| --- | --- | --- | --- |")
    for name, row in sorted(counts.items()):
        print(f"| {name} | {row['files']} | {row['ours']} | {row['theirs']} |")
    known = {name: row for name, row in counts.items() if not name.startswith("falsepositives")}
    files, ours, theirs = (sum(row[key] for row in known.values()) for key in ("files", "ours", "theirs"))
    fewer = sorted(name for name, row in known.items() if row["ours"] < row["theirs"])
    print(f"\nread exactly: {ours} of {files}, {ours / max(files, 1):.1%} (asked for: 90 %); zxing's reader: {theirs}")
    print(f"folders with fewer than zxing's reader: {', '.join(fewer) or 'none'}")
    print(f"false positives: {len(false)} {false or ''}".rstrip())
    return bool(files) and ours >= 0.9 * files and not fewer and not false


def main():
    """Runs, compares, prints, judges."""
    args = arguments()
    check(args)
    barcodes = args.cases / "barcodes"
    if not barcodes.is_dir():
        stop(f"there is no {barcodes}; name the cases with --cases or QUIVER_CASES")
    if not shutil.which("ZXingReader"):
        stop("there is no ZXingReader to compare with; apt-get install zxing-cpp-tools")
    with tempfile.TemporaryDirectory(prefix="quiver-codes-") as folder:
        results = args.results or run(args.quiver, [barcodes], Path(folder), [{"name": "codes", "task": "barcodes"}])
        counts, false = compare(barcodes, readings(results), Path(folder))
    raise SystemExit(0 if report(counts, false) else 1)


if __name__ == "__main__":
    main()
