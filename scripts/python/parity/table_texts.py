"""What stands in the tables that `tables` draws: kinds of paper with texts by chance."""

from dataclasses import dataclass


def _list(text):
    """Texts that bars or line ends part."""
    return [part.strip() for part in text.replace("\n", "|").split("|")]


ARTICLES = _list("""Espresso cups|Wooden tray|Linen napkins|Tea kettle|Glass carafe|Bread knife|Cutting board
Mixing bowl|Salt mill|Serving spoon|Candle holder|Picture frame|Table lamp|Desk organiser|Paper basket|Wall clock""")
GROCERIES = _list("""Wholemeal bread|Butter 250 g|Apples|Tomatoes|Oat milk|Spaghetti|Olive oil|Ground coffee
Dark chocolate|Rice 1 kg|Yoghurt|Orange juice|Carrots|Honey|Cheddar""")
PEOPLE = _list("Anna Weber|John Miller|Sofia Rossi|Pierre Martin|Emma Jensen|Lukas Novak|Clara Lopez|David Brown")
TOWNS = _list("Berlin|London|Rome|Paris|Oslo|Prague|Madrid|Boston|Vienna|Dublin")
REGIONS = _list("North|South|East|West|Central|Coast")
DISHES = _list("""Tomato soup with basil|Grilled salmon|Mushroom risotto|Roast chicken|Caesar salad|Apple strudel
Lemon tart|Vegetable curry|Beef goulash|Cheese platter""")
SENTENCES = _list("""The figures below are those of the last year and include all sites that reported in time.
Please check each line before you sign the sheet and return it to the office by Friday.
Values in the last column are rounded, so that their sum may differ from the total.
We thank all members who helped to collect the numbers during the summer months.
Deliveries that arrive after noon are counted on the following day.
The committee meets again in the autumn and will decide about the next steps.
A copy of this page hangs in the entrance hall beside the notice board.""")


@dataclass
class Cell:
    """A cell and what it covers."""

    row: int
    column: int
    text: str
    row_span: int = 1
    column_span: int = 1


@dataclass
class Table:
    """A table's size, its cells, and how each column is aligned (l, c or r)."""

    rows: int
    columns: int
    cells: list[Cell]
    align: str


def _plain(rows, align):
    cells = [Cell(r, c, text) for r, row in enumerate(rows) for c, text in enumerate(row)]
    return Table(len(rows), len(rows[0]), cells, align)


def _pick(rng, pool, count):
    return [pool[index] for index in rng.permutation(len(pool))[:count]]


def prices(rng):
    """Articles with numbers, prices and sums."""
    rows = [["Article", "Quantity", "Price", "Total"]]
    for name in _pick(rng, ARTICLES, 7):
        count, price = int(rng.integers(1, 24)), rng.integers(150, 9000) / 100
        rows.append([name, str(count), f"{price:.2f}", f"{count * price:.2f}"])
    return _plain(rows, "lrrr")


def quarters(rng):
    """Sums by region under a header of two rows whose years cover two columns each."""
    cells = [
        Cell(0, 0, "Region", row_span=2),
        Cell(0, 1, "Year 2024", column_span=2),
        Cell(0, 3, "Year 2025", column_span=2),
    ]
    cells += [Cell(1, 1 + c, text) for c, text in enumerate(["First half", "Second half"] * 2)]
    for r, name in enumerate(_pick(rng, REGIONS, 5)):
        cells.append(Cell(2 + r, 0, name))
        cells += [Cell(2 + r, 1 + c, f"{rng.integers(1000, 99999):,}") for c in range(4)]
    return Table(7, 5, cells, "lrrrr")


def schedule(rng):
    """A week with lessons of one or two hours."""
    days = ["Monday", "Tuesday", "Wednesday", "Thursday"]
    topics = ["Drawing", "Music", "History", "Biology", "Algebra", "French", "Sport", "Reading", "Physics", "Theatre"]
    cells = [Cell(0, 0, "Hour")] + [Cell(0, 1 + c, day) for c, day in enumerate(days)]
    cells += [Cell(1 + r, 0, f"{8 + r}:00") for r in range(6)]
    for c in range(4):
        row = 1
        while row < 7:
            span = min(int(rng.integers(1, 3)), 7 - row)
            cells.append(Cell(row, 1 + c, str(rng.choice(topics)), row_span=span))
            row += span
    return Table(7, 5, sorted(cells, key=lambda cell: (cell.row, cell.column)), "lcccc")


