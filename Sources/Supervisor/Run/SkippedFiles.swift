import Intake
import SystemValues

/// What a run met and did not work, so that no photo is passed over in silence.
public struct SkippedFiles: Sendable, Codable, Hashable {
    /// Files and folders whose names the ignore list holds, by its patterns.
    public var byName: [String: Int] = [:]
    /// Folders below too many others.
    public var tooDeep = 0
    /// Files whose paths are longer than the system opens.
    public var tooLong = 0
    /// Files that went on changing.
    public var restless = 0
    /// Files and folders that could not be looked at.
    public var unreadable = 0
    /// Files that are no pictures, by kinds.
    public var unread: [String: Int] = [:]

    /// Nothing was skipped.
    public init() {}

    init(_ met: ScanTally) {
        byName = met.ignoredByPattern
        tooDeep = met.tooDeep
        tooLong = met.tooLong
        restless = met.restless
        unreadable = met.unreadable
        unread = met.unread
    }

    /// Whether photos may be among it that no setting leaves out.
    public var isUnmeant: Bool { tooDeep + tooLong + restless + unreadable > 0 }

    /// Sentences for people, each with what to do next.
    public var sentences: [String] {
        var sentences: [String] = []
        if !byName.isEmpty {
            let patterns = byName.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key.forTerminal)" }
            sentences.append(
                "\(byName.values.reduce(0, +)) left out by name (\(patterns.joined(separator: ", "))); "
                    + "'Results of a photo' in the documentation lists these patterns; a file that is named itself is always worked"
            )
        }
        if !unread.isEmpty {
            sentences.append(
                "\(Self.files(unread.values.reduce(0, +))) left out as no pictures (\(Self.kinds(unread))); "
                    + "convert what is to be worked, or set 'intake.unread' to 'record' for a failed record of each")
        }
        if tooDeep > 0 {
            sentences.append("\(Self.folders(tooDeep)) left out below too many others; move it up, and run again")
        }
        if tooLong > 0 {
            sentences.append("\(Self.files(tooLong)) left out whose path is too long; move it up, and run again")
        }
        if restless > 0 {
            sentences.append("\(Self.files(restless)) left out while it went on changing; run again when it rests")
        }
        if unreadable > 0 {
            sentences.append("\(unreadable) files or folders could not be read; make them readable, and run again")
        }
        return sentences
    }

    /// Kinds of files with their numbers for people: "2 PDF, 1 .txt".
    public static func kinds(_ unread: [String: Int]) -> String {
        unread.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map { "\($0.value) \($0.key.forTerminal)" }
            .joined(separator: ", ")
    }

    private static func folders(_ count: Int) -> String { count == 1 ? "1 folder" : "\(count) folders" }
    private static func files(_ count: Int) -> String { count == 1 ? "1 file" : "\(count) files" }
}
