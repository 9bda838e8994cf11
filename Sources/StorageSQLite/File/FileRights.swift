import Glibc
import SystemPackage
import SystemValues

/// Who may read the queue's files.
///
/// A user who can open a file can hold a lock on it, and so keep a run from beginning: SQLite's locks and ours are all of
/// that kind. So those who may only read lose that right; a group that may write is trusted.
enum FileRights {
    /// The permissions of a new file: its user's alone.
    static let own: mode_t = 0o600

    /// What an open file's permissions are without those who may only read.
    static func tightened(_ mode: mode_t) -> mode_t {
        var mode = mode & 0o7777
        for (read, write) in [(S_IRGRP, S_IWGRP), (S_IROTH, S_IWOTH)] where mode & write == 0 { mode &= ~read }
        return mode
    }

    /// Tightens an open file; one that belongs to another user stays as it is.
    static func tighten(_ file: CInt) {
        guard let mode = looseMode(file) else { return }
        _ = fchmod(file, mode)
    }

    /// Makes a database's file where it is missing, and tightens it and the files that SQLite keeps beside it.
    ///
    /// Only ever through descriptors that stand for a place: closing any other descriptor of a database gives up the
    /// locks that SQLite holds on it.
    static func prepareDatabase(_ path: String) {
        let file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, own)
        // No process has the new file open yet. Where it is there already, or cannot be made, SQLite says what is wrong.
        if file >= 0 { close(file) }
        for file in QueueLocation.file(FilePath(path)).databaseFiles { tightenPlace(file.string) }
    }

    private static func tightenPlace(_ path: String) {
        // Glibc shows the constant to C programs that ask for extensions only.
        let placeOnly: CInt = 0o10000000
        let place = open(path, placeOnly | O_NOFOLLOW | O_CLOEXEC)
        guard place >= 0 else { return }
        defer { close(place) }
        guard let mode = looseMode(place) else { return }
        _ = chmod("/proc/self/fd/\(place)", mode)
    }

    /// The mode that a regular file of this user ought to have; nil where it has it, or is not this user's.
    private static func looseMode(_ file: CInt) -> mode_t? {
        var status = stat()
        guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_uid == geteuid() else {
            return nil
        }
        let mode = tightened(status.st_mode)
        return mode == status.st_mode & 0o7777 ? nil : mode
    }
}
