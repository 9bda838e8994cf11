"""Sets pages in columns with their text in reading order beside them; the same seeds give the same pages."""

import argparse
import io
from pathlib import Path

import numpy as np
import typst
from PIL import Image

from .column_texts import Prose

ROOT = Path(__file__).resolve().parents[3]

# what: a function below; columns: how many; font: libertinus, modern (typst's own), sans, serif (DejaVu); pt: the
# letters' size; dpi: of the scan; gap: millimetres between columns; set: j justified with hyphens, r ragged; turn:
# degrees; q: JPEG quality; grain: the noise's deviation; extra: what the page has beside its text.
PAGES = """
name        seed what     columns font       pt  dpi gap set turn q  grain extra
paper-01    1    article  2       libertinus 10  200 7   j   0    92 2     heading,sections,header,footer
paper-02    2    article  2       modern     10  200 6   j   0.4  90 3     heading,abstract,sections,footer
paper-03    3    article  2       serif      8.5 220 7   r   -0.7 88 3     heading,sections,footer
paper-04    4    article  2       modern     9   250 5   j   0    85 4     abstract,sections,notes,footer
paper-05    5    article  2       libertinus 11  200 8   j   1.2  90 3     heading,figure,footer
paper-06    6    article  2       libertinus 10  200 7   j   -1.5 85 4     heading,wide-figure,header
paper-07    7    article  2       modern     10  220 6   j   0    90 2     heading,table,footer
paper-08    8    article  2       sans       8.5 200 7   r   0.3  90 3     heading,wide-table,sections
paper-09    9    article  2       libertinus 10  200 4.5 j   0    88 3     rule,sections,header,footer
paper-10    10   article  2       serif      9   300 6   j   0    80 5     indent,footer
magazine-01 21   article  3       sans       8   250 6   r   0    90 2     heading,lead,footer
magazine-02 22   article  3       libertinus 9.5 250 5   j   0.5  88 3     heading,figure,footer
magazine-03 23   article  3       serif      7.5 300 5   r   -0.6 85 4     heading,quote,header,footer
magazine-04 24   article  3       libertinus 9.5 220 5   j   0    90 3     heading,wide-figure,sections,footer
magazine-05 25   article  3       modern     9   250 4.5 j   1    85 4     rule,sections,footer
magazine-06 26   article  3       sans       7.5 300 6   r   0    80 5     heading,table,footer
sidebar-01  31   sidebar  1       libertinus 10.5 200 8  j   0    90 2     right,heading,footer
sidebar-02  32   sidebar  2       libertinus 10  220 6   j   -0.4 88 3     right,heading,footer
sidebar-03  33   sidebar  1       serif      9   220 8   r   0.8  85 4     left,heading,header
sidebar-04  34   sidebar  2       sans       8   250 7   r   0    90 3     right,heading,sections
stack-01    41   stack    2       libertinus 10  200 7   j   0    90 2     header,footer
stack-02    42   stack    3       serif      8   250 6   r   0.6  85 4     footer
stack-03    43   stack    2       sans       8.5 220 7   r   -1   88 3     footer
news-01     51   article  4       libertinus 9   250 4.5 j   0    88 3     heading,header
news-02     52   stack    4       modern     8.5 300 5   j   0.3  85 4     header
list-01     61   article  2       sans       8.5 200 8   r   0    90 3     heading,list,footer
"""
FONTS = {
    "libertinus": "Libertinus Serif",
    "modern": "New Computer Modern",
    "sans": "DejaVu Sans",
    "serif": "DejaVu Serif",
}
PRELUDE = """
#set page(width: 210mm, height: 297mm, margin: 17mm, fill: rgb("#fbfaf7"))
#set text(font: "{font}", size: {pt}pt, lang: "en", fill: rgb("#181818"))
#set par(justify: {justified}, leading: 0.58em, spacing: {spacing}, first-line-indent: {indent})
#let fitted(count, gap, slack, ruled, body) = layout(size => {{
  let width = (size.width - gap * (count - 1)) / count
  let tall = measure(block(width: width, body)).height / count + slack
  block(height: tall, {{
    if ruled {{
      for gutter in range(1, count) {{
        place(dx: gutter * width + (gutter - 0.5) * gap, line(angle: 90deg, length: tall, stroke: 0.5pt))
      }}
    }}
    columns(count, gutter: gap, body)
  }})
}})
#let big(body) = block(above: 0pt, below: 1.1em, text(size: 2.3em, weight: "bold", body))
#let section(body) = block(above: 1.3em, below: 0.7em, text(size: 1.15em, weight: "bold", body))
#let note(body) = text(size: 0.82em, style: "italic", body)
#let picture(height) = rect(width: 100%, height: height, stroke: none,
  fill: gradient.linear(rgb("#8899a6"), rgb("#d8cfb8"), rgb("#5d6b52"), angle: 35deg))
"""


