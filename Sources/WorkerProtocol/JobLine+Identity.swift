import Findings
import Glibc
import Results
import SystemPackage
import SystemValues

/// The file is not the one that intake hashed.
package struct FileChanged: ReportableError {
    package let codeName = "changed"
    package let fault = Fault.environment
    package let description = "the file is still being written"

    package init() {}
}

/// The file is not there any more.
package struct FileGone: ReportableError {
    package let codeName = "gone"
    package let fault = Fault.environment
    package let description = "the file is no longer there"

    package init() {}
}

extension JobLine.Identity {
    /// Sees that the file under a name is still the one that was promised.
    ///
    /// - Throws: ``FileGone`` or ``FileChanged``; what else stands in the way shows, in better words, when it is opened.
    package func check(_ file: FilePath, followsLinks: Bool = true) throws {
        var status = Glibc.stat()
        let flags = followsLinks ? 0 : AT_SYMLINK_NOFOLLOW
        guard file.withPlatformString({ fstatat(AT_FDCWD, $0, &status, flags) }) == 0 else {
            if errno == ENOENT || errno == ENOTDIR { throw FileGone() }
            return
        }
        try check(status)
    }

    /// Sees that an open file is still the one that was promised.
    package func check(descriptor: Int32) throws {
        var status = Glibc.stat()
        guard fstat(descriptor, &status) == 0 else { return }
        try check(status)
    }

    private func check(_ status: Glibc.stat) throws {
        let mtime = FileTime.nanoseconds(seconds: status.st_mtim.tv_sec, nanoseconds: status.st_mtim.tv_nsec)
        let found = JobLine.Identity(inode: UInt64(status.st_ino), size: Int64(status.st_size), mtimeNanoseconds: mtime)
        guard status.st_mode & S_IFMT == S_IFREG, found == self else { throw FileChanged() }
    }
}
