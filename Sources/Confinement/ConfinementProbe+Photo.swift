import Glibc
import SystemPackage

extension ConfinementProbe {
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
}
