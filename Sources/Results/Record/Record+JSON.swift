import Findings
import JSONTree

extension Record {
    /// The record on one line, for JSON Lines and the database.
    public var line: String { json.line }

    /// The record over several lines, for its own file; it ends in a line end.
    public var document: String { WrittenRecord(self).document }

    /// The record as JSON; keys and their order are those of ``format``.
    public var json: JSONValue {
        let json = Self.format.write(self)
        return photo.confidenceLevels.map(json.withWords) ?? json
    }

    /// The JSON Schema (draft 2020-12) of a record; it allows keys that later versions add.
    public static var schema: String { format.schema.document + "\n" }

    /// Reads a record back, one of an earlier version of Quiver too.
    ///
    /// - Throws: where the text is no record.
    public static func decode(_ json: some Sequence<UInt8>) throws -> Record {
        var record = try format.read(try JSONParser.parse(json).value)
        // Earlier versions kept arrows apart, and what a detector saw before as the findings.
        if !record.photo.results.contains(where: \.isScored) { record.photo.settleScored() }
        return record
    }
}

/// A record with its JSON, which is made once for the line in the queue and for the photo's own file.
public struct WrittenRecord: Sendable {
    /// The record itself.
    public let record: Record
    private let json: JSONValue

    /// Makes the JSON of a record.
    public init(_ record: Record) {
        self.record = record
        json = record.json
    }

    /// On one line, for JSON Lines and the database.
    public var line: String { json.line }

    /// Over several lines, for the photo's own file; it ends in a line end.
    public var document: String { json.document + "\n" }
}

extension JSONValue {
    /// A record's JSON in which every finding of a list, and every arrow, says in a word how sure it is.
    fileprivate func withWords(of levels: ConfidenceLevels) -> JSONValue {
        // The pages of a file, and not the sheets that a detector found.
        let lists: Set = self["version"] == nil ? ["results"] : ["results", "pages"]
        return mapMembers { member in
            if lists.contains(member.name) {
                return member.value.mapItems { $0.withWords(of: levels) }
            }
            if member.name == "ignored" { return member.value.withWords(of: levels) }
            guard Self.levelled.contains(member.name) else { return member.value }
            return member.value.mapItems { $0.withWord(of: levels) }
        }
    }

    private static let levelled = Set(FindingList.kinds.map { $0.listName } + ["arrows"])
}

extension Record: Encodable {
    /// Encodes the same tree, nulls included; the order of keys is then the encoder's.
    public func encode(to encoder: any Encoder) throws { try json.encode(to: encoder) }
}
