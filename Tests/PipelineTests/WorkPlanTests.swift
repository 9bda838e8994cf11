import Findings
import Foundation
import Settings
import SystemPackage
import TestSupport
import Testing

@testable import Worker
@testable import WorkerProtocol

/// What a worker is told, against what lies on the disk when it starts.
@Suite struct WorkPlanTests {
    @Test func aPictureBehindCutoutsThatIsReplacedIsNotUsedUnderTheOldOnesName() throws {
        let folder = try TemporaryFolder()
        let sky = folder["sky.jpg"]
        try Data("one".utf8).write(to: sky)
        var settings = Settings()
        settings.detectors[0].model = FilePath(RunFixtures.model)
        settings.output.cutout.background = .picture(sky.path)
        let none = try WorkPlan(settings)
        settings.output.cutouts = true
        let plan = try WorkPlan(settings)
        #expect(none.background == nil && plan.background != nil)
        try plan.checkModels()
        try Data("two".utf8).write(to: sky)
        let error = #expect(throws: PipelineError.self) { try plan.checkModels() }
        #expect(error?.description.contains("output.cutout.background) was replaced") == true)
        // Where nothing is cut out the picture does not matter.
        try none.checkModels()
        #expect(try WorkPlan(settings).pipelineHash != plan.pipelineHash)
    }

    private typealias Known = WorkerGreeting.Detector

    /// A misspelt label would hide nothing, and no one would see it.
    @Test(
        arguments: [
            (["person", "line"], nil), ([], nil),
            (["persn"], "\"persn\", so that nothing would be blurred. There is cat"),
            (["person", "Face", "faces"], "\"Face\", \"faces\""),
        ] as [([String], String?)])
    func whatNoDetectorFindsCannotBeBlurred(labels: [String], refusal: String?) throws {
        var plan = WorkPlan(picturesBy: Settings())
        plan.blur = labels
        let detectors = [
            Known(name: "a", task: .detect, classes: ["cat", "person"]), Known(name: "b", task: .text, classes: []),
            Known(name: "c", task: .embed, classes: []),
        ]
        guard let refusal else { return try plan.checkBlur(detectors) }
        let error = try #require(throws: PipelineError.self) { try plan.checkBlur(detectors) }
        #expect(error.description.contains(refusal) && error.fault == .input, "\(error)")
        // One that does not say its classes may have any.
        try plan.checkBlur(detectors + [Known(name: "d", task: .detect, classes: [])])
    }
}
