/// What must hold for a job and the facts of its photo: a condition that stores put into a language of their own.
public indirect enum FactCondition: Hashable, Sendable {
    /// All of these hold.
    case all([FactCondition])
    /// One of these holds, or several.
    case any([FactCondition])
    /// This does not hold.
    case not(FactCondition)
    /// The job is in one of these states.
    case states(Set<JobState>)
    /// The job follows another one with the same content.
    case isCopy
    /// The job has a reason for having no result.
    case hasFailure
    /// The job's number.
    case job([FactRange])
    /// The file's size.
    case bytes([FactRange])
    /// The photo's facts are kept, hold now, and have none of these gaps.
    case tells(PhotoFacts.Gaps)
    /// What holds for the photo's facts; never for a photo without.
    case photo(FactTest)
    /// How many findings all of the tests hold for; one at least where no number is named.
    case findings([FactTest], counts: [[FactRange]])

    /// Always.
    public static let always = FactCondition.all([])
    /// Never.
    public static let never = FactCondition.any([])

    /// The opposite, without two in a row.
    public var opposite: FactCondition { if case .not(let inner) = self { inner } else { .not(self) } }
}

/// Whole numbers from one to another, both among them; nil for no bound.
public struct FactRange: Hashable, Sendable {
    /// The least of them; nil for no bound.
    public var from: Int64?
    /// The greatest of them; nil for no bound.
    public var to: Int64?

    /// A range by its bounds.
    public init(from: Int64? = nil, to: Int64? = nil) {
        self.from = from
        self.to = to
    }
}

/// Beginnings of texts in the order of their bytes, each compared with as many characters as the bound has; nil for no bound.
public struct TextRange: Hashable, Sendable {
    /// The first of them; nil for no bound.
    public var from: String?
    /// The last of them; nil for no bound.
    public var to: String?
    /// Whether what begins like the bound is left out.
    public var isOpen: Bool

    /// A range by its bounds.
    public init(from: String? = nil, to: String? = nil, isOpen: Bool = false) {
        self.from = from
        self.to = to
        self.isOpen = isOpen
    }
}

/// One fact with what it is compared with; where there is no such fact nothing holds, not even the opposite.
public struct FactTest: Hashable, Sendable {
    /// A fact of a photo, or of a finding.
    public enum Fact: String, Hashable, Sendable {
        case marks, found, captured, camera, format, width, height, pages, margin, models, labels, said
        case label, detector, confidence, size, places, page, says
    }

    /// What a fact is compared with.
    public enum Comparison: Hashable, Sendable {
        /// A number lies in one of these; in none of them where there are none.
        case ranges([FactRange])
        /// A number has one of these bits.
        case bits(Int64)
        /// A text is one of these; between each two parts of one there may be any characters, or none.
        case texts([[String]])
        /// A text begins in one of these.
        case beginnings([TextRange])
        /// There is something.
        case anything
    }

    /// What is compared.
    public var fact: Fact
    /// What it is compared with.
    public var comparison: Comparison
    /// Whether the comparison must fail.
    public var isNot: Bool

    /// A test by its parts.
    public init(_ fact: Fact, _ comparison: Comparison, isNot: Bool = false) {
        self.fact = fact
        self.comparison = comparison
        self.isNot = isNot
    }
}
