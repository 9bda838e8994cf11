import Scoring

/// A score as a coloured chip that carries its text, and a mark where it is in doubt or a person's.
enum Chip {
    /// An arrow's score; a doubtful one leads to where its doubt is told.
    static func markup(_ entry: ArrowEntry, isLink: Bool = true) -> Markup {
        let value = entry.arrow.value
        let kind = kind(of: value) + (value.needsReview ? " doubt" : "") + (value.source == .person ? " person" : "")
        let note = note(entry)
        let spoken: Markup = note.isEmpty ? .none : Markup("span", ["class": "spoken"], .text(", " + note))
        let title = entry.label + (note.isEmpty ? "" : ": " + note)
        guard isLink, value.needsReview else {
            return Markup("span", ["class": kind, "title": title], .text(value.mark), spoken)
        }
        return Markup(
            "a", ["class": kind, "title": title, "href": "#doubt-" + entry.key], .text(value.mark), spoken)
    }

    /// The same with the arrow's number below it, as the annotated picture shows it and a correction takes it.
    static func numbered(_ entry: ArrowEntry) -> Markup {
        Markup(
            "span", ["class": "shot"], markup(entry),
            Markup("span", ["class": "no", "aria-hidden": "true"], .text(entry.number)))
    }

    /// A place of an end that no arrow was found for.
    static let missing = Markup(
        "span", ["class": "chip missing", "title": "not found"], "–", Markup("span", ["class": "spoken"], " not found"))

    private static func note(_ entry: ArrowEntry) -> String {
        let value = entry.arrow.value
        var notes = value.needsReview ? ["to review: " + value.doubts.joined(separator: "; ")] : []
        if let corrected = entry.arrow.corrected {
            notes.append("a person’s word, the model had said \(corrected.mark)")
        } else if value.source == .person {
            notes.append("a person’s word")
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
