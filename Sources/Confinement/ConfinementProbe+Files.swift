import Glibc
import SystemPackage

extension ConfinementProbe {
    /// Reads what is none of a worker's business.
    func tryReading(_ report: inout ProbeReport) {
        let parent = FilePath("/proc/\(getppid())")
        report.attempt("read a file beside the inputs", isAllowed: false) { Self.read(beside) }
        report.attempt("read /etc/passwd", isAllowed: false) { Self.read("/etc/passwd") }
        report.attempt("find the file beside the inputs", isAllowed: false) {
            Self.find(beside, in: beside.removingLastComponent())
        }
        report.attempt("find the parent among the processes", isAllowed: false) { Self.find(parent, in: "/proc") }
        report.attempt("read the parent's environment", isAllowed: false) { Self.read(parent.appending("environ")) }
        report.attempt("open the parent's memory", isAllowed: false) {
            // Its first page is mapped nowhere: opening is what counts.
            Self.open(parent.appending("mem"), O_RDONLY)
        }
        report.attempt("list the parent's descriptors", isAllowed: false) { Self.list(parent.appending("fd")) }
    }

    /// Changes inputs, and files where nothing may be written.
    func tryChanging(_ report: inout ProbeReport) {
        let folder = readable.removingLastComponent()
        let other = folder.appending("probe-other")
        report.attempt("open an input for writing", isAllowed: false) { Self.open(readable, O_WRONLY) }
        report.attempt("empty an input by opening it", isAllowed: false, emptyByOpening)
        report.attempt("truncate an input", isAllowed: false) {
            Self.failure { readable.withPlatformString { truncate($0, 16) } }
        }
        report.attempt("change an input's permissions", isAllowed: false) {
            Self.failure { readable.withPlatformString { chmod($0, 0o644) } }
        }
        report.attempt("change an input's owner", isAllowed: false) {
            Self.failure { readable.withPlatformString { chown($0, getuid(), getgid()) } }
        }
        report.attempt("change an input's times", isAllowed: false) {
            Self.failure { readable.withPlatformString { utimensat(AT_FDCWD, $0, nil, 0) } }
        }
        report.attempt("rename an input", isAllowed: false) {
            Self.rename(readable, other) ?? Self.rename(other, readable)
        }
        report.attempt("move an input into the temp folder", isAllowed: false) {
            let moved = writable.appending("probe-moved")
            return Self.rename(readable, moved) ?? Self.rename(moved, readable)
        }
        report.attempt("replace an input", isAllowed: false, replace)
        report.attempt("make a file in the folder of inputs", isAllowed: false) { Self.make(other) }
        report.attempt("make a folder in the folder of inputs", isAllowed: false) {
            Self.failure { other.withPlatformString { mkdir($0, 0o777) == 0 ? rmdir($0) : -1 } }
        }
        report.attempt("make a file in /tmp", isAllowed: false) { Self.make(FilePath("/tmp/quiver-probe-\(getpid())")) }
    }

    /// Opening for reading can empty a file, which not every kernel counts as writing.
    private func emptyByOpening() -> Errno? {
        guard let failure = Self.open(readable, O_RDONLY | O_TRUNC) else {
            return Self.failure { readable.withPlatformString { truncate($0, 16) } }
        }
        return failure
    }

    private func replace() -> Errno? {
        let draft = writable.appending("probe-draft")
        defer { _ = draft.withPlatformString { unlink($0) } }
        if let failure = Self.open(draft, O_WRONLY | O_CREAT) { return failure }
        return Self.rename(draft, readable)
    }

    /// Looks for a name in a folder: a root of its own may have a folder of the same name with nothing in it.
    static func find(_ path: FilePath, in folder: FilePath) -> Errno? {
        guard let stream = folder.withPlatformString({ opendir($0) }) else { return Errno(rawValue: errno) }
        defer { closedir(stream) }
        while let entry = readdir(stream) {
            let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
                bytes.withMemoryRebound(to: CChar.self) { $0.baseAddress.map { FilePath(platformString: $0) } }
            }
            if name == path.lastComponent.map({ FilePath(root: nil, [$0]) }) { return nil }
        }
        return .noSuchFileOrDirectory
    }

    static func open(_ path: FilePath, _ flags: Int32) -> Errno? {
        let file = path.withPlatformString { Glibc.open($0, flags | O_CLOEXEC | O_NONBLOCK, 0o666) }
        guard file >= 0 else { return Errno(rawValue: errno) }
        close(file)
        return nil
    }

    static func make(_ path: FilePath) -> Errno? {
        open(path, O_WRONLY | O_CREAT | O_EXCL) ?? failure { path.withPlatformString { unlink($0) } }
    }

    /// A photo beside the one that is handed over.
    var otherPhoto: FilePath { photo.removingLastComponent().appending("other.jpg") }

    /// Opens the photo as a supervisor does for its worker: before the process is confined.
    public mutating func openPhoto() throws {
        descriptor = try FileDescriptor.open(photo, .readOnly, options: [.closeOnExec, .nonBlocking]).rawValue
    }

    /// What may be done with a photo that is handed over open, and what may not.
    func tryPhoto(_ report: inout ProbeReport) {
        // A file's second way in, which leads past all names.
        let magic = FilePath("/proc/self/fd/\(descriptor)")
        report.attempt("read the photo that is handed over", isAllowed: true) {
            var byte: UInt8 = 0
            return Self.failure { Int32(pread(descriptor, &byte, 1, 0)) }
        }
        report.attempt("read a photo by its path", isAllowed: false) { Self.read(photo) }
        report.attempt("read another photo", isAllowed: false) { Self.read(otherPhoto) }
        report.attempt("list the folder of photos", isAllowed: false) { Self.list(photo.removingLastComponent()) }
        report.attempt("open the photo for writing by its descriptor", isAllowed: false) {
            Self.open(magic, O_WRONLY)
        }
        report.attempt("open the photo for reading and writing by its descriptor", isAllowed: false) {
            Self.open(magic, O_RDWR)
        }
        report.attempt("change the photo's permissions by its descriptor", isAllowed: false) {
            Self.failure { fchmod(descriptor, 0o600) }
        }
        report.attempt("change the photo's times by its descriptor", isAllowed: false) {
            Self.failure { futimens(descriptor, nil) }
        }
        report.attempt("lock the photo by its descriptor", isAllowed: false) {
            Self.failure { flock(descriptor, LOCK_SH | LOCK_NB) } ?? Self.failure { flock(descriptor, LOCK_UN) }
        }
    }

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
