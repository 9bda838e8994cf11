import Findings
import Foundation
import Results
import Settings
import Storage
import SystemPackage
import SystemValues
import TestSupport
import Testing

@testable import Supervisor

/// A folder of results that no run has made, with its queue, and files of labels beside it.
struct LabelImportScene {
    let temporary: TemporaryFolder
    let queue: QueueControl

    var folder: FilePath { FilePath(temporary.url.path).resolvedPath }
    var results: FilePath { folder.appending("out") }

    /// That of each photo.
    static let size = PixelSize(width: 100, height: 80)

    init() throws {
        temporary = try TemporaryFolder()
        try FileManager.default.createDirectory(at: temporary["out"], withIntermediateDirectories: true)
        var settings = Settings()
        settings.queue = .usual(in: FilePath(temporary["out"].path).resolvedPath)
        do { _ = try QueueBackends.open(settings.queue, owner: .current()) }
        queue = try QueueControl(settings)
    }

    /// Writes a file of labels, or a photo.
    func write(_ text: String, _ name: String) throws { try write(Array(text.utf8), name) }

    func write(_ bytes: [UInt8], _ name: String) throws {
        let file = temporary[name]
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(bytes).write(to: file)
    }

    /// The content of a photo, for a file that is to be known by it.
    static func content(_ name: String) -> String { "the photo \(name)" }

    /// Puts the record of a photo of `photos` into the folder of results.
    ///
    /// - Parameters:
    ///   - content: That of another photo where it is a copy.
    ///   - saysContent: Whether the record says what the photo holds.
    @discardableResult
    func keep(
        _ name: String, _ results: [DetectorResult], content: String? = nil, saysContent: Bool = true
    ) throws -> Record {
        let bytes = content ?? Self.content(name)
        let record = Record(
            timestamp: Timestamp(Date(timeIntervalSince1970: 0)),
            source: .init(
                path: folder.appending("photos").pushing(FilePath(name)), bytes: bytes.utf8.count,
                sha256: saysContent ? SHA256.hash(Array(bytes.utf8)).hexadecimal : nil),
            state: .done, attempts: 1,
            photo: PhotoResult(
                image: .init(width: Self.size.width, height: Self.size.height, orientation: 1, format: "jpeg"),
                results: results))
        try write(record.document, "out/\(name).json")
        return record
    }

    func take(
        _ format: String, _ labels: String, replaces: Bool = false, checks: Bool = false
    ) throws -> LabelImport.Summary {
        let labelImport = try #require(LabelImport(format: format, replaces: replaces))
        return try labelImport.run(folder.pushing(FilePath(labels)), into: results, of: queue, checks: checks)
    }

    /// What is said of a photo.
    func review(of record: Record) throws -> FindingReview? {
        let content = try #require(record.source.sha256)
        return try queue.readBoth { try $0.reviews.findingReview(ofContent: content) }?.review
    }

    /// Has a user say something of a photo.
    func say(_ review: FindingReview, of record: Record) throws {
        let content = try #require(record.source.sha256)
        try QueueBackends.open(queue.location, owner: .current()).transaction {
            _ = try $0.reviews.review(findingsOf: content, as: review)
        }
    }
}

/// What detectors found: nothing unless it is told.
extension LabelImportScene {
    static func boxes(_ name: String = "dogs", _ found: [Detection] = [], task: DetectorTask = .detect)
        -> DetectorResult
    {
        DetectorResult(detector: name, task: task, found: .detections(found))
    }

    static func masks(_ found: [InstanceMask] = []) -> DetectorResult {
        DetectorResult(detector: "shapes", task: .segment, found: .masks(found))
    }

    static func poses(_ found: [Pose] = []) -> DetectorResult {
        DetectorResult(detector: "people", task: .pose, found: .poses(found))
    }

    static let classes = DetectorResult(
        detector: "kinds", task: .classify, found: .classes([ClassScore(label: "cat", confidence: 0.5)]))

    static let texts = DetectorResult(detector: "words", task: .text, found: .texts([]))
}

/// Files of labels.
extension LabelImportScene {
    /// A file of COCO's of a size with the members of each annotation, `"bbox":[1,2,3,4]`; the class is a cat unless it is told.
    static func coco(_ photos: [(name: String, objects: [String])], size: String = #","width":100,"height":80"#)
        -> String
    {
        var (images, annotations): ([String], [String]) = ([], [])
        for (index, photo) in photos.enumerated() {
            images.append(#"{"id":\#(index),"file_name":"\#(photo.name)"\#(size)}"#)
            annotations += photo.objects.map { #"{"image_id":\#(index),"category_id":1,\#($0)}"# }
        }
        return """
            {"images":[\(images.joined(separator: ","))],"annotations":[\(annotations.joined(separator: ","))],
            "categories":[{"id":1,"name":"cat"}]}
            """
    }

    /// The file of one photo of Pascal VOC's.
    static func voc(
        _ name: String, folder: String = "", edges: [String] = ["1", "1", "10", "10"], label: String = "cat"
    ) -> String {
        let sides = zip(["xmin", "ymin", "xmax", "ymax"], edges).map { "<\($0)>\($1)</\($0)>" }.joined()
        return """
            <annotation><folder>\(folder)</folder><filename>\(name)</filename>
            <size><width>100</width><height>80</height></size>
            <object><name>\(label)</name><bndbox>\(sides)</bndbox></object></annotation>
            """
    }

    /// A region of Label Studio's, of a value's members.
    static func region(_ type: String, _ value: String, id: String = "1", parent: String = "") -> String {
        #"{"id":"\#(id)","parentID":"\#(parent)","type":"\#(type)","original_width":100,"original_height":80,"value":{\#(value)}}"#
    }

    /// A file of tasks with the regions of each.
    static func tasks(_ photos: [(name: String, regions: [String])]) -> String {
        let tasks = photos.map { photo in
            #"{"data":{"image":"\#(photo.name)"},"annotations":[{"result":[\#(photo.regions.joined(separator: ","))]}]}"#
        }
        return "[\(tasks.joined(separator: ",\n"))]"
    }
}
