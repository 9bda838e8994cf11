import ArgumentParser
import Supervisor

/// What is asked of the vectors of photos.
struct EmbeddingOptions: ParsableArguments {
    /// By what photos are compared.
    enum Measure: String, ExpressibleByArgument, CaseIterable {
        case bits
        case embedding
    }

    /// What is looked for among all vectors.
    enum Question {
        case odd
        case labels(LabelOrigin)
        case words(String)
    }

    @Option(help: "Compare by the bits of near-duplicates, or by vectors ('embedding'); else by bits.")
    var by: Measure?

    @Option(
        help: ArgumentHelp(
            "Show the photos that show what these words say, by a CLIP pair (detectors[].words).", valueName: "text"))
    var words: String?

    @Flag(help: "Show the photos that are like no other, the farthest first.")
    var odd = false

    @Option(help: "Show photos that are called otherwise than those like them: by their folders, or by what was found.")
    var suggestLabels: LabelOrigin?

    @Option(help: ArgumentHelp("The detector whose vectors count, where several have made some.", valueName: "name"))
    var detector: String?

    @Option(help: ArgumentHelp("How many are shown; else \(Self.usualCount).", valueName: "n"))
    var count: Int?

    @Option(help: ArgumentHelp("How many of the nearest count for --odd and --suggest-labels.", valueName: "n"))
    var neighbours: Int?

    /// How many are shown where nothing else is said.
    static let usualCount = 20

    /// Whether anything is asked of vectors.
    var areAsked: Bool { by == .embedding || question != nil || detector != nil }

    /// How many are shown.
    var shown: Int { count ?? Self.usualCount }

    /// What is looked for; nil for photos like one.
    var question: Question? { odd ? .odd : suggestLabels.map(Question.labels) ?? words.map(Question.words) }

    func validate() throws {
        guard [odd, suggestLabels != nil, words != nil].count(where: { $0 }) <= 1 else {
            throw ValidationError("--odd, --suggest-labels and --words are questions of their own; ask one at a time.")
        }
        if let words {
            guard words.contains(where: { !$0.isWhitespace }), words.utf8.count <= SearchedWords.longest else {
                throw ValidationError(
                    "--words takes a text of 1 to \(SearchedWords.longest) bytes, for example --words 'a dog in snow'.")
            }
        }
        guard by != .bits || (question == nil && detector == nil) else {
            throw ValidationError(
                "--words, --odd, --suggest-labels and --detector are of vectors; leave --by bits out.")
        }
        guard count == nil || areAsked else {
            throw ValidationError("--count is of vectors, and near-duplicates are all shown; leave it out.")
        }
        guard neighbours == nil || odd || suggestLabels != nil else {
            throw ValidationError("--neighbours is of --odd and --suggest-labels; leave it out.")
        }
        guard (1...100_000).contains(count ?? 1) else {
            throw ValidationError("--count takes a number from 1 to 100000.")
        }
        guard (1...200).contains(neighbours ?? 1) else {
            throw ValidationError("--neighbours takes a number from 1 to 200.")
        }
    }
}

extension LabelOrigin: ExpressibleByArgument {}
