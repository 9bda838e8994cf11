import Findings
import Foundation
import Imaging
import Inference
import InferenceOpenVINO
import ModelFiles
import SystemPackage
import TestSupport
import Testing

@testable import Reading

/// The models in the checkout.
private enum PublishedModels {
    static let folder = Cases.packageRoot.appendingPathComponent(".deps/models")

    /// True where tests with them must run: they are there, or continuous integration demands it.
    static let areHere: Bool = {
        let areHere = SceneTextModel.allCases.allSatisfy {
            FileManager.default.fileExists(atPath: folder.appendingPathComponent($0.fileName).path)
        }
        if !areHere { print("PP-OCRv4 is not in \(folder.path): run scripts/models for the tests on photos.") }
        return areHere || ProcessInfo.processInfo.environment["CI"] == "true"
    }()
}

/// These need the models that `scripts/models` fetches, and the engine.
@Suite("Text in real photos", .enabled(if: Cases.isAvailable && PublishedModels.areHere))
struct SceneTextPhotosTests {
    private func reader() throws -> SceneTextReader {
        let engine = try OpenVINOEngine()
        return try SceneTextReader { kind in
            let path = PublishedModels.folder.appendingPathComponent(kind.fileName).path
            return try engine.load(ModelFile(path), options: kind.options(EngineOptions()))
        }
    }

    private func lines(_ photo: String, _ reader: SceneTextReader) throws -> [TextLine] {
        let pixels = try Photo.open(FilePath(Cases.file("people/photos/\(photo)").path)).upright().pixels
        return try pixels.bytes.withUnsafeBytes { try reader.lines(in: $0, size: pixels.size) }
    }

    /// One line of the original's answer.
    private struct Line: Decodable {
        var quad: [[Double]]
        var text: String
        var score: Double
    }

    private struct Reference: Decodable {
        struct Reading: Decodable { var lines: [Line] }
        var ocr: Reading
    }

    /// In one test, since loading the models takes longer than reading.
    @Test("is read as the original reads it, and not seen where there is none")
    func original() throws {
        let reader = try reader()
        for photo in ["people_runner_bib.jpg", "text_page.png", "text_sign_phone.jpg", "object_coffee.png"] {
            let file = try Cases.file("people/reference/\(photo).json")
            let expected = try JSONDecoder().decode(Reference.self, from: Data(contentsOf: file)).ocr.lines
            let found = try lines(photo, reader)
            #expect(found.map(\.text) == expected.map(\.text), "\(photo)")
            for (line, other) in zip(found, expected) {
                #expect(abs(line.confidence - other.score) < 0.02, "\(photo): \(line.text)")
                for corner in line.corners.corners {
                    #expect(other.quad.contains { hypot($0[0] - corner.x, $0[1] - corner.y) < 2 }, "\(photo)")
                }
            }
        }
    }
}
