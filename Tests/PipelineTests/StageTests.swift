import Testing

@testable import Supervisor
@testable import Worker
@testable import WorkerProtocol

@Suite struct StageTests {
    @Test(arguments: Stage.allCases)
    func aStageIsReadAsItIsSaid(_ stage: Stage) {
        #expect(Stage(line: stage.line) == stage)
    }

    @Test(arguments: ["", "@", "@nothing", "load", "{\"claim\":\"1.1\"}", "@load ", "@@load"])
    func otherLinesAreNoStages(_ line: String) {
        #expect(Stage(line: line) == nil)
    }
}
