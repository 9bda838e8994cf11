"""scripts/parity signs: how much of the text on drawn signs in real photos does Quiver read?"""

import json
import tempfile
import unicodedata
from pathlib import Path

import cv2
import numpy as np
from PIL import Image, ImageDraw, ImageFont, ImageOps

from .letters import error_rate
from .program import check, listed, options, records, run, stop
from .table_pictures import DEJAVU

FONTS = ("DejaVuSans-Bold", "DejaVuSans", "DejaVuSerif", "DejaVuSansMono", "aileron")
SIZES = (26, 32, 40, 56, 72)
PICTURES, SEED = 24, 4_000
ENGLISH = """Main Street; EXIT 14; No parking; Fresh coffee; OPEN 7-19; Platform 3; Archery range; Keep off the
grass; 027; 1348; Team Oakwood; Finish; Danger: high voltage; Line B to Harbour; Sale 50%; Room 214; Registration;
Lane 7; Target 12B; Caution wet floor; Bakery & Cafe; Est. 1987; Tel. 555-0142; Gate C; Speed limit 30; 12:45;
Distance 70 m; Score sheet"""
EUROPEAN = """Königstraße; Ausgang für Gäste; Öffnungszeiten; Grün-Weiß; Tür schließen; Bogenschießen; Getränke 2,50
€; Frühstück ab 7 Uhr; Défense d'entrer; Café-Théâtre; Crêpes à emporter; Hôtel de la Forêt; Tir à l'arc; Fermé le
lundi; Niños gratis; Mañana cerrado; Información; Praça da Alegria; Não fumar; Saída; Città di Forlì; Perché no; Łódź
Główna; Wyjście; Zażółć gęślą; Příští zastávka; Vchod zakázán; Bågskytte; Utgång till höger; Smørrebrød; Åpent
søndag; Çıkış"""
# What is drawn, and how many of its lines have to be read letter by letter.
KINDS = {"english": (ENGLISH, 0.85), "european": (EUROPEAN, 0.8)}
EXPLAIN = """Signs with one to three lines are laid into photos without text: turned, seen from the side, blurred,
with noise. The same seeds give the same pictures. A line counts as read where the nearest one that was found says
the same, spaces included; the error rate counts what is missing."""


def font(chance, texts):
    """One of the fonts in one of the sizes; Pillow's own has no accents."""
    names = FONTS if all(text.isascii() for text in texts) else FONTS[:-1]
    name, size = names[chance.integers(len(names))], SIZES[chance.integers(len(SIZES))]
    if name == "aileron":
        return ImageFont.load_default(size)
    return ImageFont.truetype(str(DEJAVU / f"{name}.ttf"), size)


def sign(chance, texts):
    """A sign with its lines, as colours and alpha, and the corners of each line."""
    letters = font(chance, texts)
    edge, height = int(letters.size * chance.uniform(0.3, 0.8)), int(letters.size * 1.35)
    size = (max(int(letters.getlength(text)) for text in texts) + 2 * edge, height * len(texts) + 2 * edge)
    dark = chance.random() < 0.5
    ground, ink = (
        chance.integers(*((0, 90) if dark else (180, 255)), 3),
        chance.integers(*((200, 255) if dark else (0, 70)), 3),
    )
    picture = Image.new("RGBA", size, (*map(int, ground), 255 if chance.random() < 0.75 else 0))
    draw, corners = ImageDraw.Draw(picture), []
    for row, text in enumerate(texts):
        place = (edge, edge + row * height)
        draw.text(place, text, font=letters, fill=(*map(int, ink), 255))
        left, top, right, bottom = draw.textbbox(place, text, font=letters)
        corners.append([(left, top), (right, top), (right, bottom), (left, bottom)])
    return np.array(picture, np.float32), corners


def place(chance, size, width, height):
    """Four corners of a sign in a picture, turned and seen from the side; None where it does not fit."""
    scale = min(1, width * 0.7 / size[0], height * 0.5 / size[1])
    half = np.array(size) * scale / 2
    angle = np.deg2rad(chance.normal(0, 7))
    turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    corners = (np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * half) @ turn.T
    corners += chance.uniform(-0.08, 0.08, (4, 2)) * 2 * half
    corners += chance.uniform((0, 0), (width, height))
    inside = corners.min() > 4 and (corners < np.array([width, height]) - 4).all()
    return corners.astype(np.float32) if inside else None


