import CLinux
import Glibc
import SystemPackage
import SystemValues

/// The calls of C that take rights away: Landlock, namespaces, the filter.
///
/// Calls on files are those of `SystemValues`.
enum SandboxCalls {
    /// The newest version of Landlock that this kernel has.
    static var landlockVersion: Result<Int32, Errno> { result(csandbox_landlock_version()) }

    /// Whether system calls can be filtered.
    static var filterSupport: Result<Int32, Errno> { result(csandbox_filter_support()) }

    /// The capabilities in force on this thread.
    static var capabilities: UInt64 { csandbox_capabilities() }

    /// Makes this thread, and those that it starts, ready for ``restrictThreads(rules:kept:whileThisIsFree:)``.
    static func listen() throws(ConfinementError) {
        try check(csandbox_listen(), .fileSystem, "let a signal through")
    }

    /// Takes rights from every thread.
    ///
    /// - Parameter body: Is called on this thread, the last one that still has its own.
    static func restrictThreads(
        rules: Int32?, kept: UInt64, whileThisIsFree body: () throws(ConfinementError) -> Void
    ) throws(ConfinementError) {
        let answer = csandbox_restrict_others(rules ?? -1, kept)
        if answer == -ETIMEDOUT {
            throw ConfinementError(.fileSystem, "one of its threads did not give up its rights; it blocks all signals")
        }
        try check(answer, .fileSystem, "give up rights on every thread")
        try body()
        try check(csandbox_restrict_self(), .fileSystem, "give up rights on every thread")
    }

    static func filter(devices: Bool) throws(ConfinementError) {
        try check(csandbox_filter(devices ? 1 : 0), .systemCalls, "filter system calls on every thread")
    }

    /// Turns a negated error number into an error.
    @discardableResult
    static func check(
        _ answer: Int32, _ measure: ConfinementReport.Measure, _ doing: @autoclosure () -> String
    ) throws(ConfinementError) -> Int32 {
        switch result(answer) {
        case .success(let answer): return answer
        case .failure(let error):
            throw ConfinementError(measure, "cannot \(doing()) (\(error))", number: error.rawValue)
        }
    }

    /// Tries in a child process what could leave this one half changed; nil where it worked.
    static func rehearse(_ root: NewRoot) -> Errno? {
        let answer = withUnsafePointer(to: root) { root in
            csandbox_rehearse(
                { root in
                    do throws(ConfinementError) {
                        try root.assumingMemoryBound(to: NewRoot.self).pointee.enter()
                        return 0
                    } catch {
                        return error.number ?? EINVAL
                    }
                }, root)
        }
        return answer == 0 ? nil : Errno(rawValue: answer)
    }

    /// Lends a descriptor that stands for a path and cannot be read; nil where there is nothing, or nothing for us.
    static func withPlace<Failure: Error>(
        _ path: FilePath, _ body: (_ place: Int32, _ isFolder: Bool) throws(Failure) -> Void
    ) throws(Failure) {
        let place = path.withPlatformString { csandbox_place_open($0) }
        guard place >= 0 else { return }
        defer { close(place) }
        guard let status = try? Syscalls.status(place) else { return }
        try body(place, status.kind == .folder)
    }

    private static func result(_ answer: Int32) -> Result<Int32, Errno> {
        answer < 0 ? .failure(Errno(rawValue: -answer)) : .success(answer)
    }
}
