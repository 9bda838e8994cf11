"""Draws pictures of tables with their truth beside them; the same seeds give the same pictures."""

import argparse
import io
import json
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
from PIL import Image, ImageDraw, ImageFont

from . import table_texts

ROOT = Path(__file__).resolve().parents[3]
# Debian's fonts-dejavu-core, which fontconfig brings; `aileron` is Pillow's own.
DEJAVU = Path("/usr/share/fonts/truetype/dejavu")
FONTS = {"sans": "DejaVuSans", "serif": "DejaVuSerif", "mono": "DejaVuSansMono", "bold": "DejaVuSans-Bold"}

# what: a function of table_texts; rules: all, head (frame, columns and the line below the header), open (no outer
# frame), lines (below each row only), none; px: the letters' size; turn: degrees; grey: the rules' grey; q: JPEG
# quality; text: paragraphs around the table.
PICTURES = """
name           seed what      rules font    px turn grey thick q  text
ruled-01       1    prices    all   sans    28 0    0    2     92 yes
ruled-02       2    quarters  all   serif   28 0    0    2     90 no
ruled-03       3    schedule  all   aileron 28 0    90   1     92 no
ruled-04       4    notes     all   sans    26 0    0    2     90 yes
ruled-05       5    measures  all   mono    26 3    0    2     90 no
ruled-06       6    quarters  all   sans    28 -3   60   3     88 yes
ruled-07       7    prices    head  serif   28 0    0    2     90 no
ruled-08       8    contacts  all   aileron 26 1.5  120  2     85 yes
ruled-09       9    measures  open  sans    26 0    0    2     90 no
ruled-10       10   notes     all   serif   26 -4   0    2     88 no
ruled-11       11   forms     all   sans    26 0    40   1     85 no
ruled-12       12   schedule  all   bold    24 2    0    4     80 yes
unruled-01     21   prices    none  sans    28 0    0    2     92 yes
unruled-02     22   receipt   none  mono    26 0    0    2     88 no
unruled-03     23   quarters  none  serif   28 0    0    2     90 no
unruled-04     24   measures  none  aileron 28 0    0    2     90 no
unruled-05     25   contacts  none  sans    26 3    0    2     88 yes
unruled-06     26   receipt   none  sans    24 -3   0    2     85 no
unruled-07     27   prices    lines serif   26 0    120  1     90 no
unruled-08     28   menu      none  aileron 28 1    0    2     85 yes
unruled-09     29   contacts  none  mono    24 0    0    2     90 no
unruled-10     30   measures  none  sans    26 -2   0    2     80 yes
prose-01       41   columns   none  serif   26 0    0    2     90 no
prose-02       42   letter    none  sans    26 1    0    2     90 no
"""


@dataclass
class Sheet:
    """A page that is drawn: its letters, its pencil and what was written so far."""

    font: ImageFont.FreeTypeFont
    size: tuple[int, int]
    y: float = 90
    ink: int = 20
    image: Image.Image = field(init=False)
    draw: ImageDraw.ImageDraw = field(init=False)

    def __post_init__(self):
        self.image = Image.new("RGB", self.size, (250, 249, 246))
        self.draw = ImageDraw.Draw(self.image)

    @property
    def line(self):
        """The distance of two baselines."""
        return self.font.size * 1.35

    def width(self, text):
        """How wide the longest line of a text is."""
        return max(self.draw.textlength(part, font=self.font) for part in text.split("\n"))

    def write(self, x, y, text):
        """Writes lines from a place on, downwards."""
        for row, part in enumerate(text.split("\n")):
            self.draw.text((x, y + row * self.line), part, font=self.font, fill=(self.ink,) * 3)

    def paragraph(self, text, x, width):
        """Writes a text in lines no wider than so many pixels, and moves on."""
        line = ""
        for word in text.split():
            if line and self.width(f"{line} {word}") > width:
                self.write(x, self.y, line)
                line, self.y = word, self.y + self.line
            else:
                line = f"{line} {word}".strip()
        self.write(x, self.y, line)
        self.y += self.line * 2.2


def _grid(sheet, table, rules, pad):
    """The edges of columns and rows."""
    wide = [0.0] * table.columns
    for cell in table.cells:
        if cell.column_span == 1:
            wide[cell.column] = max(wide[cell.column], sheet.width(cell.text) + 2 * pad)
    for cell in table.cells:
        covered = range(cell.column, cell.column + cell.column_span)
        missing = sheet.width(cell.text) + 2 * pad - sum(wide[column] for column in covered)
        for column in covered:
            wide[column] += max(0, missing) / len(covered)
    ruled = rules in ("all", "head", "open", "lines")
    tall = [sheet.line * (1.45 if ruled else 1.12)] * table.rows
    for cell in table.cells:
        if cell.row_span == 1:
            lines = cell.text.count("\n")
            tall[cell.row] = max(tall[cell.row], sheet.line * (lines + (1.45 if ruled else 1.12)))
    xs = np.concatenate([[0], np.cumsum(wide)]) + 80
    ys = np.concatenate([[0], np.cumsum(tall)]) + sheet.y
    return xs, ys


