import Findings
import Foundation
import Settings
import SystemPackage
import TestSupport
import Testing

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
}