class Sheet:
    """A page that is put together: typst's source, and the texts in reading order."""

    def __init__(self, row):
        self.row = row
        self.rng = np.random.default_rng([2026, 11, int(row["seed"])])
        self.prose = Prose(self.rng)
        self.extra = set(row["extra"].split(","))
        self.columns = int(row["columns"])
        self.source, self.texts = [], []

    def add(self, markup, *texts):
        """Appends a piece of source with its texts."""
        self.source.append(markup)
        self.texts += texts

    def say(self, wrap, text):
        """A text inside markup: `wrap` has it where `{}` stands."""
        return wrap.replace("{}", escaped(text)), text

    def body(self, paragraphs, letters=None):
        """Paragraphs, with sections, figures, quotes, tables and lists between them as the page has them."""
        markup, texts = [], []
        inner = [name for name in ("figure", "quote", "table", "list") if name in self.extra]
        for number in range(paragraphs):
            if "sections" in self.extra and number % 4 == 1:
                part = self.say("#section[{}]", self.prose.section())
                markup.append(part[0])
                texts.append(part[1])
            if inner and number == paragraphs // 2:
                for name in inner:
                    part = getattr(self, name)()
                    markup.append(part[0])
                    texts += part[1]
            text = self.prose.paragraph()
            markup.append(escaped(text))
            texts.append(text)
        return "\n\n".join(markup), texts

    def figure(self):
        """A picture with a caption below."""
        text = f"Figure {int(self.rng.integers(1, 9))}. {self.prose.sentence()}"
        return f"#block(breakable: false)[#picture(38mm)#v(-0.4em)#note[{escaped(text)}]]", [text]

    def quote(self):
        """A sentence in large letters between rules."""
        text = self.prose.sentence()
        return (
            "#block(breakable: false, inset: (y: 0.8em), stroke: (y: 1pt))"
            f'[#set par(justify: false)\n#text(size: 1.6em, weight: "bold")[{escaped(text)}]]',
            [text],
        )

    def table(self, wide=False):
        """A caption and rows of numbers under it."""
        rows = self.prose.table(9 if wide else 6)
        caption = f"Table {int(self.rng.integers(1, 9))}. {self.prose.words(7)}"
        cells = ", ".join(f"[{escaped(cell)}]" for row in rows for cell in row)
        columns = "(2fr, 1fr, 1fr, 1fr)"
        return (
            f"#block(breakable: false)[#note[{escaped(caption)}]\n#table(columns: {columns}, inset: 0.42em,"
            f" align: (left, right, right, right), stroke: (x: none, y: 0.4pt), {cells})]",
            [caption, *(" ".join(row) for row in rows)],
        )

    def list(self):
        """Five items with bullets."""
        items = [self.prose.sentence() for _ in range(5)]
        return "\n".join(f"- {escaped(item)}" for item in items), [f"• {item}" for item in items]

    def top(self):
        """What stands over the columns."""
        if "header" in self.extra:
            left, right = self.prose.section().upper(), str(int(self.rng.integers(10, 400)))
            self.add(f"#text(size: 0.85em)[{escaped(left)} #h(1fr) {right}]\n#v(0.3em)", f"{left} {right}")
        if "heading" in self.extra:
            self.add(*self.say("#big[{}]", self.prose.title()))
        if "lead" in self.extra:
            self.add(*self.say('#text(size: 1.35em, style: "italic")[{}]\n#v(0.5em)', self.prose.paragraph(2)))
        if "abstract" in self.extra:
            self.add(*self.say("#pad(x: 14mm)[#text(size: 0.9em)[{}]]\n#v(0.4em)", self.prose.paragraph(5)))

    def bottom(self):
        """What stands under the columns."""
        texts = []
        if "notes" in self.extra:
            texts.append(f"1 {self.prose.sentence()} {self.prose.sentence()}")
            self.add(f"#line(length: 40mm, stroke: 0.4pt)\n#text(size: 0.8em)[{escaped(texts[-1])}]", texts[-1])
        if "footer" in self.extra:
            text = f"{self.prose.title()} — page {int(self.rng.integers(2, 300))}"
            self.add(f"#place(bottom + center, text(size: 0.8em)[{escaped(text)}])", text)

    def fitted(self, columns, markup):
        """Columns of the same height around some source."""
        slack = "46mm" if {"figure", "table", "quote"} & self.extra else "1.6em"
        ruled = "true" if "rule" in self.extra else "false"
        return f"#fitted({columns}, {self.row['gap']}mm, {slack if columns > 1 else '0em'}, {ruled})[\n{markup}\n]"

    def flow(self, paragraphs, columns):
        """Balanced columns of text."""
        markup, texts = self.body(paragraphs)
        self.add(self.fitted(columns, markup), *texts)

    def article(self, paragraphs):
        """One text in columns."""
        self.top()
        if "wide-figure" in self.extra:
            markup, texts = self.figure()
            self.add(markup.replace("38mm", "52mm"), *texts)
        self.flow(paragraphs, self.columns)
        if "wide-table" in self.extra:
            markup, texts = self.table(wide=True)
            self.add(markup, *texts)
        self.bottom()

    def sidebar(self, paragraphs):
        """A text with a shaded box beside it."""
        self.top()
        markup, texts = self.body(paragraphs)
        items = [self.prose.section(), *(self.prose.sentence() for _ in range(6))]
        box = (
            '#block(fill: rgb("#e4e0d4"), inset: 4mm, width: 100%)[#set par(justify: false)\n#set text(size: 0.9em)\n'
            f'#text(weight: "bold", size: 1.2em)[{escaped(items[0])}]\n\n' + "\n\n".join(map(escaped, items[1:])) + "]"
        )
        gap = f"{self.row['gap']}mm"
        main = self.fitted(self.columns, markup)
        if "left" in self.extra:
            self.add(f"#grid(columns: (1fr, 2.4fr), gutter: {gap}, [{box}], [{main}])", *items, *texts)
        else:
            self.add(f"#grid(columns: (2.4fr, 1fr), gutter: {gap}, [{main}], [{box}])", *texts, *items)
        self.bottom()

    def stack(self, paragraphs):
        """Three texts one below the other, each under its heading, in columns of different numbers."""
        self.top()
        for columns in (self.columns, self.columns + 1 if self.columns < 3 else 2, self.columns):
            self.add(*self.say("#big[{}]", self.prose.title()))
            self.flow(max(paragraphs // 3, 1), columns)
            self.add("#v(0.6em)")
        self.bottom()

    def document(self):
        """The whole source."""
        justified = "true" if self.row["set"] == "j" else "false"
        indent = "1.4em" if "indent" in self.extra else "0pt"
        spacing = "0.58em" if "indent" in self.extra else "1em"
        return PRELUDE.format(
            font=FONTS[self.row["font"]], pt=self.row["pt"], justified=justified, indent=indent, spacing=spacing
        ) + "\n\n".join(self.source)


def escaped(text):
    """A text as typst takes it literally."""
    return "".join("\\" + letter if letter in "\\#*_$`<>@[]=~" else letter for letter in text).replace("- ", "\\- ")


def sheet(row):
    """The fullest page of a row: as many paragraphs as fit."""
    low, high, best = 1, 80, None
    while low <= high:
        count = (low + high) // 2
        tried = Sheet(row)
        getattr(tried, row["what"])(count)
        pages = typst.compile(tried.document().encode(), format="svg")
        if isinstance(pages, list) and len(pages) > 1:
            high = count - 1
        else:
            low, best = count + 1, tried
    return best


def scan(row, rng, png):
    """The page as a scanner has it: turned a little, with grain, as JPEG."""
    image = Image.open(io.BytesIO(png)).convert("RGB")
    turn = float(row["turn"])
    if turn:
        image = image.rotate(-turn, Image.Resampling.BICUBIC, fillcolor=(251, 250, 247))
    pixels = np.asarray(image, np.float32)
    shade = 1 - rng.uniform(0, 0.05) * np.linspace(0, 1, pixels.shape[1])[None, :, None]
    noise = rng.normal(0, float(row["grain"]), (*pixels.shape[:2], 1))
    out = io.BytesIO()
    scanned = Image.fromarray(np.clip(pixels * shade + noise, 0, 255).astype(np.uint8))
    scanned.save(out, "JPEG", quality=int(row["q"]), dpi=(int(row["dpi"]),) * 2)
    return out.getvalue()


def draw(row, shift=0):
    """A page's JPEG bytes and its text in reading order, a line for each part."""
    row = row | {"seed": str(int(row["seed"]) + shift)}
    made = sheet(row)
    png = typst.compile(made.document().encode(), format="png", ppi=float(row["dpi"]))
    return scan(row, made.rng, png[0] if isinstance(png, list) else png), "\n".join(made.texts)


def pages():
    """The rows of the table above."""
    head, *rows = (line.split() for line in PAGES.strip().splitlines())
    return [dict(zip(head, cells)) for cells in rows]


def write(folder, shift=0):
    """Sets all pages into a folder, each with its text; `shift` is added to their seeds."""
    folder.mkdir(parents=True, exist_ok=True)
    for row in pages():
        data, text = draw(row, shift)
        (folder / f"{row['name']}.jpg").write_bytes(data)
        (folder / f"{row['name']}.txt").write_text(text + "\n", "utf-8")


def main():
    """Sets the pages into a folder."""
    parser = argparse.ArgumentParser(
        prog="scripts/parity column_pages", description="Sets pages in columns, with their text in reading order."
    )
    parser.add_argument("--output", type=Path, default=ROOT / ".build/columns", help="folder for pages and texts")
    parser.add_argument("--shift", type=int, default=0, help="added to the seeds: other texts in the same layouts")
    args = parser.parse_args()
    write(args.output, args.shift)
    print(f"{len(pages())} pages in {args.output}")


if __name__ == "__main__":
    main()
