import Glibc
import SystemPackage

extension ConfinementProbe {
    /// Ways out of the temp folder.
    func tryEscaping(_ report: inout ProbeReport) {
        let link = writable.appending("probe-link")
        report.attempt("link to an input", isAllowed: false) {
            Self.failure { readable.withPlatformString { input in link.withPlatformString { Glibc.link(input, $0) } } }
        }
        remove(link)
        report.attempt("make a link that leads out", isAllowed: false) {
            Self.failure { beside.withPlatformString { target in link.withPlatformString { symlink(target, $0) } } }
        }
        remove(link)
        report.attempt("make a named pipe", isAllowed: false) {
            Self.failure { link.withPlatformString { mkfifo($0, 0o666) } }
        }
        remove(link)
        report.attempt("read through a link that leads out", isAllowed: false) { Self.read(escape) }
        report.attempt("write through a link that leads out", isAllowed: false) { Self.open(escape, O_WRONLY) }
        report.attempt("change the permissions of a temp file", isAllowed: false) {
            Self.failure { writable.withPlatformString { chmod($0, 0o777) } }
        }
    }

    /// A link in the temp folder that leads to the file beside the inputs; the process that starts the probe makes it.
    var escape: FilePath { writable.appending("probe-escape") }

    /// Makes what the probe works on, where it is not there: before the process is confined.
    public func prepare() throws {
        let folders =
            [readable, beside, photo, atStart].map { $0.removingLastComponent() } + [writable, writableAtStart]
        for folder in folders {
            guard folder.withPlatformString({ mkdir($0, 0o777) }) == 0 || errno == EEXIST else {
                throw Errno(rawValue: errno)
            }
        }
        for file in [readable, beside, photo, otherPhoto, atStart, compiled] {
            let descriptor = try FileDescriptor.open(
                file, .writeOnly, options: [.create, .closeOnExec], permissions: .ownerReadWrite)
            try descriptor.closeAfter { _ = try descriptor.writeAll("0123456789abcdef".utf8) }
        }
        remove(escape)
        let made = beside.withPlatformString { target in escape.withPlatformString { symlink(target, $0) } }
        guard made == 0 else { throw Errno(rawValue: errno) }
    }

    private func remove(_ path: FilePath) { _ = path.withPlatformString { unlink($0) } }
}
