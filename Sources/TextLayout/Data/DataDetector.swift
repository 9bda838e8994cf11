import Findings

/// Finds data in text: addresses, numbers and amounts that a program can use.
///
/// Every reader takes time in proportion to the length of any text. Where two readers want the same letters, the one with
/// the stricter form has them: mail and web addresses, parcels, known other numbers, dates, money, post, telephones.
struct DataDetector {
    /// One piece of data in a text.
    struct Match {
        /// What it is.
        var kind: TextDatum.Kind
        /// Its scalars, counted from 0 in `unicodeScalars`.
        var range: Range<Int>
        /// As it stands in the text.
        var text: String
        /// In one form.
        var value: String
        /// 0 to 1.
        var confidence: Double
    }

    /// What is known of the texts.
    var options = DataOptions()

    /// The data of a text, in its order; a tab or a line break parts cells and lines.
    func matches(in string: String) -> [Match] {
        let text = NumberedText(string)
        var isTaken = [Bool](repeating: false, count: text.count)
        var matches: [Match] = []
        for reader in Self.readers {
            for found in reader(text, options) where !found.range.isEmpty && found.range.upperBound <= text.count {
                guard !found.range.contains(where: { isTaken[$0] }) else { continue }
                for index in found.range { isTaken[index] = true }
                guard let kind = found.kind else { continue }
                matches.append(
                    Match(
                        kind: kind, range: found.range, text: text.string(found.range), value: found.value,
                        confidence: found.confidence))
            }
        }
        return matches.sorted { $0.range.lowerBound < $1.range.lowerBound }
    }

    private static let readers: [@Sendable (NumberedText, DataOptions) -> [DataMatch]] = [
        { text, _ in MailAddresses.matches(in: text) },
        { text, _ in WebAddresses.matches(in: text) },
        { text, _ in TrackingNumbers.matches(in: text) },
        { text, _ in Decoys.matches(in: text) },
        { text, options in Dates.matches(in: text, options: options) },
        { text, options in MoneyAmounts.matches(in: text, options: options) },
        { text, _ in PostalAddresses.matches(in: text) },
        { text, options in PhoneNumbers.matches(in: text, options: options) },
    ]

    /// The data of pieces of lines, each with the corners of its words.
    func data(in pieces: [TextPiece]) -> [TextDatum] {
        var (text, owners, words) = ("", [Int](), [PlacedWord]())
        for piece in pieces {
            for (index, word) in piece.words.enumerated() {
                if !text.isEmpty {
                    text.unicodeScalars.append(index == 0 ? "\n" : " ")
                    owners.append(-1)
                }
                // A break within a word would part it from itself.
                for scalar in word.text.unicodeScalars {
                    text.unicodeScalars.append(scalar == "\n" || scalar == "\t" ? " " : scalar)
                    owners.append(words.count)
                }
                words.append(word)
            }
        }
        return matches(in: text).map { match in
            let own = Set(owners[match.range].filter { $0 >= 0 }).sorted().map { words[$0] }
            let sure = own.map(\.confidence).reduce(0, +) / Double(max(own.count, 1))
            return TextDatum(
                kind: match.kind, text: match.text, value: match.value,
                confidence: match.confidence * min(max(sure, 0), 1), corners: Self.corners(of: own))
        }
    }

    /// Around words: along their line where they stand in one, upright around them all where they do not.
    private static func corners(of words: [PlacedWord]) -> Quadrilateral {
        guard let first = words.first, let last = words.last else { return Quadrilateral(Box(around: [Point]())) }
        guard Set(words.map(\.line)).count == 1 else {
            return Quadrilateral(Box(around: words.flatMap(\.corners.corners)))
        }
        return Quadrilateral(
            topLeft: first.corners.topLeft, topRight: last.corners.topRight, bottomRight: last.corners.bottomRight,
            bottomLeft: first.corners.bottomLeft)
    }
}

/// What a reader of data must know of where a text comes from.
public struct DataOptions: Hashable, Sendable, Codable {
    /// Which number of `03/09/2026` is the day.
    public enum DateOrder: String, Sendable, Hashable, Codable, CaseIterable {
        case dayFirst, monthFirst
    }

    /// The country that national numbers and `$` or `kr` belong to, by ISO 3166-1, such as `DE`; nil where it is unknown.
    public var region: String?
    /// The order where a date with slashes or dashes could be read both ways.
    public var dateOrder: DateOrder

    /// Options for texts of a region; without a date order the month comes first in the United States, else the day.
    public init(region: String? = nil, dateOrder: DateOrder? = nil) {
        self.region = region?.uppercased()
        self.dateOrder = dateOrder ?? (self.region == "US" ? .monthFirst : .dayFirst)
    }
}

/// A piece of data as a reader found it: where it stands in a numbered text, and its value in one form.
struct DataMatch {
    /// What it is; nil for digits that are known to be something else, such as a bank account.
    var kind: TextDatum.Kind?
    /// The scalars of the text.
    var range: Range<Int>
    /// In one form.
    var value: String
    /// 0 to 1, without the engine's own doubts.
    var confidence: Double
}
