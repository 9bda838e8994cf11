import Storage

/// What can be asked of a photo, by the word that stands before the colon.
public enum QueryTerm: String, Hashable, Sendable, CaseIterable {
    case state, `is`, name, folder, path, date, processed, camera, format, width, height, bytes, pages
    case model, margin, disagreement, score, session, archer, error, job, set
    case label, confidence, size, place, text, code, detector, page
    case count
}

/// Where what a term asks for is known.
public enum QuerySource: String, Hashable, Sendable, CaseIterable {
    /// In the queue's table of jobs.
    case tables
    /// In the score book, or by comparing all photos: what was looked up before.
    case book
    /// In the photo's record, with its manual corrections.
    case record
}

/// What `is:` asks.
public enum QueryMark: String, Hashable, Sendable, CaseIterable {
    case reviewed, open, doubtful, corrected, scored, duplicate
    case nearDuplicate = "near-duplicate"

    /// What it says of a photo.
    public var summary: String {
        switch self {
        case .reviewed: "its findings were accepted as they are now, or its end was confirmed"
        case .open: "it has a result that was not reviewed"
        case .doubtful:
            "it is open, and something in it is not sure: an arrow that needs a review, no face or arrow where a target was "
                + "looked for, or a finding below `high` of `output.confidenceLevels`"
        case .corrected: "something of it was corrected by hand"
        case .scored: "a target was looked for in it to be scored"
        case .duplicate: "another photo has the same content and was looked at in its place"
        case .nearDuplicate: "another photo of the queue looks almost the same, as `quiver alike` shows them"
        }
    }

    /// Where it is known.
    var source: QuerySource {
        switch self {
        case .duplicate: .tables
        case .nearDuplicate: .book
        case .reviewed, .open, .doubtful, .corrected, .scored: .record
        }
    }
}

/// Where a finding lies in its picture: the middle of its box, by thirds of the sides.
public enum QueryPlace: String, Hashable, Sendable, CaseIterable {
    case left, right, top, bottom, middle
    /// Its box reaches the picture's edge.
    case edge
}

extension QueryTerm {
    /// What a term's value is.
    public enum Kind: Hashable, Sendable {
        /// One of these words.
        case words([String])
        /// A whole name; a star stands for any characters.
        case whole
        /// A part of a text; with a star the whole text must fit.
        case part
        /// The name of a folder that the photo lies in, however deep, or several of them in a row.
        case folder
        /// A number.
        case number(Unit)
        /// A time, as exactly as it is written.
        case date
    }

    /// What a number counts.
    public enum Unit: Hashable, Sendable {
        /// Things, pixels, points.
        case plain
        /// 0 to 1, or with a percent sign.
        case share
        /// Bytes, or with `kB`, `MB`, `GB`.
        case bytes
    }

    /// What a term is about.
    public enum Level: Hashable, Sendable {
        /// The photo as a whole.
        case photo
        /// Each of its findings; terms side by side are about the same finding.
        case finding
        /// How many findings the terms beside it hold for.
        case count
    }

    /// What is known of a term: parser, answers and documentation follow from it.
    public struct Row: Sendable {
        /// What its value is.
        public let kind: Kind
        /// What it is about.
        public let level: Level
        /// Where its answer is known.
        public let source: QuerySource
        /// Whether a photo or finding has one value at most, so that two different ones never hold at once.
        let isSingle: Bool
        /// Other words for it.
        public let aliases: [String]
        /// A query with it.
        public let example: String
        /// What it asks, for users.
        public let summary: String

        init(
            _ kind: Kind, of level: Level = .photo, in source: QuerySource = .record, isSingle: Bool = false,
            also aliases: [String] = [], _ example: String, _ summary: String
        ) {
            self.kind = kind
            self.level = level
            self.source = source
            self.isSingle = isSingle
            self.aliases = aliases
            self.example = example
            self.summary = summary
        }
    }

    /// The term of a word, whatever its case; nil for none.
    init?(word: String) {
        guard let term = Self.byWord[word.lowercased()] else { return nil }
        self = term
    }

    /// Every word that stands for a term.
    static let byWord = Dictionary(
        allCases.flatMap { term in ([term.rawValue] + term.row.aliases).map { ($0, term) } }
    ) { first, _ in first }
}
