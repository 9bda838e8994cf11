import Findings
import Glibc
import Imaging
import JobQueue
import Results
import SystemPackage
import SystemValues

/// The file is not the one that intake hashed.
struct FileChanged: Error {}

/// The file is not there any more.
struct FileGone: Error {}

extension PhotoWorker {
    /// Sees that the file is still the one that was promised.
    func check(_ job: JobLine, _ photo: FileDescriptor?) throws {
        if let photo {
            try job.identity?.check(descriptor: photo.rawValue)
        } else {
            try job.identity?.check(job.path.file)
        }
    }
}

extension AnswerLine {
    /// The answer where a claim's photo ended before a worker saw it.
    init(of claim: Claim, ending error: any Error) {
        self.init(claim: claim.id.description, ending: .failed)
        end(with: error)
    }

    /// Ends with an error, by whose fault it is.
    mutating func end(with error: any Error) {
        let failure = Record.Failure(error)
        self.error = failure
        detections = []
        switch error {
        case is FileChanged: ending = .changed
        case is FileGone: ending = .gone
        case let error as ImagingError where error.code == .gone: ending = .gone
        case let error as ImagingError where error.code == .changed: ending = .changed
        default:
            switch failure.fault {
            // What a worker writes lies in the results' folder: no photo is to blame.
            case .environment: ending = error is ResultsError ? .obstructed : .blocked
            case .input, .quiver: ending = .failed
            }
        }
    }

    /// Removes what has been written for an answer that does not hold.
    mutating func discardFiles() {
        var publication = Publication()
        for file in files.all { publication.add(file, as: file) }
        publication.discard()
        files = Files()
    }
}

extension JobLine.Identity {
    /// Sees that the file under a name is still the one that was promised.
    ///
    /// - Throws: ``FileGone`` or ``FileChanged``; what else stands in the way shows, in better words, when it is opened.
    func check(_ file: FilePath, followsLinks: Bool = true) throws {
        var status = Glibc.stat()
        let flags = followsLinks ? 0 : AT_SYMLINK_NOFOLLOW
        guard file.withPlatformString({ fstatat(AT_FDCWD, $0, &status, flags) }) == 0 else {
            if errno == ENOENT || errno == ENOTDIR { throw FileGone() }
            return
        }
        try check(status)
    }

    /// Sees that an open file is still the one that was promised.
    func check(descriptor: Int32) throws {
        var status = Glibc.stat()
        guard fstat(descriptor, &status) == 0 else { return }
        try check(status)
    }

    private func check(_ status: Glibc.stat) throws {
        let mtime = FileTime.nanoseconds(seconds: status.st_mtim.tv_sec, nanoseconds: status.st_mtim.tv_nsec)
        let found = JobLine.Identity(inode: status.st_ino, size: Int64(status.st_size), mtimeNanoseconds: mtime)
        guard status.st_mode & S_IFMT == S_IFREG, found == self else { throw FileChanged() }
    }

    /// What intake saw of a claim's file.
    init(_ stamp: FileStamp) {
        self.init(inode: stamp.inode, size: stamp.size, mtimeNanoseconds: stamp.modified)
    }

    init(inode: ino_t, size: Int64, mtimeNanoseconds: Int64) {
        self.init(inode: UInt64(inode), size: size, mtimeNanoseconds: mtimeNanoseconds)
    }
}
