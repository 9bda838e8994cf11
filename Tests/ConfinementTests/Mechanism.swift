import Confinement
import Foundation
import Testing

/// A mechanism to try, as kernels of different ages have it.
enum Mechanism: String, CaseIterable, CustomTestStringConvertible {
    /// All that this kernel's Landlock has.
    case landlock
    /// What Landlock was in Linux 5.13.
    case firstLandlock
    /// What Landlock is in Linux 6.1.
    case landlock2
    /// As on a kernel without Landlock.
    case namespaces

    var testDescription: String { rawValue }

    func program() throws -> ProbeProgram {
        switch self {
        case .landlock: try ProbeProgram(.landlock)
        case .firstLandlock: try ProbeProgram(.landlock, newestLandlock: 1)
        case .landlock2: try ProbeProgram(.landlock, newestLandlock: 2)
        case .namespaces: try ProbeProgram(.namespaces)
        }
    }

    /// Those of this machine; on continuous integration all, so that what it lacks fails.
    static let here = allCases.filter { mechanism in
        if ProcessInfo.processInfo.environment["CI"] == "true" { return true }
        let answer = try? mechanism.program().run()
        if let answer, answer.error == nil { return true }
        print("The mechanism \(mechanism) is not tested: \(answer?.error ?? "the probe could not be started").")
        return false
    }
}
