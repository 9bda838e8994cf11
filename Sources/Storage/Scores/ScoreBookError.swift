import Findings

/// An error of the score book: what was asked, and what to do instead.
public struct ScoreBookError: ReportableError, Hashable {
    /// What kind of error.
    public enum Code: String, Sendable, CaseIterable {
        /// There is no such photo in the book.
        case unknownPhoto
        /// There is no such arrow in its end.
        case unknownArrow
        /// There is no such session in the book.
        case unknownSession
        /// The photo was changed since it was looked at.
        case conflict
        /// A correction to what no arrow can count.
        case impossible
        /// The book holds what cannot be read.
        case damaged
    }

    /// What kind of error.
    public let code: Code
    /// The code as text, such as `unknownPhoto`.
    public var codeName: String { code.rawValue }
    /// True where the input is at fault.
    public var isUsage: Bool { fault == .input }
    /// A sentence for users.
    public let message: String
    /// Whose fault it is.
    public let fault: Fault

    /// An error from its parts.
    public init(_ code: Code, _ message: String, fault: Fault) {
        self.code = code
        self.message = message
        self.fault = fault
    }

    /// The sentence for users.
    public var description: String { message }

    static func unknown(photo: String) -> ScoreBookError {
        ScoreBookError(
            .unknownPhoto, "The score book knows no photo \(photo). Name it as its record does.", fault: .input)
    }

    static func unknown(arrow: Int, of photo: String, has numbers: [Int]) -> ScoreBookError {
        let present =
            numbers.isEmpty ? "no arrow" : "arrows " + numbers.sorted().map(String.init).joined(separator: ", ")
        return ScoreBookError(
            .unknownArrow, "\(photo) has no arrow \(arrow); it has \(present). '--add' adds one that was not seen.",
            fault: .input)
    }

    static func present(arrow: Int, of photo: String) -> ScoreBookError {
        ScoreBookError(
            .impossible, "\(photo) has an arrow \(arrow) already; leave '--add' out to correct it.", fault: .input)
    }

    static func unknown(session: String) -> ScoreBookError {
        ScoreBookError(.unknownSession, "The score book knows no session '\(session)'.", fault: .input)
    }

    static func changed(photo: String) -> ScoreBookError {
        ScoreBookError(
            .conflict, "\(photo) was changed meanwhile, elsewhere; look at it again.", fault: .input)
    }

    static func impossible(_ message: String) -> ScoreBookError {
        ScoreBookError(.impossible, message, fault: .input)
    }

    static func taken(session: String) -> ScoreBookError {
        ScoreBookError(
            .impossible, "There is a session '\(session)' already; choose another name.", fault: .input)
    }

    /// The book holds something that this version cannot read.
    public static func damaged(_ what: String) -> ScoreBookError {
        ScoreBookError(
            .damaged, "The score book's \(what) cannot be read. Score its photos again.", fault: .environment)
    }
}
