"""PDFs and TIFFs of many pages: made small, mutated, and made to do harm."""

import collections
import zlib

from campaign import pictures
from campaign.bench import Row, age, ask
from campaign.mutate import mutants
from campaign.photoruns import ending, milliseconds, words, work

SHORT, LONG = 200, 10_000
BATCH = 1_000
# Seconds that a page may take here, and so a file of one.
PATIENCE = 5


def document(objects, root=1, encrypt=None):
    """A PDF of objects, numbered from 1 on, with a table of where each lies."""
    out = bytearray(b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n")
    places = []
    for number, body in enumerate(objects, 1):
        places.append(len(out))
        out += b"%d 0 obj\n" % number + body + b"\nendobj\n"
    start = len(out)
    out += b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1)
    out += b"".join(b"%010d 00000 n \n" % place for place in places)
    out += b"trailer\n<< /Size %d /Root %d 0 R %s>>\n" % (len(objects) + 1, root, encrypt or b"")
    return bytes(out + b"startxref\n%d\n%%%%EOF\n" % start)


def stream(data, entries=b"", packed=True):
    """A stream, deflated unless it is packed already."""
    body = zlib.compress(data) if packed else data
    return b"<< /Length %d /Filter /FlateDecode %s>>\nstream\n" % (len(body), entries) + body + b"\nendstream"


def pdf(contents, resources=b"", more=(), box=b"0 0 300 200", kids=None):
    """A PDF with a page for each stream of contents; `more` are objects behind them, of which resources may speak."""
    pages = [(3 + 2 * place, 4 + 2 * place) for place in range(len(contents))]
    listed = kids or b" ".join(b"%d 0 R" % page for page, _ in pages)
    objects = [b"<< /Type /Catalog /Pages 2 0 R >>",
               b"<< /Type /Pages /Count %d /Kids [%s] >>" % (len(contents), listed)]
    for (_, content), data in zip(pages, contents):
        objects.append(b"<< /Type /Page /Parent 2 0 R /MediaBox [%s] /Contents %d 0 R /Resources << %s >> >>"
                       % (box, content, resources))
        objects.append(data if data.startswith(b"<<") else stream(data))
    return document(objects + list(more))


FONT = b"/Font << /F << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >>"


def lines(count):
    """The contents of a page with so many lines of text."""
    return b"BT /F 9 Tf 11 TL 20 190 Td " + b"".join(b"(Line %d of a page) Tj T* " % n for n in range(count)) + b"ET"


def image(width, height, data=None):
    """An image's object; without data all its pixels are black."""
    data = zlib.compress(bytes(width * height)) if data is None else data
    return stream(data, b"/Type /XObject /Subtype /Image /Width %d /Height %d /ColorSpace /DeviceGray "
                  b"/BitsPerComponent 8 " % (width, height), packed=False)


def seeds():
    """Small files to begin with."""
    show = b"q 280 0 0 180 10 10 cm /I Do Q"
    return {
        "text.pdf": pdf([lines(12)], FONT), "three.pdf": pdf([lines(3), lines(9), lines(1)], FONT),
        "scan.pdf": pdf([show], b"/XObject << /I 5 0 R >>", [image(60, 40)]),
        "photo.pdf": pdf([show], b"/XObject << /I 5 0 R >>", [
            b"<< /Type /XObject /Subtype /Image /Width 80 /Height 50 /ColorSpace /DeviceRGB /BitsPerComponent 8 "
            b"/Filter /DCTDecode /Length %d >>\nstream\n" % len(pictures.jpeg(80, 50)) + pictures.jpeg(80, 50)
            + b"\nendstream"]),
        "pages.tif": pictures.tiff(20, 10, pages=5), "large.tif": pictures.tiff(300, 200, pages=3, order=">"),
    }


def forms(depth):
    """Objects of forms that draw each other twice, and so the last one a number of times that takes for ever."""
    made = []
    for level in range(depth):
        inner = b"/XObject << /I %d 0 R >>" % (6 + level) if level + 1 < depth else b""
        draw = b"/I Do /I Do" if inner else b"0 0 9 9 re f"
        made.append(stream(draw, b"/Type /XObject /Subtype /Form /BBox [0 0 300 200] /Resources << %s >> " % inner))
    return made


