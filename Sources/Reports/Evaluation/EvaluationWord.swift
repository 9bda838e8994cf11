import Scoring

/// The texts of an evaluation's page, by keys; a name in braces stands for a value.
enum EvaluationWord: String, CaseIterable {
    case title, partsOfPage, measures, classes, curves, matrix, calibration, worst, repeated, comparison
    case photos, objects, findings, byBoxes, byMasks, mistakesFrom
    case ap, ap50, ap75, ar, precision, recall, f1, error, interval, drawn
    case small, medium, large, sizes
    case name, count, right, wrong, missed, confused, asClass, nothing, noTruth
    case curveOf, meanOfClasses, curveNote, matrixNote, matrixOfMost, calibrationNote, confidence, share
    case worstNote, noMistakes, more, key
    case repeatedNote, repeatedAt
    case before, after, difference, noChance, mayBeChance, better, worse, other, same, gone, new, perPhoto
    case footer

    func text(in language: ReportLanguage, _ values: [String: String] = [:]) -> String {
        let text = language == .german ? texts.german : texts.english
        // In one pass: a value is a name from outside, and what it has in braces stays as it is.
        return text.replacing(#/\{(\w+)\}/#) { values[String($0.1)] ?? String($0.0) }
    }

    private var texts: (english: String, german: String) {
        switch self {
        case .title: ("Evaluation", "Auswertung")
        case .partsOfPage: ("Parts of the page", "Teile der Seite")
        case .measures: ("Measures", "Kennzahlen")
        case .classes: ("Classes", "Klassen")
        case .curves: ("Precision and recall", "Genauigkeit und Trefferquote")
        case .matrix: ("Confusion matrix", "Verwechslungen")
        case .calibration: ("Calibration", "Kalibrierung")
        case .worst: ("The worst photos", "Die schlechtesten Fotos")
        case .repeated: ("The same wrong find again and again", "Immer wieder derselbe falsche Fund")
        case .comparison: ("Beside the other results", "Neben den anderen Ergebnissen")
        case .photos: ("Photos: {count}", "Fotos: {count}")
        case .objects: ("Objects: {count}", "Objekte: {count}")
        case .findings: ("Findings: {count}", "Funde: {count}")
        case .byBoxes: ("compared by boxes", "nach Rahmen verglichen")
        case .byMasks: ("compared by masks", "nach Masken verglichen")
        case .mistakesFrom: ("mistakes from a confidence of {value}", "Fehler ab einer Sicherheit von {value}")
        case .ap: ("AP", "AP")
        case .ap50: ("AP at 0.50", "AP bei 0,50")
        case .ap75: ("AP at 0.75", "AP bei 0,75")
        case .ar: ("AR", "AR")
        case .precision: ("Precision", "Genauigkeit")
        case .recall: ("Recall", "Trefferquote")
        case .f1: ("F1", "F1")
        case .error: ("Calibration error", "Kalibrierungsfehler")
        case .interval: ("{low} to {high}", "{low} bis {high}")
        case .drawn:
            (
                "Intervals hold 95 of 100 drawings of the photos, of {count}.",
                "Bereiche enthalten 95 von 100 Ziehungen der Fotos, von {count}."
            )
        case .small: ("small", "klein")
        case .medium: ("medium", "mittel")
        case .large: ("large", "groß")
        case .sizes: ("AP by size", "AP nach Größe")
        case .name: ("Class", "Klasse")
        case .count: ("Objects", "Objekte")
        case .right: ("Right", "Richtig")
        case .wrong: ("Wrong", "Falsch")
        case .missed: ("Missed", "Übersehen")
        case .confused: ("Confused", "Verwechselt")
        case .asClass: ("{truth} as {found}", "{truth} als {found}")
        case .nothing: ("nothing", "nichts")
        case .noTruth: ("no truth", "keine Wahrheit")
        case .curveOf: ("Precision at each recall", "Genauigkeit bei jeder Trefferquote")
        case .meanOfClasses: ("mean of classes", "Mittel der Klassen")
        case .curveNote:
            (
                "At an overlap of 0.50. The thick line is the mean of classes, thin ones are the classes with most objects.",
                "Bei einer Überdeckung von 0,50. Die dicke Linie ist das Mittel der Klassen, dünne sind die mit den meisten Objekten."
            )
        case .matrixNote:
            (
                "Rows are what is there, columns what was found. Of nothing, what was found is wrong; found as nothing, it was missed.",
                "Zeilen sind, was da ist, Spalten, was gefunden wurde. Was aus nichts gefunden wurde, ist falsch; was als nichts, übersehen."
            )
        case .matrixOfMost: ("The {count} classes with most entries.", "Die {count} Klassen mit den meisten Einträgen.")
        case .calibrationNote:
            (
                "Of findings with a confidence of 0.8, eight of ten should be right: then bars end on the line.",
                "Von Funden mit einer Sicherheit von 0,8 sollten acht von zehn stimmen: Dann enden Balken auf der Linie."
            )
        case .confidence: ("Confidence", "Sicherheit")
        case .share: ("{share} of {count} right", "{share} von {count} richtig")
        case .worstNote:
            (
                "Dashed: missed. Red: no object. Orange: found as another class.",
                "Gestrichelt: übersehen. Rot: kein Objekt. Orange: als andere Klasse gefunden."
            )
        case .noMistakes: ("No photo has a mistake.", "Kein Foto hat einen Fehler.")
        case .more: ("and {count} more", "und {count} weitere")
        case .key:
            (
                "{right} right, {missed} missed, {wrong} wrong, {confused} confused",
                "{right} richtig, {missed} übersehen, {wrong} falsch, {confused} verwechselt"
            )
        case .repeatedNote:
            (
                "Something at this place looks like an object: a stain, a sign, a reflection. To ignore it, give the detector in pipeline.json:",
                "Etwas an dieser Stelle sieht wie ein Objekt aus: ein Fleck, ein Schild, eine Spiegelung. Damit es nicht zählt, bekommt der Detektor in pipeline.json:"
            )
        case .repeatedAt:
            (
                "{label}: in {photos} of {among} photos of {folder}, at {place}",
                "{label}: in {photos} von {among} Fotos von {folder}, bei {place}"
            )
        case .before: ("These", "Diese")
        case .after: ("The others", "Die anderen")
        case .difference: ("Difference", "Unterschied")
        case .noChance: ("no chance", "kein Zufall")
        case .mayBeChance: ("may be chance", "kann Zufall sein")
        case .better: ("Photos with fewer mistakes: {count}", "Fotos mit weniger Fehlern: {count}")
        case .worse: ("Photos with more mistakes: {count}", "Fotos mit mehr Fehlern: {count}")
        case .other:
            (
                "Photos with as many, but other mistakes: {count}",
                "Fotos mit gleich vielen, aber anderen Fehlern: {count}"
            )
        case .same:
            ("Photos with the same mistakes, or none: {count}", "Fotos mit denselben Fehlern oder keinem: {count}")
        case .gone: ("gone", "weg")
        case .new: ("new", "neu")
        case .perPhoto: ("Mistakes in a photo", "Fehler in einem Foto")
        case .footer:
            (
                "Average precision is COCO's, over overlaps from 0.50 to 0.95. Made by Quiver.",
                "Die mittlere Genauigkeit ist die von COCO, über Überdeckungen von 0,50 bis 0,95. Gemacht von Quiver."
            )
        }
    }
}
