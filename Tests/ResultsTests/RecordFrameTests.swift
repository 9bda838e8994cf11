import Findings
import Foundation
import JSONTree
import TestSupport
import Testing

@testable import Results

/// Records in other frames than the pixels that they hold.
@Suite struct RecordFrameTests {
    @Test(arguments: [FramedRecord.pixels, .normalized, .vision]) func everyPlaceIsMoved(to record: FramedRecord) throws
    {
        #expect(try FramedRecord.pixels.json().record(in: record.frame).line == record.json().line)
    }

    @Test(arguments: [FramedRecord.normalized, .vision], CoordinateFrame.allCases)
    func whatIsMovedAlreadyStays(record: FramedRecord, frame: CoordinateFrame) throws {
        let moved = try record.json()
        #expect(moved.record(in: frame) == moved)
    }

    @Test(arguments: CoordinateFrame.allCases) func withoutAnImageAllStays(frame: CoordinateFrame) throws {
        for record in [Samples.failed, Samples.empty, Samples.unscored] {
            #expect(record.json(in: frame) == record.json)
        }
        // Records of the first version have findings without an image.
        var early = Samples.done
        early.photo.image = nil
        #expect(early.json(in: frame) == early.json)
    }

    @Test(arguments: [
        "null", "[1]", #"{"image":{"width":0,"height":5},"detections":[{"box":{"x":1}}]}"#,
        #"{"image":{"width":"2","height":5},"detections":[]}"#,
    ])
    func whatIsNoRecordStays(text: String) throws {
        let json = try JSONParser.parse(text.utf8).value
        #expect(json.record(in: .vision) == json)
    }

    @Test func whatIsNoPlaceStays() throws {
        let odd = """
            "results":[null,{"detections":null,"poses":[7,{"box":{"x":1,"y":null},"corners":null,"keypoints":[{"x":"1"},[]],\
            "mesh":[[1,2],null,[1,2,"3"]],"polygons":[[1,2,3],{}]}]}],"detections":{}}
            """
        let json = try JSONParser.parse((#"{"image":{"width":2,"height":4},"# + odd).utf8).value
        #expect(json.record(in: .vision).line.hasSuffix(#""coordinates":"vision","# + odd))
    }

    /// The keys that are moved are those that records are written with, of every kind of finding.
    @Test(arguments: [CoordinateFrame.normalized, .vision]) func aWrittenRecordIsMoved(to frame: CoordinateFrame) throws
    {
        let photo = PixelSize(width: 400, height: 200)
        let mask = try #require(RunLengthMask(size: photo, columns: 40..<140, rows: 20..<80) { _, _ in true })
        var record = Samples.done
        record.photo.image = .init(width: photo.width, height: photo.height, orientation: 1, format: "png")
        record.photo.results = Self.results(in: .pixels, of: photo, mask)
        let moved = try Record.decode(record.json(in: frame).line.utf8)
        #expect(moved.photo.results == Self.results(in: frame, of: photo, mask))
    }

    private static func results(in frame: CoordinateFrame, of photo: PixelSize, _ mask: RunLengthMask)
        -> [DetectorResult]
    {
        let box = frame.box(Box(x: 40, y: 20, width: 100, height: 60), in: photo)
        let (point, z) = (frame.point(Point(x: 100, y: 50), in: photo), frame.depth(8, in: photo))
        let polygons = mask.polygons().map { line in
            stride(from: 0, to: line.count, by: 2).map { Point(x: line[$0], y: line[$0 + 1]) }
                .map { frame.point($0, in: photo) }.flatMap { [$0.x, $0.y] }
        }
        let found: [(DetectorTask, FindingList)] = [
            (
                .obb,
                .detections([
                    Detection(
                        label: "a", classId: 0, confidence: 1, box: box, corners: Array(repeating: point, count: 4))
                ])
            ),
            (
                .hands,
                .poses([
                    Pose(
                        label: "left hand", classId: 0, confidence: 1, box: box,
                        keypoints: [Keypoint(point: point, z: z)], mesh: [MeshPoint(x: point.x, y: point.y, z: z)],
                        mask: mask)
                ])
            ),
            (
                .segment,
                .masks([
                    InstanceMask(label: "c", classId: 0, confidence: 1, box: box, mask: mask, polygons: polygons)
                ])
            ),
        ]
        return found.map { DetectorResult(detector: $0.rawValue, task: $0, found: $1) }
    }
}
