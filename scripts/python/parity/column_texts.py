"""English prose for drawn pages, put together from parts that were written for it: any amount, never the same twice."""

SUBJECTS = """the harbour master|a retired clockmaker|the village council|an old ferryman|the younger engineer
the museum's curator|a travelling printer|the night watchman|a botanist from the coast|the railway company
the schoolmistress|a party of surveyors|the keeper of the lighthouse|the widow of the miller|an apprentice glazier
the captain of the barge|the town's only baker|a committee of growers|the archivist|the bridge builders
a family of weavers|the county surgeon|the orchestra's librarian|the foreman of the quarry|a painter of signs
the postmaster|the gardeners of the estate|a lecturer in geology"""
VERBS = """described|repaired|measured|borrowed|defended|discovered|abandoned|rebuilt|catalogued|photographed
inherited|surveyed|restored|questioned|purchased|recommended|examined|transported|sketched|published|remembered
replaced|admired|preserved"""
OBJECTS = """the wooden bridge below the weir|a collection of pressed flowers|the records of three harvests
the broken windmill|a narrow road across the marsh|the drawings for a larger reservoir
an instrument for measuring rainfall|the northern warehouse|a pair of brass telescopes
the foundations of the chapel|every map of the district|a letter written in haste|the spring timetable
the water meadows beyond the orchard|a small library of sermons|the lower lock of the canal
the remains of a Roman wall|a shipment of coloured glass|the stone steps above the landing
an unusual species of heron|the accounts of the corn exchange|a model of the new pavilion
the machinery of the paper mill|the painted ceiling of the assembly room|a bundle of old contracts"""
WHEN = """In the autumn of 1873|Before the first frost|During the long drought|On the evening of 14 March
Shortly after midnight|Within a few weeks|At the end of that summer|Some thirty years later
While the river was still high|By the middle of June|For most of the winter|On the second day of the fair
When the market closed|Long before the war|Towards the close of the century"""
WHY = """because the insurance had expired|although nobody had asked for it|so that the children could cross safely
in spite of a heavy fine|with the help of several neighbours|as the weather allowed|without telling the newspapers
for the sum of 240 pounds|after a dispute about the boundary|to the great surprise of the inspectors
at their own expense|until the money ran out|under the supervision of an architect
in exchange for a supply of timber|as carefully as they could"""
TAILS = """The work took 17 months and cost rather more than anyone expected.
Nothing of this survives except a single photograph.|Visitors still ask to see it.
Three witnesses gave the same account.|The result was better than the drawings had promised.
Opinions about the matter remained divided.|It is kept today in the reading room on the first floor.
This proved to be a mistake.|The local paper gave the event only four lines.
Few people noticed the difference at the time.|A copy was sent to the capital.
The price of coal had doubled in the meantime.|No one could say who had signed the order.
The engineers were not consulted.|Rain fell on 26 days of that month.|Everything had to be carried up by hand.
The roof was covered with slate from the hills."""
NOUNS = """Harbour|Bridge|Orchard|Winter|Railway|Lantern|Market|River|Mountain|Garden|Window|Festival|Workshop
Library|Island|Quarry"""
MANNERS = """Quiet|Forgotten|Northern|Second|Golden|Distant|Crooked|Silent|Broken|Hidden|Early|Narrow|Painted
Restless"""
LABELS = """Timber|Coal|Slate|Barley|Wool|Copper|Glass|Salt|Paper|Linen|Hops|Candles"""


class Prose:
    """Texts out of one source of chance."""

    def __init__(self, rng):
        self.rng = rng

    def one(self, choices):
        """One of the parts of a list."""
        parts = [part for line in choices.splitlines() for part in line.split("|")]
        return parts[int(self.rng.integers(len(parts)))]

    def sentence(self):
        """A sentence of one of five builds."""
        subject, verb, thing = self.one(SUBJECTS), self.one(VERBS), self.one(OBJECTS)
        build = int(self.rng.integers(5))
        if build == 0:
            return f"{self.one(WHEN)}, {subject} {verb} {thing}."
        if build == 1:
            return f"{subject[0].upper()}{subject[1:]} {verb} {thing} {self.one(WHY)}."
        if build == 2:
            return f"{self.one(WHEN)}, {subject} {verb} {thing} {self.one(WHY)}."
        if build == 3:
            other = f"{self.one(SUBJECTS)} {self.one(VERBS)} {self.one(OBJECTS)}"
            return f"{subject[0].upper()}{subject[1:]} {verb} {thing}, and {other}."
        return self.one(TAILS)

    def paragraph(self, sentences=None):
        """Some sentences."""
        return " ".join(self.sentence() for _ in range(sentences or int(self.rng.integers(3, 7))))

    def title(self):
        """A short headline."""
        return f"The {self.one(MANNERS)} {self.one(NOUNS)} and the {self.one(NOUNS)}"

    def section(self):
        """A heading of two words."""
        return f"{self.one(MANNERS)} {self.one(NOUNS)}"

    def words(self, count):
        """The first words of a sentence, without its full stop."""
        return " ".join(self.sentence().rstrip(".").split()[:count])

    def table(self, rows):
        """A header and rows of goods with three numbers."""
        labels = LABELS.split("|")
        self.rng.shuffle(labels)
        body = [[label] + [f"{int(self.rng.integers(100, 9999)):,}" for _ in range(3)] for label in labels[:rows]]
        return [["Goods", "1871", "1872", "1873"], *body]
