"""PDFs as programs write them (ReportLab) and as scanners do (Pillow too): with text, with an OCR layer, without."""

import io
import os

import numpy as np
import reportlab
from PIL import Image, ImageDraw, ImageFont
from reportlab.lib.pdfencrypt import StandardEncryption
from reportlab.lib.utils import ImageReader, simpleSplit
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen import canvas

from .column_texts import Prose
from .file_codes import FOOT, MARGIN, MODULE, Made, modules, stamp, stands, table
from .file_samples import SAMPLES

VERA = os.path.join(os.path.dirname(reportlab.__file__), "fonts", "Vera.ttf")
DPI = 150
INVISIBLE = 3

# how: text (lines), words (each drawn alone, with no space between), form (in a form of its own, drawn once), side
# (turned by 90 degrees on an upright page), layer (a scan with invisible text over it), under (text with the scan over
# it). A scan has the compression of its picture: jpeg, bilevel (CCITT group 4), cmyk, or flate.
WRITTEN = """
name       seed pages font        pt  text how
helvetica  31   2     Helvetica   10  en   text
times      32   1     Times-Roman 11  fr   text
courier    33   1     Courier     9   de   text
truetype   34   3     Vera        10  de   text
slavic-ttf 35   1     Vera        11  de   text
apart      36   1     Helvetica   10  en   words
form       37   1     Times-Roman 11  en   form
locked     38   2     Helvetica   10  en   text
sideways   39   2     Times-Roman 10  en   side
ocr-over   40   3     Vera        11  en   layer
ocr-words  41   2     Helvetica   11  en   layer-words
ocr-under  42   2     Times-Roman 11  de   under
"""
SCANNED = """
name          seed pages size     kind
scan-jpeg     51   3     420x595  jpeg
scan-bilevel  52   4     595x842  bilevel
scan-cmyk     53   1     420x595  cmyk
scan-flate    54   2     420x595  flate
scan-sizes    55   2     298x420  jpeg
"""
WIDTH, HEIGHT = 420, 595


def lines_of(row, rng, across=WIDTH, down=HEIGHT, foot=FOOT):
    """The lines of a page: texts with their places in points from the left and the bottom."""
    prose, own, size = Prose(rng), SAMPLES.get(row["text"]), float(row["pt"])
    font = "Vera" if is_scan(row) else row["font"]
    room = int((down - MARGIN - foot) / (size * 1.35)) - 1
    lines = []
    for place in range(99):
        paragraph = own[(place + int(row["seed"])) % len(own)] if own else prose.paragraph()
        lines += [*simpleSplit(paragraph, font, size, across - 2 * MARGIN), ""]
        if len(lines) > room:
            break
    return [(text, MARGIN, down - MARGIN - size * 1.35 * (n + 1)) for n, text in enumerate(lines[:room]) if text]


def is_scan(row):
    """Whether the page is a picture, whose letters are Vera's."""
    return "layer" in row["how"] or row["how"] in ("under", "scan")


def picture(lines, size, name, stand, font=VERA, points=11.0):
    """A scanned page with lines and a code, in grey with grain."""
    scale = DPI / 72
    image = Image.new("L", (round(size[0] * scale), round(size[1] * scale)), 250)
    pen, letters = ImageDraw.Draw(image), ImageFont.truetype(font, points * scale)
    for text, x, y in lines:
        pen.text((x * scale, (size[1] - y) * scale), text, fill=30, font=letters, anchor="ls")
    pixels = np.array(image)
    stamp(pixels, name, *(round(place * scale) for place in stand), round(MODULE * scale))
    grain = np.random.default_rng(len(lines)).normal(0, 3, pixels.shape)
    return Image.fromarray(np.clip(pixels + grain, 0, 255).astype(np.uint8))


