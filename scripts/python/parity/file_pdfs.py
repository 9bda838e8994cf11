"""PDFs set by typst, each page with a code that names it; the same seeds give the same texts."""

import io

import numpy as np
import pypdfium2
import typst

from .column_pages import escaped
from .column_texts import Prose
from .file_codes import FOOT, MARGIN, MODULE, Made, modules, stands, table
from .file_samples import SAMPLES

# pages: their sizes in points, w×h, `*n` for so many of one; font: one of typst's own; pt: the letters' size; text: en
# or one of SAMPLES; then what is done to the pages: turn-D (/Rotate, degrees; `each` by another angle), crop (a CropBox
# in the MediaBox), move (a MediaBox that does not begin at 0 0), columns, hyphens, long (paragraphs of several lines),
# blank (the second page has no text).
TYPST = """
name       seed pages                            font                 pt  text done
plain      1    420x595*3                        Libertinus_Serif     10  en   -
justified  2    595x842*2                        New_Computer_Modern  10  en   hyphens
columns    3    595x842                          Libertinus_Serif     9   en   columns,hyphens
ligatures  4    420x595*2                        New_Computer_Modern  12  ligatures -
german     5    420x595                          Libertinus_Serif     11  de   -
french     6    420x595                          New_Computer_Modern  11  fr   -
slavic     7    420x595*2                        Libertinus_Serif     11  cs   -
greek      8    420x595                          Libertinus_Serif     11  el   -
hebrew     9    420x595                          Libertinus_Serif     12  he   -
hebrew-2   22   420x595*2                        Libertinus_Serif     10  he   hyphens,long
turned-90  10   420x595*2                        Libertinus_Serif     10  en   turn-90
turned-180 11   420x595                          New_Computer_Modern  10  en   turn-180
turned-270 12   420x595*2                        Libertinus_Serif     10  en   turn-270
columns-up 23   595x842                          Libertinus_Serif     9   en   columns,turn-270
columns-dn 24   595x842                          New_Computer_Modern  9   en   columns,turn-90
turning    13   420x595*4                        DejaVu_Sans_Mono     9   en   turn-each
cropped    14   500x700*2                        Libertinus_Serif     10  en   crop
crop-turn  15   500x700*4                        Libertinus_Serif     10  en   crop,turn-each
moved      16   500x700*2                        Libertinus_Serif     10  en   move
sizes      17   298x420,842x595,226x700,612x792  Libertinus_Serif     9   en   -
many       18   298x420*12                       New_Computer_Modern  8   en   -
small      19   420x595                          Libertinus_Serif     5.5 en   -
poster     20   1684x2384                        Libertinus_Serif     36  en   -
blank      21   298x420*3                        Libertinus_Serif     9   en   blank
"""


def sizes(text):
    """The sizes of pages, in points."""
    for part in text.split(","):
        size, _, count = part.partition("*")
        yield from [tuple(map(int, size.split("x")))] * int(count or 1)


def drawing(text):
    """A code as SVG, which typst keeps as lines, and how wide it is."""
    grid = modules(text)
    side = len(grid) * MODULE
    path = "".join(f"M{x} {y}h1v1h-1z" for y, x in np.argwhere(grid))
    box = f"0 0 {len(grid)} {len(grid)}"
    # In single quotes: it stands between typst's double ones.
    return f"<svg xmlns='http://www.w3.org/2000/svg' viewBox='{box}'><path d='{path}'/></svg>", side


def said(row, prose, width, height):
    """Paragraphs that fill most of a page."""
    size = float(row["pt"])
    share = 0.8 if "columns" in row["done"] else 0.5
    most = share * (width - 2 * MARGIN) * (height - MARGIN - FOOT) / (size * size * 0.62)
    own = SAMPLES.get(row["text"])
    paragraphs, place = [], 0
    while True:
        paragraphs.append(
            " ".join(own) if "long" in row["done"] else own[place % len(own)] if own else prose.paragraph()
        )
        place += 1
        if sum(map(len, paragraphs)) > most and len(paragraphs) > 1:
            return paragraphs[:-1]


def paged(row, made):
    """A row of the table as typst's source; its codes are put down."""
    done, prose, parts = row["done"].split(","), Prose(np.random.default_rng(int(row["seed"]))), []
    for number, (width, height) in enumerate(sizes(row["pages"]), 1):
        svg, side = drawing(made.name(number))
        x, y = stands(number, width, height)
        made.put(number, x, y, side, height)
        body = "" if "blank" in done and number == 2 else "\n\n".join(map(escaped, said(row, prose, width, height)))
        parts.append(
            f"#page(width: {width}pt, height: {height}pt, columns: {2 if 'columns' in done else 1},"
            f" margin: (x: {MARGIN}pt, top: {MARGIN}pt, bottom: {FOOT}pt), background: place(top + left,"
            f' dx: {x}pt, dy: {y}pt, image(bytes("{svg}"), format: "svg", width: {side}pt)))[{body}]'
        )
    font, lang = row["font"].replace("_", " "), "en" if row["text"] == "ligatures" else row["text"]
    return (
        f'#set text(font: "{font}", size: {row["pt"]}pt, lang: "{lang}")\n'
        f"#set par(justify: {'true' if 'hyphens' in done else 'false'})\n" + "\n".join(parts)
    )


def changed(data, done):
    """The same file with its pages turned, cropped or moved."""
    turn = next((word.removeprefix("turn-") for word in done if word.startswith("turn-")), None)
    if not turn and not {"crop", "move"} & set(done):
        return data
    document = pypdfium2.PdfDocument(data)
    for number, page in enumerate(document, 1):
        width, height = page.get_size()
        if "crop" in done:
            page.set_cropbox(17, 9, width - 23, height - 31)
        if "move" in done:
            page.set_mediabox(20, 12.5, width - 11, height - 26)
        if turn:
            page.set_rotation(number * 90 % 360 if turn == "each" else int(turn))
    out = io.BytesIO()
    document.save(out)
    return out.getvalue()


def write(folder):
    """Makes all PDFs in a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    files = []
    for row in table(TYPST):
        made = Made(folder / f"{row['name']}.pdf")
        data = typst.compile(paged(row, made).encode(), format="pdf")
        made.path.write_bytes(changed(data, row["done"].split(",")))
        files.append(made)
    return files
