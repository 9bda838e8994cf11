import Glibc
import SystemPackage

extension ConfinementProbe {
    /// A file as a compiled model is, which the next process would trust.
    var compiled: FilePath { writableAtStart.appending("probe-compiled") }

    /// What the start needed, and nothing may do afterwards.
    func tryStart(_ report: inout ProbeReport) {
        let draft = writable.appending("probe-poison")
        report.attempt("read a file beside a model", isAllowed: false) { Self.read(atStart) }
        report.attempt("list the folder of a model", isAllowed: false) { Self.list(atStart.removingLastComponent()) }
        report.attempt("make a file among compiled models", isAllowed: false) {
            Self.make(writableAtStart.appending("probe-other"))
        }
        report.attempt("replace a compiled model", isAllowed: false) {
            defer { _ = draft.withPlatformString { unlink($0) } }
            return Self.open(draft, O_WRONLY | O_CREAT | O_EXCL) ?? Self.rename(draft, compiled)
        }
    }
}
