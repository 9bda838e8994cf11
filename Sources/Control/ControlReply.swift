import Findings
import Storage

/// The supervisor's answer to a ``ControlRequest``: one JSON object with one key, such as `{"changed":3}`; photos stand
/// beside their count.
public enum ControlReply: Sendable, Hashable {
    /// What the supervisor is doing.
    case status(LiveStatus)
    /// What it has measured since its start.
    case measured([Measurement])
    /// What other settings change.
    case reload(ReloadReport)
    /// How many jobs or photos the command has changed.
    case changed(Int)
    /// What a correction, or its withdrawal, has changed.
    case corrected(CorrectionResult)
    /// A photo after its review was replaced.
    case reviewed(ReviewedPhoto)
    /// The new revisions of photos whose findings were reviewed, by the photos' SHA-256.
    case revised([String: Int])
    /// The photos of which a set was changed, by their SHA-256.
    case photos([String])
    /// The name of the session that a change has made.
    case session(String)
    /// The command was refused, or failed.
    case error(ControlError)
}

extension ControlReply: Codable {
    private enum Key: CodingKey {
        case status, measured, reload, changed, corrected, reviewed, revised, photos, session, error
    }

    /// Reads an answer; throws where it has none of the keys.
    public init(from decoder: any Decoder) throws {
        let keys = try decoder.container(keyedBy: Key.self)
        if let error = try keys.decodeIfPresent(ControlError.self, forKey: .error) {
            self = .error(error)
        } else if let status = try keys.decodeIfPresent(LiveStatus.self, forKey: .status) {
            self = .status(status)
        } else if let measured = try keys.decodeIfPresent([Measurement].self, forKey: .measured) {
            self = .measured(measured)
        } else if let report = try keys.decodeIfPresent(ReloadReport.self, forKey: .reload) {
            self = .reload(report)
        } else if let result = try keys.decodeIfPresent(CorrectionResult.self, forKey: .corrected) {
            self = .corrected(result)
        } else if let photo = try keys.decodeIfPresent(ReviewedPhoto.self, forKey: .reviewed) {
            self = .reviewed(photo)
        } else if let revisions = try keys.decodeIfPresent([String: Int].self, forKey: .revised) {
            self = .revised(revisions)
        } else if let contents = try keys.decodeIfPresent([String].self, forKey: .photos) {
            self = .photos(contents)
        } else if let name = try keys.decodeIfPresent(String.self, forKey: .session) {
            self = .session(name)
        } else {
            self = .changed(try keys.decode(Int.self, forKey: .changed))
        }
    }

    /// Writes the key.
    public func encode(to encoder: any Encoder) throws {
        var keys = encoder.container(keyedBy: Key.self)
        switch self {
        case .status(let status): try keys.encode(status, forKey: .status)
        case .measured(let measured): try keys.encode(measured, forKey: .measured)
        case .reload(let report): try keys.encode(report, forKey: .reload)
        case .changed(let count): try keys.encode(count, forKey: .changed)
        case .corrected(let result): try keys.encode(result, forKey: .corrected)
        case .reviewed(let photo): try keys.encode(photo, forKey: .reviewed)
        case .revised(let revisions): try keys.encode(revisions, forKey: .revised)
        case .photos(let contents):
            try keys.encode(contents.count, forKey: .changed)
            try keys.encode(contents, forKey: .photos)
        case .session(let name): try keys.encode(name, forKey: .session)
        case .error(let error): try keys.encode(error, forKey: .error)
        }
    }
}

/// Why a command was not carried out, as a client is told.
public struct ControlError: ReportableError, Hashable, Codable {
    /// What went wrong, for programs: one word, such as `badRequest`, or the code of the error behind it.
    public let code: String
    /// Whose fault it is.
    public let fault: Fault
    /// One sentence for people: what was wrong, what to do next.
    public let message: String
    /// Kept where it is true alone, as most errors are of something else.
    private let usage: Bool?

    /// Whether what the client or its settings said is wrong, as the error behind it says.
    public var isUsage: Bool { usage ?? false }

    private enum CodingKeys: String, CodingKey {
        case code, fault, message
        case usage = "isUsage"
    }

    /// As ``code``.
    public var codeName: String { code }
    /// As ``message``.
    public var description: String { message }

    /// An error of the control socket itself.
    public init(_ code: Code, _ message: String, fault: Fault) {
        self.code = code.rawValue
        self.fault = fault
        self.message = message
        usage = code == .badRequest ? true : nil
    }

    /// Any error, as a client is told of it.
    public init(_ error: any Error) {
        let reportable = error as? any ReportableError
        code = reportable?.codeName ?? "unexpected"
        fault = reportable?.fault ?? .quiver
        message = reportable?.description ?? "\(error)"
        usage = reportable?.isUsage == true ? true : nil
    }

    /// What can go wrong at the socket itself.
    public enum Code: String, Sendable, CaseIterable {
        /// The request cannot be read, or names nothing.
        case badRequest
        /// What stands in the way of the request must be mended first.
        case refused
        /// The change was made on another queue than the one that lies there now.
        case otherQueue
        /// What is to be followed from is no cursor.
        case badCursor
        /// The supervisor is stopping, or has too many clients: worth another try.
        case unavailable
        /// The socket cannot be made or reached.
        case socket
        /// The supervisor did not answer, or answered what no version of this one does.
        case noAnswer
    }
}

extension ControlError {
    /// The refusal to read settings again where no supervisor goes by any.
    public static let nothingToReload = ControlError(
        .unavailable,
        "no 'quiver watch' or 'quiver work' runs whose settings could be reloaded; its next start reads them",
        fault: .environment)

    /// The refusal to process photos again for settings that have not changed.
    public static let nothingAgain = ControlError(
        .refused,
        """
        the settings are what they were, so --again has nothing to process again; \
        'quiver jobs prune --again' has photos processed again that are done, 'quiver jobs retry' those that have failed
        """, fault: .input)

    /// The refusal of a text that is no cursor.
    public static func noCursor(_ text: String) -> ControlError {
        ControlError(
            .badCursor,
            "'\(text.forTerminal)' is no cursor: take one of an event, such as 3f2a9c0d11aa22bb-1234, or 'first' or 'now'",
            fault: .input)
    }

    /// The refusal of a change that was made on another queue.
    public static let otherQueue = ControlError(
        .otherQueue,
        "This change was made on other results than those that are served here now. It was not stored.", fault: .input)
}
