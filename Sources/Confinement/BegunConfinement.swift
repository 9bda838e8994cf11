import CLinux
import SystemPackage
import SystemValues

/// A confinement whose mechanism is chosen but not in force yet.
public struct BegunConfinement: Sendable {
    enum Mechanism: Sendable, Hashable {
        case landlock(version: Int32)
        case namespaces
        /// Neither can be had here, for the reason.
        case missing(String)
        /// None is wanted.
        case open
    }

    private let confinement: Confinement
    private let mechanism: Mechanism
    private let places: [(path: FilePath, number: FileNumber?)]

    init(_ confinement: Confinement, mechanism: Mechanism) {
        self.confinement = confinement
        self.mechanism = mechanism
        places = (confinement.reads + confinement.writes).map { ($0, FileNumber(at: $0)) }
    }

    /// Puts everything in force, irrevocably and for every thread of the process.
    ///
    /// - Throws: where a measure that this kernel has could not be put in force: the process must not go on. What the
    ///   kernel does not have is in the report.
    public func complete() throws(ConfinementError) -> ConfinementReport {
        let filter = SandboxCalls.filterSupport
        switch mechanism {
        case .open: return ConfinementReport(mechanism: mechanism, filter: filter, kept: 0)
        case .landlock(let version):
            let rules = try LandlockRules(version: version)
            for path in confinement.reads { try rules.allow(reading: path) }
            for path in confinement.writes { try rules.allow(writing: path) }
            try restrict(rules: rules.descriptor)
        case .namespaces: try restrict { () throws(ConfinementError) in try NewRoot(afterStart: confinement).change() }
        case .missing: try restrict()
        }
        return ConfinementReport(mechanism: mechanism, filter: filter, kept: SandboxCalls.capabilities)
    }

    /// An allowed folder that is another now than when the confinement began: a share that came back, a folder made
    /// anew.
    ///
    /// Rules bind to the folder that was there, so a worker that finds this has to be replaced by one that is confined
    /// to what is there now. A few looks at the file system; nil also where nothing is confined.
    public func moved() -> FilePath? {
        guard mechanism != .open else { return nil }
        return places.first { FileNumber(at: $0.path) != $0.number }?.path
    }

    /// The last of it: the filter would refuse the calls of everything before.
    private func restrict(
        rules: Int32? = nil, whileThisIsFree body: () throws(ConfinementError) -> Void = {}
    ) throws(ConfinementError) {
        try SandboxCalls.restrictThreads(rules: rules, kept: kept, whileThisIsFree: body)
        if case .success = SandboxCalls.filterSupport { try SandboxCalls.filter(devices: confinement.usesDevices) }
    }

    /// The capability that stays, for root.
    ///
    /// Root in a container often works below folders that belong to another user, and only a capability lets it: the
    /// one to read them or, as containers have it, the one to write as well. Inside the sandbox it opens no other folders;
    /// where there is none, root reaches nearly as much without it.
    private var kept: UInt64 {
        let reading = SandboxCalls.capabilities & CSANDBOX_CAP_DAC_READ_SEARCH
        return reading != 0 ? reading : SandboxCalls.capabilities & CSANDBOX_CAP_DAC_OVERRIDE
    }
}
