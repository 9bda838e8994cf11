import Confinement
import Foundation
import SystemPackage
import Testing

@Suite struct EdgeTests {
    /// A process that is only half confined must not look at photos.
    @Test(.enabled(if: Mechanism.here.contains(.landlock))) func aThreadThatCannotBeReachedStopsTheWorker() throws {
        let answer = try ProbeProgram(.landlock).run(instead: "deaf")
        #expect(answer.report == nil)
        #expect(answer.error?.contains("one of its threads did not give up its rights") == true)
    }

    @Test(.enabled(if: Mechanism.here.contains(.landlock))) func theDoorForForeignProgramsKills() throws {
        #if arch(x86_64)
            // Not so without a confinement, unless the kernel has no such door.
            do {
                #expect(try ProbeProgram(nil).run(instead: "foreign").error == nil)
            } catch let died as ProbeProgram.Died {
                print("This kernel has no door for programs of 32 bits.")
                #expect(died.status == SIGSEGV)
                return
            }
            let died = try #require(throws: ProbeProgram.Died.self) {
                try ProbeProgram(.landlock).run(instead: "foreign")
            }
            #expect(died.reason == .uncaughtSignal)
            #expect(died.status == SIGSYS)
        #endif
    }

    @Test(.enabled(if: Mechanism.here.contains(.landlock)), arguments: [true, false])
    func aFolderThatWasMadeAnewIsNoticed(isReplaced: Bool) throws {
        let program = try ProbeProgram(.landlock)
        let staging = program.staging.string
        let answer = try program.run(instead: "moved") {
            if isReplaced {
                try FileManager.default.moveItem(atPath: staging, toPath: staging + "-old")
                try FileManager.default.createDirectory(atPath: staging, withIntermediateDirectories: true)
            } else {
                try Data().write(to: URL(fileURLWithPath: staging + "/go"))
            }
        }
        #expect(answer.error == nil)
        #expect(answer.moved == (isReplaced ? staging : nil))
    }

    @Test func offIsOff() throws {
        let answer = try ProbeProgram(.off).run()
        #expect(answer.report?.missing.count == ConfinementReport.Measure.allCases.count)
        #expect(answer.report?.sentence == "workers are not confined")
        #expect(answer.main?.breaches.isEmpty == false)
    }
}
