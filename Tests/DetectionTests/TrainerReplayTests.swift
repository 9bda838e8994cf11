import Findings
import Foundation
import Inference
import ModelFiles
import Testing

@testable import Detection

/// Tensors of a trainer's networks with the answers of its own post-processing, as `scripts/parity yolo --tensors` keeps them
/// in the folder that `QUIVER_TENSORS` names.
private enum Tensors {
    static let folder = ProcessInfo.processInfo.environment["QUIVER_TENSORS"].map { URL(fileURLWithPath: $0) }

    static var photos: [URL] {
        guard let folder else { return [] }
        let names = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? []
        return names.filter { $0.hasSuffix(".json") }.sorted().map { folder.appendingPathComponent($0) }
    }

    /// A file of numpy's: little-endian floats, rows first.
    static func read(_ file: URL) throws -> Tensor {
        let data = try Data(contentsOf: file)
        let length = Int(data[8]) | Int(data[9]) << 8
        let head = String(decoding: data[10..<10 + length], as: UTF8.self)
        let shape = try #require(head.firstMatch(of: /\(([0-9, ]+)\)/)).1.split(separator: ",").compactMap {
            Int($0.trimmingCharacters(in: .whitespaces))
        }
        let values = data[(10 + length)...].withUnsafeBytes { bytes in
            (0..<bytes.count / 4).map { bytes.loadUnaligned(fromByteOffset: $0 * 4, as: Float.self) }
        }
        return Tensor(shape: shape, values: values)
    }
}

private struct Expected: Decodable {
    struct Size: Decodable { var width, height: Int }
    struct Settings: Decodable {
        var confidence, iou: Double
        var maximum, classes: Int
    }
    struct Finding: Decodable {
        var classId: Int
        var confidence: Double
        var box: [Double]
        var mask: RunLengthMask?
        var keypoints: [[Double]]?
        var corners: [[Double]]?
    }

    var model, task: String
    var size, input: Size
    var settings: Settings
    var findings: [Finding]

    /// Without those of which nothing lies in the photo: they are no findings of ours.
    var seen: [Finding] {
        findings.filter { one in
            let box = one.box
            return box[0] < Double(size.width) && box[1] < Double(size.height) && box[2] > 0 && box[3] > 0
                && (task == "obb" || box[2] > box[0] && box[3] > box[1])
        }
    }
}

@Suite("A trainer's own answers from the same tensors", .enabled(if: Tensors.folder != nil), .serialized)
struct TrainerReplayTests {
    /// The answer to the tensors of one photo.
    private func replay(_ file: URL, _ expected: Expected) throws -> FindingList {
        let stem = file.deletingPathExtension().path
        let outputs = try (0..<(expected.task == "segment" ? 2 : 1)).map {
            try Tensors.read(URL(fileURLWithPath: "\(stem).output\($0).npy"))
        }
        var metadata = [
            "task": expected.task,
            "names": "{" + (0..<expected.settings.classes).map { "\($0): 'c\($0)'" }.joined(separator: ", ") + "}",
        ]
        if expected.task == "pose" { metadata["kpt_shape"] = "[17, 3]" }
        let input = PixelSize(width: expected.input.width, height: expected.input.height)
        let model = FakeModel(outputs, metadata: metadata, size: input)
        let settings = DetectorSettings(
            confidence: expected.settings.confidence, iou: expected.settings.iou,
            maximumDetections: expected.settings.maximum)
        let detector: any Detector =
            switch expected.task {
            case "segment": try SegmentDetector(model, settings: settings)
            case "pose": try YOLOPoseDetector(model, settings: settings)
            default: try RotatedBoxDetector(model, settings: settings)
            }
        let photo = PixelSize(width: expected.size.width, height: expected.size.height)
        let pixels = [UInt8](repeating: 0, count: input.area * 3)
        return try pixels.withUnsafeBytes { bytes in
            try detector.detect(
                PhotoPixels(bytes: bytes, size: input, placement: Placement(of: photo, in: input, fit: .letterbox))
            ).found
        }
    }

    @Test("masks, keypoints and turned boxes are the trainer's")
    func all() throws {
        var (overlaps, points, turned): ([Double], [Double], [Double]) = ([], [], [])
        for file in Tensors.photos {
            let expected = try JSONDecoder().decode(Expected.self, from: Data(contentsOf: file))
            let name = "\(expected.model), \(file.lastPathComponent)"
            let found = try replay(file, expected)
            // Suppression with a class's offset in 32 bits may decide a tie the other way.
            #expect(abs(found.items.count - expected.seen.count) <= expected.seen.count / 100, "\(name)")
            let width = Double(expected.size.width), height = Double(expected.size.height)
            for one in expected.seen {
                let same = found.items.enumerated().filter {
                    $0.element.classIndex == one.classId && abs($0.element.confidence - one.confidence) < 1e-5
                }
                if let masks = found.masks {
                    guard let mask = one.mask else { continue }
                    overlaps.append(same.map { masks[$0.offset].mask.intersectionOverUnion(mask) }.max() ?? 0)
                } else if let poses = found.poses {
                    let errors = same.map { match in
                        zip(poses[match.offset].keypoints, one.keypoints ?? []).map { mine, theirs in
                            // The trainer cuts points off at the photo's edge.
                            max(
                                abs(min(max(mine.x, 0), width) - theirs[0]),
                                abs(min(max(mine.y, 0), height) - theirs[1]))
                        }.max() ?? .infinity
                    }
                    points.append(errors.min() ?? .infinity)
                } else if let boxes = found.detections {
                    let errors = same.compactMap { boxes[$0.offset].corners }.map { mine in
                        distance(mine, one.corners ?? [])
                    }
                    turned.append(errors.min() ?? .infinity)
                } else {
                    Issue.record("\(name): \(found.name)")
                }
            }
        }
        func told(_ what: String, _ values: [Double], _ limit: (Double) -> Bool) {
            let sorted = values.sorted()
            let within = values.count(where: limit)
            print(
                "\(what): \(within) of \(values.count) within; median \(sorted[sorted.count / 2]), "
                    + "worst \(what == "masks" ? sorted[0] : sorted[sorted.count - 1])")
        }
        try #require(!overlaps.isEmpty && !points.isEmpty && !turned.isEmpty)
        told("masks", overlaps) { $0 >= 0.99 }
        told("keypoints", points) { $0 <= 1 }
        told("corners", turned) { $0 <= 1 }
        // Of tiny masks a pixel whose logit is zero but for the order of a sum is a hundredth.
        #expect(Double(overlaps.count { $0 >= 0.99 }) >= 0.99 * Double(overlaps.count))
        #expect(points.allSatisfy { $0 <= 1 })
        #expect(turned.allSatisfy { $0 <= 1 })
    }

    /// The largest distance of two boxes' corners along an axis, whichever corner comes first.
    private func distance(_ mine: [Point], _ theirs: [[Double]]) -> Double {
        var best = Double.infinity
        for shift in 0..<4 {
            var worst = 0.0
            for (index, corner) in theirs.enumerated() {
                let own = mine[(index + shift) % 4]
                worst = max(worst, abs(own.x - corner[0]), abs(own.y - corner[1]))
            }
            best = min(best, worst)
        }
        return best
    }
}
