"""What pdfium says of the pages of a PDF: their sizes, their text, and where a point of a page is in its picture."""

import ctypes
from dataclasses import dataclass

import pypdfium2
import pypdfium2.raw as pdfium

from .file_rows import plain

DPI = 300
PIXELS = 25_000_000


@dataclass
class Layer:
    """A page by pdfium."""

    size: tuple
    # By how many pixels that may differ: a page that the limit makes smaller may be so by a thousandth.
    slack: float
    text: str
    # Words with the middles and the heights of their places, in pixels of a picture of the page as large as asked for.
    words: list
    # Points of the page in pixels of that picture.
    points: list


def in_picture(page, size, point):
    """Where a point of a page is in a picture of it; pdfium counts whole pixels, so it is asked for a larger one."""
    x, y, scale = ctypes.c_int(), ctypes.c_int(), 16
    pdfium.FPDF_PageToDevice(page, 0, 0, size[0] * scale, size[1] * scale, 0, *point, x, y)
    return x.value / scale, y.value / scale


def asked_size(page):
    """The pixels that a page has with 300 for each inch, or as many as the limit allows, and how many more or fewer."""
    width, height = page.get_size()
    most = (PIXELS / (width * height)) ** 0.5
    scale = min(DPI / 72, most)
    return (width * scale, height * scale), 1 if scale < most else max(width, height) * scale / 1000


def placed_words(page, text, size):
    """The words of a text page, each with the middle of its place and the height of its letters."""
    words, word, boxes = [], "", []
    for index in range(text.count_chars() + 1):
        letter = chr(pdfium.FPDFText_GetUnicode(text, index)) if index < text.count_chars() else " "
        if not letter.isspace():
            word += letter
            left, bottom, right, top = text.get_charbox(index, loose=True)
            boxes.append((left, bottom, right, top))
        elif word:
            box = [f(side) for f, side in zip((min, min, max, max), zip(*boxes))]
            one, other = in_picture(page, size, box[:2]), in_picture(page, size, box[2:])
            middle = ((one[0] + other[0]) / 2, (one[1] + other[1]) / 2)
            words.append((plain(word), middle, min(abs(one[0] - other[0]), abs(one[1] - other[1]))))
            word, boxes = "", []
    return words


def layers(path, corners, sizes):
    """The first pages of a PDF, and how many it has.

    `corners` are points of each, `sizes` the pixels of the pictures in which their places are asked for.
    """
    document, found = pypdfium2.PdfDocument(path), []
    for page, points, size in zip(document, corners, sizes):
        turn, (wanted, slack) = page.get_rotation(), asked_size(page)
        shown = [in_picture(page, size, point) for point in points]
        # Of pages that are turned pdfium gives the lines in the order of the picture: the text is taken as it was set.
        page.set_rotation(0)
        text = page.get_textpage()
        said = plain(text.get_text_range())
        text.close()
        page.set_rotation(turn)
        text = page.get_textpage()
        found.append(Layer(wanted, slack, said, placed_words(page, text, size), shown))
    return found, len(document)
