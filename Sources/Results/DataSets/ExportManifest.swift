import Findings
import JSONTree
import SystemPackage
import SystemValues

/// What an export was made of, in its folder: `quiver-manifest.json`, a photo a line.
///
/// It says the choice, the models, and of each photo its content, its part and a digest of its labels: enough to make the export
/// again, and to say what two of them differ in. It holds no label and no path of this machine.
public enum ExportManifest {
    /// The name of the file.
    public static let file: FilePath.Component = "quiver-manifest.json"

    /// How the file begins, by which an export of a format is known as Quiver's.
    static func beginning(of format: String) -> String { #"{"format":"\#(format)","made":"by Quiver""# }

    /// What an export was asked for.
    public struct Head: Sendable, Hashable {
        /// The name of the format.
        public var format: String
        /// The query; empty for all photos.
        public var query = ""
        /// Which findings were taken.
        public var findings = FindingThresholds()
        /// What it calls classes.
        public var classes = ExportClasses()
        /// The labels of what is blurred in it.
        public var blur: Set<String> = []
        /// Whether photos without labels are in it.
        public var keepsEmpty = true
        /// Whether photos were copied.
        public var copies = true
        /// How it is divided; nil for not at all.
        public var split: DataSetSplit?
        /// What sidecars are called in it.
        public var sidecarNames = SidecarChoice.Names.full
        /// The SHA-256 of each detector's model, by the detector's name.
        public var models: [String: String] = [:]

        init(
            _ format: String, _ choice: DataSetExport.Choice, copies: Bool, _ detectors: [DetectorClasses],
            further: [String] = []
        ) {
            self.format = format
            query = choice.query.isAll ? "" : choice.query.description
            (findings, classes, blur) = (choice.findings, choice.classes, choice.blur)
            classes.further = further
            (keepsEmpty, split, sidecarNames) = (choice.keepsEmpty, choice.split, choice.sidecars.names)
            self.copies = copies
            models = Dictionary(detectors.map { ($0.name, $0.model) }, uniquingKeysWith: { $1 })
        }

        init(format: String) { self.format = format }
    }

    /// A photo of an export.
    public struct Photo: Sendable, Hashable {
        /// Its path below the results, without an end.
        public var name: String
        /// The SHA-256 of its content.
        public var content: String?
        /// Its part; nil where the export is not divided.
        public var part: String?
        /// How many labels it has.
        public var labels: Int
        /// A digest of what and where they are.
        public var digest: String
        /// Whether they were accepted in review.
        public var isReviewed: Bool
    }

    /// Writes the file, photo by photo.
    struct Writer {
        private var file: BufferedFile
        private var isFollowed = false

        init(in folder: FilePath, _ head: Head) throws(ResultsError) {
            let place = folder.appending(ExportManifest.file)
            let choice = JSONValue.object(head.members).line
            let beginning = ExportManifest.beginning(of: head.format) + #","version":1,"choice":\#(choice),"photos":["#
            // Until it is finished, it says that the folder is Quiver's.
            if !FileCalls.exists(place) { try AtomicFile.write((beginning + "]}\n").utf8, to: place) }
            file = try BufferedFile(for: place)
            try file.append(beginning.utf8)
        }

        mutating func append(_ row: TableRow, labels: [FoundBox]) throws(ResultsError) {
            let name = EscapedName(bytes: row.place).text
            let photo: JSONValue = [
                "photo": .string(name.hasSuffix(RecordFile.end) ? String(name.dropLast(RecordFile.end.count)) : name),
                "sha256": .init(row.record.source.sha256), "split": .init(row.part?.rawValue),
                "labels": .integer(labels.count), "digest": .string(LabelDigest(labels).text),
                "reviewed": .bool(row.isReviewed),
            ]
            try file.append(((isFollowed ? ",\n" : "\n") + photo.line).utf8)
            isFollowed = true
        }

        mutating func finish(_ summary: DataSetExport.Summary) throws(ResultsError) {
            let parts = (summary.parts ?? [:]).sorted { $0.key < $1.key }
            let counts: JSONValue = [
                "photos": .integer(summary.photos), "labels": .integer(summary.boxes),
                "reviewed": .integer(summary.reviewed),
                "parts": .object(parts.map { .init($0.key, .integer($0.value)) }),
            ]
            try file.append(("\n],\"counts\":" + counts.line + "}\n").utf8)
            try file.publish()
        }
    }
}

extension ExportManifest.Head {
    fileprivate var members: [JSONValue.Member] {
        let thresholds = findings.classes.sorted { $0.key < $1.key }.map { label, confidence in
            JSONValue.Member(label, confidence.map { .number($0) } ?? .null)
        }
        let names = classes.names.sorted { $0.key < $1.key }.map { JSONValue.Member($0, .init($1)) }
        // Only where they were asked for: exports of before have none.
        let map = names.isEmpty ? [] : [JSONValue.Member("map", .object(names))]
        let blurred = blur.isEmpty ? [] : [JSONValue.Member("blur", .array(blur.sorted().map { .string($0) }))]
        let further =
            classes.further.isEmpty
            ? [] : [JSONValue.Member("further", .array(classes.further.map { .string($0) }))]
        let sidecars =
            sidecarNames == .full ? [] : [JSONValue.Member("sidecars", .string(sidecarNames.rawValue))]
        let ignored =
            findings.ignored.map { places -> [JSONValue.Member] in
                let rules = places.sorted { $0.key < $1.key }
                    .map { JSONValue.Member($0.key, .array($0.value.map(IgnoredPlace.format.write))) }
                return [JSONValue.Member("ignore", .object(rules))]
            } ?? []
        let overlap = classes.overlap.map { [JSONValue.Member("overlap", .number($0))] } ?? []
        let split: JSONValue =
            split.map { split in
                let distance = split.distance.map { [JSONValue.Member("distance", .integer($0))] } ?? []
                return .object(
                    [
                        .init("shares", .array(split.shares.map { .number($0) })), .init("seed", .integer(split.seed)),
                        .init("by", .string(split.grouping.rawValue)),
                    ] + distance)
            } ?? .null
        let choice: [JSONValue.Member] = [
            .init("where", .string(query)), .init("confidence", findings.confidence.map { .number($0) } ?? .null),
            .init("classes", .object(thresholds)), .init("empty", .bool(keepsEmpty)), .init("copies", .bool(copies)),
            .init("split", split),
            .init("models", .object(models.sorted { $0.key < $1.key }.map { .init($0.key, .string($0.value)) })),
        ]
        return choice + [map, overlap, further, blurred, sidecars, ignored].flatMap { $0 }
    }
}

/// What and where the labels of a photo are, in a few letters; confidences are no part of it.
struct LabelDigest {
    let text: String

    init(_ labels: [FoundBox]) {
        var hash = SHA256()
        for label in labels {
            let sides = [label.box.x, label.box.y, label.box.width, label.box.height]
            let points = (label.corners ?? []) + label.keypoints.map(\.point)
            let numbers = sides + points.flatMap { [$0.x, $0.y] }
            let line: JSONValue = [
                .string(label.label), .array(numbers.map { .rounded($0, decimals: 1) }), .init(label.mask?.counts),
            ]
            hash.update(Array(line.line.utf8))
        }
        text = String(hash.finish().hexadecimal.prefix(16))
    }
}
