import Glibc
import Results
import SystemPackage
import SystemValues
import WorkerProtocol

extension AnswerLine.Files {
    /// Whether every file is one that a worker may hand over: a plain temp file in the staging folder.
    ///
    /// The supervisor moves and removes what it is told. A worker that is taken over must not get it to do for it what the
    /// worker itself is kept from.
    func areOwn(in staging: FilePath) -> Bool {
        original == nil && all.allSatisfy { Self.isOwn($0, staging) }
    }

    private static func isOwn(_ file: FilePath, _ staging: FilePath) -> Bool {
        let name = file.lastName
        guard file == staging.pushing(FilePath(rawBytes: name)), AtomicFile.isTemporary(name) else { return false }
        var status = Glibc.stat()
        guard file.withPlatformString({ fstatat(AT_FDCWD, $0, &status, AT_SYMLINK_NOFOLLOW) }) == 0 else {
            // Somebody took the folder away meanwhile: publishing will tell, and the worker is not to blame.
            return errno == ENOENT
        }
        return status.st_mode & S_IFMT == S_IFREG && status.st_nlink == 1
    }
}
