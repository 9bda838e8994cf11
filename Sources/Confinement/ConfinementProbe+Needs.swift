import Foundation
import Glibc
import SystemPackage

extension ConfinementProbe {
    /// What a worker does with a photo.
    func tryNeeds(_ report: inout ProbeReport) {
        report.attempt("read an input", isAllowed: true) { Self.read(readable) }
        report.attempt("list the folder of inputs", isAllowed: true) { Self.list(readable.removingLastComponent()) }
        report.attempt("write a temp file", isAllowed: true, writeTempFile)
        report.attempt("see that the temp folder is there", isAllowed: true) {
            let failure = Self.failure { writable.withPlatformString { mkdir($0, 0o777) } }
            return failure == .fileExists ? nil : failure
        }
        report.attempt("start a thread", isAllowed: true, Self.startThread)
        report.attempt("allocate memory", isAllowed: true) { Self.map(PROT_READ | PROT_WRITE) }
        report.attempt("make machine code", isAllowed: true) { Self.map(PROT_READ | PROT_WRITE | PROT_EXEC) }
        report.attempt("signal itself", isAllowed: true) { Self.failure { kill(getpid(), 0) } }
    }

    private func writeTempFile() -> Errno? {
        let draft = writable.appending("probe-\(getpid()).draft")
        let place = writable.appending("probe-\(getpid())")
        do {
            let file = try FileDescriptor.open(
                draft, .writeOnly, options: [.create, .exclusiveCreate, .closeOnExec], permissions: .ownerReadWrite)
            try file.closeAfter {
                _ = try file.writeAll("probe".utf8)
                if fsync(file.rawValue) != 0 { throw Errno(rawValue: errno) }
            }
        } catch {
            return error as? Errno ?? .ioError
        }
        return Self.rename(draft, place) ?? Self.failure { place.withPlatformString { unlink($0) } }
    }

    private static func startThread() -> Errno? {
        var thread = pthread_t()
        let status = pthread_create(&thread, nil, { _ in nil }, nil)
        if status != 0 { return Errno(rawValue: status) }
        pthread_join(thread, nil)
        return nil
    }

    private static func map(_ protection: Int32) -> Errno? {
        let size = 16 << 20
        let address = mmap(nil, size, protection, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
        guard let address, address != MAP_FAILED else { return Errno(rawValue: errno) }
        munmap(address, size)
        return nil
    }

    static func read(_ path: FilePath) -> Errno? {
        do {
            let file = try FileDescriptor.open(path, .readOnly, options: [.closeOnExec, .nonBlocking])
            try file.closeAfter {
                _ = try withUnsafeTemporaryAllocation(byteCount: 16, alignment: 1) { try file.read(into: $0) }
            }
            return nil
        } catch {
            return error as? Errno ?? .ioError
        }
    }

    static func list(_ path: FilePath) -> Errno? {
        guard let folder = path.withPlatformString({ opendir($0) }) else { return Errno(rawValue: errno) }
        defer { closedir(folder) }
        return readdir(folder) == nil ? .ioError : nil
    }

    static func rename(_ path: FilePath, _ target: FilePath) -> Errno? {
        failure { path.withPlatformString { path in target.withPlatformString { Glibc.rename(path, $0) } } }
    }
}