def _rules(sheet, table, rules, xs, ys, grey, thick):
    """Draws the lines between cells that the kind of rules has."""

    def stroke(x0, y0, x1, y1):
        sheet.draw.line([(x0, y0), (x1, y1)], fill=(grey,) * 3, width=thick)

    owner = {}
    for index, cell in enumerate(table.cells):
        for row in range(cell.row, cell.row + cell.row_span):
            for column in range(cell.column, cell.column + cell.column_span):
                owner[row, column] = index
    for edge in range(table.rows + 1):
        for column in range(table.columns):
            outer = edge in (0, table.rows)
            parted = outer or owner[edge - 1, column] != owner[edge, column]
            wanted = {"all": True, "open": not outer, "lines": edge > 0, "head": outer or edge == 1}.get(rules, False)
            if parted and wanted:
                stroke(xs[column], ys[edge], xs[column + 1], ys[edge])
    for edge in range(table.columns + 1):
        for row in range(table.rows):
            outer = edge in (0, table.columns)
            parted = outer or owner[row, edge - 1] != owner[row, edge]
            wanted = {"all": True, "open": not outer, "head": True}.get(rules, False)
            if parted and wanted:
                stroke(xs[edge], ys[row], xs[edge], ys[row + 1])


def _table(sheet, table, rules, grey, thick):
    """Draws a table below what was written, and moves on."""
    pad = sheet.font.size * (0.5 if rules in ("all", "head", "open") else 0.9)
    xs, ys = _grid(sheet, table, rules, pad)
    _rules(sheet, table, rules, xs, ys, grey, thick)
    for cell in table.cells:
        left, right = xs[cell.column] + pad, xs[cell.column + cell.column_span] - pad
        top, bottom = ys[cell.row], ys[cell.row + cell.row_span]
        tall = sheet.line * (cell.text.count("\n") + 1)
        y = top + (bottom - top - tall) / 2 if cell.row_span > 1 else top + sheet.line * 0.18
        for row, part in enumerate(cell.text.split("\n")):
            align = "c" if cell.column_span > 1 else table.align[cell.column]
            slack = right - left - sheet.width(part)
            x = left + {"l": 0, "c": slack / 2, "r": slack}[align]
            sheet.write(x, y + row * sheet.line, part)
    sheet.y = ys[-1] + sheet.line


def _photo(rng, image, turn, quality):
    """The page as a camera has it: turned, shaded, with noise, as JPEG."""
    if turn:
        image = image.rotate(turn, Image.Resampling.BICUBIC, fillcolor=(250, 249, 246))
    pixels = np.asarray(image, np.float32)
    height, width = pixels.shape[:2]
    shade = (
        1
        - rng.uniform(0, 0.12) * np.linspace(0, 1, width)[None, :]
        - rng.uniform(0, 0.1) * np.linspace(0, 1, height)[:, None]
    )
    noise = rng.normal(0, 3, (height, width, 1))
    out = io.BytesIO()
    Image.fromarray(np.clip(pixels * shade[:, :, None] + noise, 0, 255).astype(np.uint8)).save(
        out, "JPEG", quality=quality
    )
    return out.getvalue()


def _font(name, size):
    if name == "aileron":
        return ImageFont.load_default(size)
    return ImageFont.truetype(str(DEJAVU / f"{FONTS[name]}.ttf"), size)


def draw(row, shift=0):
    """A picture's JPEG bytes and its truth, from a row of the table above."""
    rng = np.random.default_rng([2026, int(row["seed"]) + shift])
    sheet = Sheet(_font(row["font"], int(row["px"])), (1400, 1700))
    truth = {"picture": f"{row['name']}.jpg", "tables": []}
    if row["what"] in ("columns", "letter"):
        x = 80
        for _ in range(2 if row["what"] == "columns" else 1):
            sheet.y = 90
            for text in table_texts.prose(rng, 4):
                sheet.paragraph(text, x, 560 if row["what"] == "columns" else 1200)
            x += 640
    else:
        table = getattr(table_texts, row["what"])(rng)
        if row["text"] == "yes":
            sheet.paragraph(table_texts.prose(rng, 1)[0], 80, 1200)
        _table(sheet, table, row["rules"], int(row["grey"]), int(row["thick"]))
        if row["text"] == "yes":
            sheet.paragraph(table_texts.prose(rng, 1)[0], 80, 1200)
        truth["tables"].append(
            {
                "isRuled": row["rules"] not in ("none", "lines"),
                "rows": table.rows,
                "columns": table.columns,
                "cells": [
                    {
                        "row": cell.row,
                        "column": cell.column,
                        "rowSpan": cell.row_span,
                        "columnSpan": cell.column_span,
                        "text": cell.text,
                    }
                    for cell in table.cells
                    if cell.text
                ],
            }
        )
    height = int(min(sheet.size[1], sheet.y + 160)) if row["what"] != "columns" else sheet.size[1]
    image = sheet.image.crop((0, 0, sheet.size[0], height))
    truth |= {"width": image.width, "height": image.height}
    return _photo(rng, image, float(row["turn"]), int(row["q"])), truth


def pictures():
    """The rows of the table above."""
    head, *rows = (line.split() for line in PICTURES.strip().splitlines())
    return [dict(zip(head, cells)) for cells in rows]


def write(folder, shift=0):
    """Draws all pictures into a folder, each with its truth as JSON; `shift` is added to their seeds."""
    folder.mkdir(parents=True, exist_ok=True)
    for row in pictures():
        data, truth = draw(row, shift)
        (folder / f"{row['name']}.jpg").write_bytes(data)
        (folder / f"{row['name']}.json").write_text(json.dumps(truth, ensure_ascii=False, indent=1) + "\n")


def main():
    """Draws the pictures into a folder."""
    parser = argparse.ArgumentParser(
        prog="scripts/parity table_pictures", description="Draws pictures of tables with their truth."
    )
    parser.add_argument("--output", type=Path, default=ROOT / ".build/tables", help="folder for pictures and truth")
    args = parser.parse_args()
    write(args.output)
    print(f"{len(pictures())} pictures in {args.output}")


if __name__ == "__main__":
    main()
