import Foundation
import Testing

@testable import SystemValues

/// The table of mounts that is kept is the kernel's.
@Suite struct LastMountsTests {
    @Test func whatIsKeptIsWhatTheKernelSays() throws {
        let mounts = LastMounts()
        let said = try MountTable(mountInfo: Array(Data(contentsOf: URL(filePath: "/proc/self/mountinfo"))))
        #expect(!said.mounts.isEmpty)
        for _ in 0..<3 { #expect(mounts.current().mounts == said.mounts) }
        #expect(MountTable.current().mounts == said.mounts)
    }
}
