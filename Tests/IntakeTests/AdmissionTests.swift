import SystemPackage
import SystemValues
import TestSupport
import Testing

@testable import Intake

@Suite("Admission", .timeLimit(.minutes(30)))
struct AdmissionTests {
    @Test("a stop ends the looking while files are due")
    func stop() throws {
        let folder = try TemporaryFolder()
        try folder.write("a.jpg", Tiny.jpeg())
        let root = folder.path.rawBytes
        let admission = Admission(
            roots: [Admission.Root(path: root, settle: .zero, followLinks: false)], ports: Recorder().ports(),
            clock: .system, rules: IntakeRules(), patience: .zero, unrest: .seconds(60), batch: 10, retriesBlocked: true
        )
        let path = folder.path("a.jpg")
        let identity = try Syscalls.status(path.rawBytes, follow: false).identity
        try admission.offer([
            Arrival(at: RootedPath(root: 0, relative: Array("a.jpg".utf8)), path: path, identity: identity)
        ])
        admission.isStopped = { true }
        _ = try admission.work()
        #expect(admission.taken == 0)
        admission.isStopped = { false }
        _ = try admission.work()
        #expect(admission.taken == 1)
    }
}