def write_line(pen, text, x, y, row, mode=0):
    """A line of text, whole or word by word; an OCR layer's is as wide as the picture's."""
    size, font = float(row["pt"]), row["font"]
    stretch = 1.0
    if is_scan(row):
        stretch = pdfmetrics.stringWidth(text, "Vera", size) / pdfmetrics.stringWidth(text, font, size)
    words, space = text.split(), pdfmetrics.stringWidth(" ", font, size) * stretch
    for part in words if "words" in row["how"] else [text]:
        line = pen.beginText(x, y)
        line.setFont(font, size)
        line.setTextRenderMode(mode)
        line.setHorizScale(100 * stretch)
        line.textOut(part)
        pen.drawText(line)
        x += pdfmetrics.stringWidth(part, font, size) * stretch + space


def write_page(pen, row, number, made):
    """One page with its lines and its code."""
    how, x_y = row["how"], stands(number, WIDTH, HEIGHT)
    sheet = (HEIGHT - FOOT, WIDTH, MARGIN) if how == "side" else (WIDTH, HEIGHT, FOOT)
    lines = lines_of(row, np.random.default_rng(1000 * number + int(row["seed"])), *sheet)
    grid = modules(made.name(number))
    side = len(grid) * MODULE
    if is_scan(row):
        x_y = tuple(round(place * DPI / 72) * 72 / DPI for place in x_y)
        shown = ImageReader(picture(lines, (WIDTH, HEIGHT), made.name(number), x_y, points=float(row["pt"])))
    made.put(number, *x_y, side, HEIGHT)
    if "layer" in how:
        pen.drawImage(shown, 0, 0, WIDTH, HEIGHT)
    if how == "form":
        pen.beginForm(f"lines{number}")
    if how == "side":
        # Upwards along the left edge, above the code.
        pen.saveState()
        pen.translate(WIDTH, FOOT)
        pen.rotate(90)
    for text, x, y in lines:
        write_line(pen, text, x, y, row, INVISIBLE if "layer" in how else 0)
    if how == "side":
        pen.restoreState()
    if how == "form":
        pen.endForm()
        pen.doForm(f"lines{number}")
    if how == "under":
        pen.drawImage(shown, 0, 0, WIDTH, HEIGHT)
    for down, across in [] if is_scan(row) else np.argwhere(grid):
        place = (x_y[0] + across * MODULE, HEIGHT - x_y[1] - (down + 1) * MODULE)
        pen.rect(*map(float, place), MODULE, MODULE, stroke=0, fill=1)
    pen.showPage()


def written(row, folder):
    """A row of WRITTEN as a file."""
    made = Made(folder / f"{row['name']}.pdf")
    lock = StandardEncryption("", ownerPassword="owner", strength=128) if row["name"] == "locked" else None
    pen = canvas.Canvas(str(made.path), pagesize=(WIDTH, HEIGHT), encrypt=lock, invariant=1)
    for number in range(1, int(row["pages"]) + 1):
        write_page(pen, row, number, made)
    pen.save()
    return made


def scanned(row, folder):
    """A row of SCANNED as a file."""
    made, images = Made(folder / f"{row['name']}.pdf"), []
    wide, high = map(int, row["size"].split("x"))
    for number in range(1, int(row["pages"]) + 1):
        size = (high, wide) if row["name"] == "scan-sizes" and number % 2 == 0 else (wide, high)
        stand = tuple(round(place * DPI / 72) * 72 / DPI for place in stands(number, *size))
        lines = lines_of(row | {"text": "en", "how": "scan", "pt": 10}, np.random.default_rng(number), *size)
        image = picture(lines, size, made.name(number), stand, points=10)
        images.append(image.convert({"bilevel": "1", "cmyk": "CMYK", "flate": "P"}.get(row["kind"], "RGB")))
        # A page is as large as its picture: its height may differ a little from that of the row.
        made.put(number, *stand, len(modules(made.name(number))) * MODULE, image.height * 72 / DPI)
    out = io.BytesIO()
    images[0].save(out, "PDF", save_all=True, append_images=images[1:], resolution=DPI)
    made.path.write_bytes(out.getvalue())
    return made


def write(folder):
    """Makes all of them in a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    pdfmetrics.registerFont(TTFont("Vera", VERA))
    return [written(row, folder) for row in table(WRITTEN)] + [scanned(row, folder) for row in table(SCANNED)]
