import SystemPackage
import Testing

@testable import Confinement

@Suite struct ConfinementReportTests {
    private typealias Mechanism = BegunConfinement.Mechanism

    @Test func aWholeConfinementNamesItsWalls() {
        let report = ConfinementReport(mechanism: .landlock(version: 2), filter: .success(0), kept: 0)
        #expect(report.isWhole)
        #expect(
            report.sentence
                == "confined by no new privileges, no capabilities, Landlock 2, a filter of system calls")
    }

    @Test(arguments: [
        (Mechanism.missing("no reason"), true, ["fileSystem"]),
        (.namespaces, false, ["programs", "processes", "signals", "systemCalls"]),
        (.landlock(version: 7), false, ["fileSystem", "network", "programs", "processes", "signals", "systemCalls"]),
    ])
    func whatIsMissingIsNamed(mechanism: BegunConfinement.Mechanism, isFiltered: Bool, missing: [String]) {
        let filter: Result<Int32, Errno> = isFiltered ? .success(0) : .failure(.noFunction)
        let report = ConfinementReport(mechanism: mechanism, filter: filter, kept: 0)
        #expect(report.missing.map(\.measure.rawValue) == missing)
        for name in missing { #expect(report.sentence.contains(name)) }
    }
}
