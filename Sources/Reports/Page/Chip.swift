import Scoring

/// A score as a coloured chip that carries its text, and a mark where it is in doubt or a manual correction.
enum Chip {
    /// An arrow's score; a doubtful one leads to where its doubt is explained.
    static func markup(_ entry: ArrowEntry, isLink: Bool = true) -> Markup {
        let value = entry.arrow.value
        let manual = entry.isCorrected ? " person" : entry.isOnlyConfirmed ? " confirmed" : ""
        let kind = kind(of: value) + (value.needsReview ? " doubt" : "") + manual
        let note = note(entry)
        let spoken: Markup = note.isEmpty ? .none : Markup("span", ["class": "spoken"], .text(", " + note))
        let title = entry.named + (note.isEmpty ? "" : ": " + note)
        guard isLink, value.needsReview, let address = entry.end.links.doubt(entry) else {
            return Markup("span", ["class": kind, "title": title], .text(value.mark), spoken)
        }
        return Markup("a", ["class": kind, "title": title, "href": address], .text(value.mark), spoken)
    }

    /// The same with the arrow's number below it, as the annotated picture shows it and a correction takes it.
    static func numbered(_ entry: ArrowEntry) -> Markup {
        Markup(
            "span", ["class": "shot"], markup(entry),
            Markup("span", ["class": "no", "aria-hidden": "true"], .text(entry.number)))
    }

    /// A place of an end that no arrow was found for.
    static func missing(_ words: Words) -> Markup {
        let text = words(.notFound)
        return Markup(
            "span", ["class": "chip missing", "title": text], "–",
            Markup("span", ["class": "spoken"], .text(" " + text)))
    }

    private static func note(_ entry: ArrowEntry) -> String {
        let (value, words) = (entry.arrow.value, entry.end.words)
        var notes = value.needsReview ? [words(.toReviewBecause, ["reasons": entry.doubts])] : []
        if entry.isOnlyConfirmed {
            notes.append(words(.onlyConfirmed))
        } else if let corrected = entry.arrow.corrected {
            notes.append(words(.correctedFrom, ["read": corrected.mark]))
        } else if value.source == .person {
            notes.append(words(.manualCorrection))
        }
        return notes.joined(separator: "; ")
    }

    /// The colour's name: X red, 10 green, 8 and 9 blue, 6 and 7 orange, the rest grey.
    static func kind(of arrow: DetectedArrow) -> String {
        if arrow.isX { return "chip x" }
        return switch arrow.score {
        case 10...: "chip ten"
        case 8...9: "chip high"
        case 6...7: "chip middle"
        default: "chip low"
        }
    }
}

extension ArrowEntry {
    /// `End 3, arrow 2`, with who shot it where that is known.
    var named: String { arrow.archer.map { end.words(.ofArcher, ["arrow": label, "name": $0]) } ?? label }
}
