import Findings
import Foundation
import SystemPackage
import TestSupport

@testable import Results

/// A folder with photos and records, and a data set to be made of them.
struct DataSetScene {
    let temporary: TemporaryFolder
    var folder: FilePath { FilePath(temporary.url.path).resolvedPath }
    var results: FilePath { folder.appending("out") }
    var set: FilePath { folder.appending("set") }

    static let dogs = DetectorClasses(
        name: "dogs", task: "detect", model: sha(1), classes: ["cat", "dog: \"big\"", "né"])
    static let cars = DetectorClasses(name: "cars", task: "detect", model: sha(2), classes: ["car", "cat"])

    init() throws { temporary = try TemporaryFolder() }

    /// The SHA-256 of what a photo's file holds unless it is told.
    static let content = "417cc30298ff96762a70ea18a4f71376fb1fd87cf9b4a9037265a98e7a6e0c3a"

    static func sha(_ number: Int) -> String { String(repeating: "\(number)", count: 64) }

    /// Writes a photo's file below `photos`.
    @discardableResult
    func photo(_ name: FilePath, content: String = "GIF89a!") throws -> FilePath {
        let path = folder.appending("photos").pushing(name)
        try AtomicFile.write(content.utf8, to: path)
        return path
    }

    /// The record of a photo with boxes of 10 by 20 pixels, one for each class.
    func record(
        of path: FilePath, _ classes: [(id: Int, label: String)] = [], sha256: String = DataSetScene.sha(7),
        state: Record.State = .done, format: String = "jpeg", seconds: Double = 0
    ) -> Record {
        var photo = PhotoResult(
            image: state == .done ? .init(width: 100, height: 200, orientation: 6, format: format) : nil,
            models: [.init(name: "m", sha256: Self.sha(1), engine: "e", precision: "fp32")])
        photo.detections = classes.enumerated().map { index, known in
            Detection(
                label: known.label, classId: known.id, confidence: 0.9 - Double(index) / 100,
                box: Box(x: Double(index), y: 20, width: 10, height: 20))
        }
        return Record(
            timestamp: Timestamp(Date(timeIntervalSince1970: seconds)),
            source: .init(path: path, bytes: 7, sha256: sha256), state: state,
            error: state == .done ? nil : .init(code: "broken", message: "broken", fault: .input), attempts: 1,
            photo: photo)
    }

    /// Puts a record into the folder of results.
    func keep(_ record: Record, as name: FilePath) throws {
        try AtomicFile.write(record.document.utf8, to: results.pushing(name))
    }

    /// Makes a data set of rows, as a run does.
    func make(
        _ format: OutputFormat, _ classes: [DetectorClasses], _ rows: [TableRow]
    ) throws {
        guard let table = format.table else { return }
        let made = try table.make(.init(place: set, classes: classes))
        for row in rows { try made.append(row) }
        try made.finish()
    }

    /// Makes one of one detector's photos.
    func make(_ format: OutputFormat, _ rows: [TableRow]) throws { try make(format, [Self.dogs], rows) }

    func text(_ path: FilePath) -> String? {
        (try? Data(contentsOf: URL(fileURLWithPath: set.pushing(path).string))).map {
            String(decoding: $0, as: UTF8.self)
        }
    }

    /// The names of all files in the data set's folder, from there.
    func files(in folder: FilePath) -> Set<String> {
        let base = set.pushing(folder).string
        let found = FileManager.default.enumerator(atPath: base)?.compactMap { $0 as? String } ?? []
        return Set(found.filter { FileCalls.status(FilePath("\(base)/\($0)"))?.kind != .folder })
    }

    struct COCO: Decodable, Equatable {
        struct Image: Decodable, Equatable {
            var id: Int
            var file_name: String
            var width: Int, height: Int
        }
        struct Annotation: Decodable, Equatable {
            var id: Int, image_id: Int, category_id: Int
            var bbox: [Double]
            var area: Double
            var iscrowd: Int
            var score: Double
            var keypoints: [Double]?
            var num_keypoints: Int?
            var segmentation: [[Double]]?
        }
        struct Category: Decodable, Equatable {
            var id: Int
            var name: String, supercategory: String
            var keypoints: [String]?
            var skeleton: [[Int]]?
        }
        var images: [Image]
        var annotations: [Annotation]
        var categories: [Category]
    }

    func coco() throws -> COCO {
        let url = URL(fileURLWithPath: set.appending("annotations.json").string)
        return try JSONDecoder().decode(COCO.self, from: Data(contentsOf: url))
    }
}