def picture(chance, ground, words):
    """A photo with signs, and the lines on them with their corners."""
    width = int(chance.choice([900, 1200, 1600]))
    image = np.array(ground.resize((width, ground.height * width // ground.width)), np.float32)
    height, used, lines = image.shape[0], np.zeros(image.shape[:2], np.uint8), []
    for _ in range(60):
        texts = [words[k] for k in chance.integers(len(words), size=chance.choice([1, 1, 2, 3]))]
        drawn, corners = sign(chance, texts)
        size = drawn.shape[1], drawn.shape[0]
        target = place(chance, size, width, height)
        if target is None or len(lines) > 8:
            continue
        shape = cv2.dilate(cv2.fillConvexPoly(np.zeros_like(used), target.astype(int), 1), np.ones((21, 21)))
        if (used & shape).any():
            continue
        used |= shape
        flat = np.array([(0, 0), (size[0], 0), size, (0, size[1])], np.float32)
        matrix = cv2.getPerspectiveTransform(flat, target)
        laid = cv2.warpPerspective(drawn, matrix, (width, height), flags=cv2.INTER_AREA)
        share = laid[..., 3:] / 255
        image = image * (1 - share) + laid[..., :3] * share
        lines += [(t, cv2.perspectiveTransform(np.array([c], np.float32), matrix)[0]) for t, c in zip(texts, corners)]
    if chance.random() < 0.6:
        image = cv2.GaussianBlur(image, (0, 0), chance.uniform(0.4, 1.6))
    image = image * chance.uniform(0.6, 1.1) + chance.normal(0, chance.uniform(0, 9), image.shape)
    return Image.fromarray(image.clip(0, 255).astype(np.uint8)), lines


def grounds(people):
    """The photos that may be kept and in which the original reads nothing."""
    told = json.loads((people / "photos.json").read_text("utf-8"))
    for name, about in sorted(told.items() if isinstance(told, dict) else told):
        reference = json.loads((people / "reference" / f"{name}.json").read_text("utf-8"))
        if about["licence_class"] == "A" and "text" not in about["kinds"] and not reference["ocr"]["lines"]:
            yield ImageOps.exif_transpose(Image.open(people / "photos" / name)).convert("RGB")


def judge(wanted, found):
    """For each line its text with that of the nearest one that was found, and how many were found beside them."""
    free, pairs = list(found), []
    for text, corners in wanted:
        middle, reach = corners.mean(0), max(np.linalg.norm(corners[0] - corners[3]), 12)
        near = min(free, key=lambda line: np.linalg.norm(line[1].mean(0) - middle), default=None)
        if near is not None and np.linalg.norm(near[1].mean(0) - middle) > reach:
            near = None
        if near is not None:
            # by itself: lines of the same words cannot be compared by their corners
            free = [line for line in free if line is not near]
        pairs.append((text, unicodedata.normalize("NFC", near[0]) if near else ""))
    return pairs, len(free)


def main():
    """Draws, runs, compares, prints, judges."""
    parser = options("signs", "Compares quiver run with the text of drawn signs.", EXPLAIN)
    parser.add_argument("--recognizer", help="another model that reads lines, by name or file")
    parser.add_argument("--detection", help="another model that finds lines, by name or file")
    args = parser.parse_args()
    check(args)
    people = args.cases / "people"
    if not people.is_dir():
        stop(f"there is no {people}; name the cases with --cases or QUIVER_CASES")
    backs, holds = list(grounds(people)), True
    detector = {"name": "signs", "task": "text", "text": {"engine": "paddleocr"}, "precision": "fp32"}
    if args.recognizer:
        detector["text"]["recognizer"] = args.recognizer
    if args.detection:
        detector["model"] = args.detection
    print("| signs | lines | read exactly | error rate | not found | more | asked | holds |")
    print("| --- | ---: | ---: | ---: | ---: | ---: | --- | --- |")
    for kind, (words, asked) in KINDS.items():
        words = [" ".join(word.split()) for word in words.split(";")]
        with tempfile.TemporaryDirectory(prefix="quiver-signs-") as name:
            folder, truth = Path(name), {}
            (folder / "photos").mkdir()
            for number in range(PICTURES):
                chance = np.random.default_rng(SEED + number)
                drawn, truth[f"{number:02}"] = picture(chance, backs[number % len(backs)], words)
                drawn.save(folder / "photos" / f"{number:02}.jpg", quality=int(chance.choice([60, 75, 90])))
            found = {
                Path(record["source"]["path"]).stem: [
                    (row["text"], np.array([(c["x"], c["y"]) for c in row["corners"]]))
                    for row in listed(record, "texts")
                ]
                for record in records(run(args.quiver, [folder / "photos"], folder / "run", [detector], fine=(0,)))
            }
        judged = [judge(lines, found[name]) for name, lines in truth.items()]
        pairs, more = [pair for some, _ in judged for pair in some], sum(left for _, left in judged)
        exact = sum(a == b for a, b in pairs) / len(pairs)
        errors = sum(error_rate(b, a) * len(a) for a, b in pairs) / sum(len(a) for a, _ in pairs)
        holds &= exact >= asked
        print(
            f"| {kind} | {len(pairs)} | {exact:.3f} | {errors:.3f} | {sum(not b for _, b in pairs)} | {more} "
            f"| ≥ {asked} | {'yes' if exact >= asked else 'NO'} |"
        )
    raise SystemExit(0 if holds else 1)


if __name__ == "__main__":
    main()