def notes(rng):
    """Tasks with remarks of one to three lines."""
    rows = [["Task", "Remarks", "Owner"]]
    remarks = [
        "Order new cushions\nbefore the summer",
        "Ask the neighbour\nfor the long ladder\nand the paint",
        "Done in March",
        "Waiting for the\ncarpenter",
        "Check the gutters,\nthen the chimney",
        "Nothing to do",
    ]
    tasks = ["Garden bench", "Front door", "Roof", "Kitchen window", "Cellar", "Attic"]
    for task, remark, owner in zip(tasks, _pick(rng, remarks, 6), _pick(rng, PEOPLE, 6)):
        rows.append([task, remark, owner])
    return _plain(rows, "lll")


def measures(rng):
    """Numbers with decimals and signs."""
    rows = [["Sample", "Mass", "Length", "Change", "Count"]]
    for r in range(8):
        rows.append(
            [
                f"A{r + 11}",
                f"{rng.uniform(0.5, 99):.3f}",
                f"{rng.uniform(10, 999):.1f}",
                f"{rng.uniform(-9, 9):+.2f}",
                f"{rng.integers(100, 5000)}",
            ]
        )
    return _plain(rows, "lrrrr")


def contacts(rng):
    """People with town, telephone and mail; some places stay empty."""
    rows = [["Name", "Town", "Phone", "Room"]]
    for name, town in zip(_pick(rng, PEOPLE, 6), _pick(rng, TOWNS, 6)):
        phone = f"0{rng.integers(20, 99)} {rng.integers(100, 999)} {rng.integers(1000, 9999)}"
        room = f"{rng.integers(100, 499)}" if rng.random() < 0.75 else ""
        rows.append([name, town, phone, room])
    return _plain(rows, "llll")


def forms(rng):
    """A form with fields of several widths."""
    name, town = rng.choice(PEOPLE), rng.choice(TOWNS)
    cells = [
        Cell(0, 0, "Registration of a visitor", column_span=4),
        Cell(1, 0, "Name"),
        Cell(1, 1, str(name), column_span=3),
        Cell(2, 0, "Town"),
        Cell(2, 1, str(town)),
        Cell(2, 2, "Country"),
        Cell(2, 3, "Austria"),
        Cell(3, 0, "Arrival"),
        Cell(3, 1, "12 May 2026"),
        Cell(3, 2, "Departure"),
        Cell(3, 3, "19 May 2026"),
        Cell(4, 0, "Signature", column_span=2),
        Cell(4, 2, "Received by the office", column_span=2),
    ]
    return Table(5, 4, cells, "llll")


def receipt(rng):
    """Goods and prices of a shop, with its sums."""
    rows, total = [], 0.0
    for name in _pick(rng, GROCERIES, 9):
        price = rng.integers(49, 1299) / 100
        total += price
        rows.append([name, f"{price:.2f}"])
    rows += [["Total", f"{total:.2f}"], ["Cash", f"{_note(total):.2f}"], ["Change", f"{_note(total) - total:.2f}"]]
    return _plain(rows, "lr")


def menu(rng):
    """Dishes with numbers in front and prices behind."""
    rows = [[f"{r + 1}", dish, f"{rng.integers(450, 2890) / 100:.2f}"] for r, dish in enumerate(_pick(rng, DISHES, 8))]
    return _plain(rows, "llr")


def prose(rng, count):
    """Paragraphs of two or three sentences."""
    return [" ".join(_pick(rng, SENTENCES, int(rng.integers(2, 4)))) for _ in range(count)]


def _note(total):
    """The next note of ten."""
    return (int(total) // 10 + 1) * 10.0
