import Findings
import JSONTree
import SystemValues

/// Everything that is wrong with the settings, found in one go.
public struct SettingsError: ReportableError, Hashable {
    /// Always `settings`.
    public var codeName: String { "settings" }
    /// Always true.
    public var isUsage: Bool { true }

    /// What sort of mistake it is.
    public enum Code: String, Sendable {
        case unreadable, syntax, unknownKey, wrongValue, missing, duplicate, conflict
    }

    /// One mistake: a sentence that names the key, and the place in the file where there is one.
    public struct Problem: Sendable, Hashable {
        /// What sort of mistake it is.
        public let code: Code
        /// One sentence for users, cut in the middle where it is longer than 1,000 characters.
        public let message: String
        /// From 1; nil where the mistake is not in the settings file.
        public let line: Int?
        /// From 1, in characters; nil where the mistake is not in the settings file.
        public let column: Int?

        init(_ code: Code, _ message: String, at position: JSONNode.Position? = nil) {
            self.init(code, message, line: position?.line, column: position?.column)
        }

        init(_ code: Code, _ message: String, line: Int?, column: Int?) {
            self.code = code
            // A key or a value may hold anything, and megabytes of it.
            let shown = message.forTerminal
            self.message = shown.count > 1_000 ? "\(shown.prefix(400)) … \(shown.suffix(300))" : shown
            (self.line, self.column) = (line, column)
        }
    }

    /// At least one, in the order of the file.
    public let problems: [Problem]
    /// The settings file as it was named, nil where none was read.
    public let file: String?
    /// The library's own text, where there is one.
    public let detail: String?

    init(_ problems: [Problem], file: String?, detail: String? = nil) {
        self.problems = problems
        self.file = file
        self.detail = detail
    }

    /// The first mistake's sort.
    public var code: Code { problems.first?.code ?? .wrongValue }

    /// Settings are the user's to correct.
    public var fault: Fault { .input }

    /// One line for each mistake.
    public var description: String {
        let lines = problems.map { problem in
            guard let file, let line = problem.line, let column = problem.column else { return problem.message }
            return "\(file), line \(line), column \(column): \(problem.message)"
        }
        let most = RawSettings.mostProblems
        let rest = lines.count > most ? ["… and more like these"] : []
        return (lines.prefix(most) + rest + [detail].compactMap { $0 }).joined(separator: "\n")
    }
}

extension Settings {
    /// Notes where the settings file has each detector, for mistakes that only show when its model is loaded.
    ///
    /// - Parameter prefix: What stands before the key of a watched folder's own list.
    mutating func notePlaces(_ raw: RawSettings, file: String?, below prefix: String = "") {
        guard let file else { return }
        for index in detectors.indices {
            let key = "detectors[\(index)]"
            guard let position = raw.positions[key] else { continue }
            detectors[index].place = "\(file), line \(position.line), column \(position.column): \(prefix)\(key)"
        }
    }
}

extension Settings.Detector {
    /// Runs something that the detector's settings decide; what it throws says where they stand in the file.
    public func atItsPlace<Result>(_ body: () throws -> Result) throws -> Result {
        do {
            return try body()
        } catch let error as any ReportableError {
            guard let place else { throw error }
            throw PlacedError(place: place, error: error)
        }
    }
}

/// An error with the place in the settings file that it comes from.
struct PlacedError: ReportableError {
    let place: String
    let error: any ReportableError

    var codeName: String { error.codeName }
    var fault: Fault { error.fault }
    var isUsage: Bool { error.isUsage }
    var description: String { "\(place): \(error)" }
}
