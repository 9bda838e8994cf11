import Testing

@testable import Supervisor
@testable import Worker
@testable import WorkerProtocol

@Suite struct ProcessLimitsTests {
    @Test(arguments: [
        (32, Int.max, Int.max, "ulimit -n"), (Int.max, 300_000 << 10, Int.max, "ulimit -v"),
        (Int.max, Int.max, 200 << 10, "ulimit -f"),
    ])
    func aLowLimitIsSaid(openFiles: Int, addressSpace: Int, fileSize: Int, command: String) {
        let limits = ProcessLimits(openFiles: openFiles, addressSpace: addressSpace, fileSize: fileSize)
        let error = #expect(throws: PipelineError.self) { try limits.check(workers: 2) }
        #expect(error?.description.contains(command) == true)
        #expect(error?.fault == .environment)
    }

    @Test func theLimitsOfThisMachineAreEnough() throws {
        try ProcessLimits.current(workers: 2).check(workers: 2)
        try ProcessLimits(openFiles: 64, addressSpace: 1 << 30, fileSize: 64 << 20).check(workers: 2)
    }
}
