import Findings
import Foundation
import Results
import TestSupport
import Testing

/// Whole runs over real pictures that nobody here made.
@Suite(.enabled(if: Cases.isAvailable)) struct RunCasesTests {
    @Test func theNineOrientationsGiveTheSameBoxes() throws {
        let fixtures = try RunFixtures()
        let ended = try fixtures.program.run(
            "run", Cases.file("exif").path, "--output", fixtures.output.path, "--model",
            Cases.file("models/yolov8n_int8.onnx").path)
        #expect(ended.status == 0, "\(ended.talk)")
        let records = try fixtures.records()
        #expect(records.count == 9)
        let upright = try #require(records["Landscape_1.jpg"])
        for (name, record) in records {
            #expect(record.photo.image?.width == 1800 && record.photo.image?.height == 1200, "\(name)")
            // The best box counts whatever its score: a bound on the score could leave nothing to compare.
            #expect(!upright.photo.detections.isEmpty)
            for (rank, detection) in upright.photo.detections.enumerated() where rank == 0 || detection.confidence > 0.5
            {
                let partner =
                    record.photo.detections.filter { $0.classId == detection.classId }
                    .map { $0.box.intersectionOverUnion(detection.box) }.max() ?? 0
                #expect(partner >= 0.95, "\(name): \(detection.label)")
            }
        }
    }

    @Test func everyHostileFileHasARecordAndTheSupervisorSurvives() throws {
        let fixtures = try RunFixtures()
        let folder = try Cases.file("hostile")
        let ended = try fixtures.program.run(
            "run", folder.path, "--output", fixtures.output.path, "--model", RunFixtures.model)
        #expect(ended.status == 1, "\(ended.talk.suffix(2000))")
        let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        let taken = Set(try fixtures.records().keys)
        // What neither is a picture nor claims to be one by its name is passed over.
        let passedOver = Set(files).subtracting(taken)
        #expect(passedOver.isEmpty, "no record for \(passedOver.sorted())")
        let records = try fixtures.records().values
        #expect(records.allSatisfy { $0.state == .done || $0.error != nil })
    }
}
