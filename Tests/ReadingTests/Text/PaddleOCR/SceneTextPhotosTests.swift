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
        if !areHere { print("PP-OCR is not in \(folder.path): run scripts/models for the tests on photos.") }
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

    /// What RapidOCR 3.10.0 answers with the same models: top left and bottom right corner, text, how sure it is.
    ///
    /// Of `2梨`, which it turned before it read it, the corners are those of the turned line, as Quiver gives them.
    private static let original: [(photo: String, lines: [(from: Point, to: Point, text: String, score: Double)])] = [
        (
            "people_runner_bib.jpg",
            [
                (Point(x: 346, y: 564), Point(x: 373, y: 579), "plusner", 0.9342),
                (Point(x: 352, y: 580), Point(x: 416, y: 612), "1792", 1),
                (Point(x: 442, y: 601), Point(x: 480, y: 627), "2298", 1),
                (Point(x: 372, y: 611), Point(x: 397, y: 624), "PAUL", 0.9998),
                (Point(x: 198, y: 624), Point(x: 223, y: 639), "447", 0.9999),
                (Point(x: 344, y: 625), Point(x: 378, y: 639), "ZONE 2", 0.9687),
                (Point(x: 93, y: 664), Point(x: 120, y: 677), "1152", 1),
            ]
        ),
        (
            "text_page.png",
            [
                (Point(x: 7, y: 12), Point(x: 292, y: 33), "Region-based segmentation", 0.9909),
                (
                    Point(x: 4, y: 47), Point(x: 378, y: 66), "Let us first determine markers of the coins and the",
                    0.999
                ),
                (
                    Point(x: 3, y: 63), Point(x: 379, y: 86), "background. These markers are pixels that we can label",
                    0.9965
                ),
                (
                    Point(x: 3, y: 81), Point(x: 378, y: 104), "unambiguously as either object or background. Here,",
                    0.9996
                ),
                (Point(x: 5, y: 114), Point(x: 171, y: 140), "histogram of grey values:", 0.9996),
            ]
        ),
        (
            "text_sign_phone.jpg",
            [
                (Point(x: 412, y: 18), Point(x: 483, y: 34), "3F1", 0.8547),
                (Point(x: 145, y: 30), Point(x: 327, y: 37), "轻运动健", 0.9942),
                (Point(x: 429, y: 50), Point(x: 105, y: 93), "2梨", 0.5209),
                (Point(x: 175, y: 134), Point(x: 431, y: 107), "027-88852022", 1),
                (Point(x: 176, y: 180), Point(x: 433, y: 153), "027-88859022", 1),
                (Point(x: 376, y: 183), Point(x: 397, y: 195), "TM", 1),
            ]
        ),
        ("object_coffee.png", []),
    ]

    /// In one test, since loading the models takes longer than reading.
    @Test("is read as the original reads it, and not seen where there is none")
    func original() throws {
        let reader = try reader()
        for (photo, expected) in Self.original {
            let found = try lines(photo, reader)
            #expect(found.map(\.text) == expected.map(\.text), "\(photo)")
            for (line, other) in zip(found, expected) {
                #expect(abs(line.confidence - other.score) < 0.02, "\(photo): \(line.text)")
                #expect(line.corners.topLeft.distance(to: other.from) < 2, "\(photo): \(line.text)")
                #expect(line.corners.bottomRight.distance(to: other.to) < 2, "\(photo): \(line.text)")
            }
        }
    }

    @Test("the model knows accents")
    func accents() throws {
        let kind = SceneTextModel.recognition
        let file = try ModelFile(PublishedModels.folder.appendingPathComponent(kind.fileName).path)
        let alphabet = try Alphabet(of: OpenVINOEngine().load(file, options: kind.options(EngineOptions())).description)
        let known = (0..<alphabet.count).compactMap { alphabet[$0] }
        #expect("ÄÖÜäöüßÉéèêçñãõåøæœłžőğışİ€£°".unicodeScalars.allSatisfy(known.contains))
    }
}
