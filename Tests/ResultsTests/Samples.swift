import Findings
import Foundation
import SystemPackage

@testable import Results

/// Records as a run makes them.
enum Samples {
    static let hash = String(repeating: "0a", count: 32)

    static let done = Record(
        timestamp: Timestamp(Date(timeIntervalSince1970: 1_777_617_000.25)),
        source: .init(path: "photos/day1/a.jpg", bytes: 123, sha256: hash), state: .done, attempts: 1,
        image: .init(width: 4_000, height: 3_000, orientation: 6, format: "jpeg"),
        model: .init(name: "targets", sha256: hash, engine: "openvino 2025.3", precision: "bf16"),
        detections: [
            Detection(
                label: "arrow", classId: 0, confidence: 0.875, box: Box(x: 10.5, y: 20.25, width: 30, height: 40.125)),
            Detection(label: "=face, \"big\"", classId: 2, confidence: 1, box: Box(x: 0, y: 0, width: 1, height: 1)),
        ],
        timings: .init(load: 18.25, infer: 30, decode: 0.125, draw: nil, write: 2),
        outputs: .init(
            annotated: "/out/day1/a.jpg.annotated.jpg", crops: ["/out/day1/a.jpg.crops/001-arrow.jpg"],
            original: "/kept/day1/a.jpg", in: "/out"))

    static let failed = Record(
        timestamp: Timestamp(Date(timeIntervalSince1970: 0)),
        source: .init(path: broken, bytes: 7, sha256: nil, duplicateOf: broken), state: .failed,
        error: .init(code: "truncated", message: "cannot read it: it ends in the middle", fault: .input), attempts: 3)

    /// `a%`, a byte that is no character, `.jpg`.
    static let broken = FilePath(rawBytes: [0x61, 0x25, 0xFF] + Array(".jpg".utf8))

    static let empty = Record(
        timestamp: Timestamp(Date(timeIntervalSince1970: 1)),
        source: .init(path: "b.png", bytes: 1, sha256: hash, duplicateOf: "a.png"), state: .done, attempts: 1)
}
