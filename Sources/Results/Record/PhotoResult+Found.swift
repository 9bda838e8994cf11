import Findings
import JSONTree

extension PhotoResult {
    /// What a record's detectors found, and nothing else of the record: for measures over many photos.
    ///
    /// The rest of the record is passed over, and need not be as the format has it.
    public static func found(inRecord json: [UInt8]) throws -> PhotoResult {
        let tree = JSONValue.object(
            try JSONParser.members(["results", "targetDetection", "pages"], ofObject: json))
        // Results of further pages, and in early records what was scored, stand elsewhere.
        guard let results = tree["results"], (tree["targetDetection"] ?? .null) == .null,
            (tree["pages"] ?? .array([])) == .array([])
        else { return try Record.decode(json).photo }
        var photo = PhotoResult()
        photo.results = try ValueFormat.list(DetectorResult.format).read(results)
        return photo
    }
}
