import JSONTree
import Logging
import Results

/// Writes log entries as lines for people or as JSON, with the photo's number first.
struct PhotoLogHandler: LogHandler {
    enum Style: Sendable {
        case text, json
    }

    let style: Style
    let now: @Sendable () -> Timestamp
    let write: @Sendable (String) -> Void

    var metadata: Logger.Metadata = [:]
    var metadataProvider: Logger.MetadataProvider?
    var logLevel = Logger.Level.info

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        var fields = metadata.merging(event.metadata ?? [:]) { $1 }
        let photo = fields.removeValue(forKey: PhotoLog.photoKey)
        // One order for all lines: what people look for first, then by name.
        let rest = fields.sorted { $0.key < $1.key }.map { ($0.key, "\($0.value)") }
        write(
            style == .json
                ? json(event, photo.map { "\($0)" }, rest) : text(event, photo.map { "\($0)" }, rest))
    }

    private func json(_ event: LogEvent, _ photo: String?, _ rest: [(String, String)]) -> String {
        var members: [JSONValue.Member] = [
            .init("time", .string(now().description)), .init("level", .string(event.level.rawValue)),
            .init("event", .string("\(event.message)")),
        ]
        if let photo { members.append(.init(PhotoLog.photoKey, Int(photo).map(JSONValue.integer) ?? .string(photo))) }
        members += rest.map {
            .init(
                $0.0,
                PhotoLog.numbers.contains($0.0) ? Int($0.1).map(JSONValue.integer) ?? .string($0.1) : .string($0.1))
        }
        return JSONValue.object(members).line
    }

    private func text(_ event: LogEvent, _ photo: String?, _ rest: [(String, String)]) -> String {
        let head = "\(now()) \(event.level.rawValue)" + (photo.map { " photo \($0)" } ?? "") + " \(event.message)"
        return ([head] + rest.map { "\($0.0)=\(Self.quoted($0.1))" }).joined(separator: " ")
    }

    /// Values with spaces or quotes in quotes, so that a line can be taken apart again.
    private static func quoted(_ value: String) -> String {
        let isPlain = !value.isEmpty && value.utf8.allSatisfy { $0 > 0x20 && $0 != 0x22 && $0 != 0x5C && $0 != 0x7F }
        return isPlain ? value : JSONValue.string(value).line
    }
}