def bombs():
    """Name to bytes: little files that ask for much."""
    show = b"q 280 0 0 180 10 10 cm /I Do Q"
    flood = pictures.zeros(4 << 30)
    drawn = b"/XObject << /I 5 0 R >>"
    many = b" ".join(b"%d 0 R" % (3 + page) for page in range(100_000))
    return {
        "pages-100000.pdf": document([
            b"<< /Type /Catalog /Pages 2 0 R >>", b"<< /Type /Pages /Count 100000 /Kids [%s] >>" % many]
            + [b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] >>"] * 100_000),
        "count-2147483647.pdf": pdf([lines(1)], FONT).replace(b"/Count 1", b"/Count 2147483647"),
        "ring.pdf": pdf([lines(1)], FONT, kids=b"2 0 R 3 0 R"),
        "box-1e9.pdf": pdf([lines(1)], FONT, box=b"0 0 1e9 1e9"),
        "box-14400.pdf": pdf([lines(1)], FONT, box=b"0 0 14400 14400"),
        "box-empty.pdf": pdf([lines(1)], FONT, box=b"0 0 0 0"),
        "image-60000x60000.pdf": pdf([show], drawn, [image(60_000, 60_000, flood[:200_000])]),
        "contents-4-gigabytes.pdf": pdf([stream(flood, packed=False)], FONT),
        "forms-twice-60-times.pdf": pdf([b"/I Do"], drawn, forms(60)),
        "form-of-itself.pdf": pdf([b"/I Do"], drawn, [
            stream(b"/I Do", b"/Type /XObject /Subtype /Form /BBox [0 0 9 9] /Resources << " + drawn + b" >> ")]),
        "text-a-million-letters.pdf": pdf([b"BT /F 9 Tf 20 20 Td " + (b"(" + b"a" * 1_000 + b") Tj ") * 1_000 + b"ET"],
                                          FONT),
        "states-100000.pdf": pdf([b"q " * 100_000 + b"0 0 9 9 re f"]),
        "nothing.pdf": b"%PDF-1.7\n%%EOF\n", "head.pdf": b"%PDF-",
        "zeros.pdf": b"%PDF-1.7\n" + bytes(100_000) + b"%%EOF",
        "pages-100000.tif": pictures.tiff(8, 8, pages=100_000), "pages-1000.tif": pictures.tiff(8, 8, pages=1_000),
    }


def ends(bench, made, name, changes):
    """Runs Quiver over files: their records, the process, and the queue."""
    folder = bench.fresh("papers")
    for file, data in made.items():
        (folder / file).write_bytes(data)
        age(folder / file)
    detectors = [{"name": "page", "task": "document"},
                 {"name": "codes", "task": "barcodes", "on": {"detector": "page"}},
                 {"name": "words", "task": "text", "text": {"engine": "layer"}}]
    settings = {"detectors": detectors, "retry": {"attempts": 1, "backoff": "50ms"},
                "workers": {"count": 2, "timeout": f"{PATIENCE}s"}, "limits": {"pages": 20}}
    return work(bench, folder, name, settings | changes)


def rows(bench):
    """Both rows."""
    yield mutated(bench)
    yield bombed(bench)


def mutated(bench):
    """Broken PDFs and TIFFs of many pages."""
    wanted = LONG if bench.long else SHORT
    counts, missing, harmed, died, taken, batch = collections.Counter(), 0, [], 0, 0, 0
    while taken < wanted:
        made = {}
        source = mutants(seeds(), bench.seed * 7_000_003 + batch)
        while len(made) < min(BATCH, wanted - taken):
            mutant = next(source)
            made[mutant.name] = mutant.data
        process, _, found, queue = ends(bench, made, "papers-run", {})
        batch, taken = batch + 1, taken + len(made)
        missing += sum(name not in found for name in made)
        counts.update(map(ending, found.values()))
        harmed += [] if process.returncode in (0, 1) else [f"exit status {process.returncode}"]
        died += ask(queue, "SELECT count(*) FROM job WHERE crashes > 0")[0][0] if queue.exists() else 0
    return Row(
        "every PDF and every TIFF of many pages ends in a record", f"{taken} broken files in {batch} runs",
        f"{counts['done']} were still readable, {taken - counts['done']} were not",
        f"{missing} without a record; {words(counts)}; {died} cost a worker"
        + "".join(f"; {text}" for text in harmed[:3]),
        not missing and not harmed)


def bombed(bench):
    """Files of little size that ask for much: each ends in a record, within its time and the workers' memory."""
    made = bombs()
    process, summary, found, _ = ends(bench, made, "papers-bombs", {})
    slow = max((milliseconds(record) for record in found.values()), default=0)
    missing = [name for name in made if name not in found]
    counts = collections.Counter(map(ending, found.values()))
    many = found.get("pages-1000.tif", {})
    pages = [page.get("page") for page in many.get("pages") or []]
    wrong = [f"without a record: {', '.join(missing)}"] if missing else []
    wrong += [] if process.returncode in (0, 1) else [f"exit status {process.returncode}"]
    wrong += [] if pages == list(range(1, 21)) else [f"of a thousand pages {len(pages)} are told"]
    count = (many.get("image") or {}).get("pages")
    wrong += [] if count == 1_000 else [f"the record of a thousand pages tells of {count}"]
    return Row(
        "papers that ask for much get no more than others", f"{len(made)} bombs: {', '.join(made)}",
        f"records: {words(counts)}",
        "; ".join(wrong) or f"the slowest took {slow:.0f} ms; workers took {summary.get('workerPeakMiB') or 0:.0f} MiB",
        not wrong)
