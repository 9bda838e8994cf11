import Findings
import Glibc
import Imaging
import JobQueue
import Results
import SystemPackage

/// The file is not the one that intake hashed.
struct FileChanged: Error {}

/// The file is not there any more.
struct FileGone: Error {}

extension PhotoWorker {
    /// Sees that the file is still the one that was promised.
    func check(_ job: JobLine) throws { try job.identity?.check(job.path.file) }

    /// Ends an answer with an error, by whose fault it is.
    static func end(_ answer: inout AnswerLine, with error: any Error) {
        let failure = Record.Failure(error)
        answer.error = failure
        answer.detections = []
        switch error {
        case is FileChanged: answer.ending = .changed
        case is FileGone: answer.ending = .gone
        case let error as ImagingError where error.code == .gone: answer.ending = .gone
        case let error as ImagingError where error.code == .changed: answer.ending = .changed
        default:
            switch failure.fault {
            // What a worker writes lies in the results' folder: no photo is to blame.
            case .environment: answer.ending = error is ResultsError ? .obstructed : .blocked
            case .input, .quiver: answer.ending = .failed
            }
        }
    }

    /// Removes what has been written for an answer that does not hold.
    func discard(_ answer: inout AnswerLine) {
        var publication = Publication()
        for file in answer.files.all { publication.add(file, as: file) }
        publication.discard()
        answer.files = AnswerLine.Files()
    }
}

extension JobLine.Identity {
    /// Sees that a file is still the one that was promised.
    ///
    /// - Throws: ``FileGone`` or ``FileChanged``; what else stands in the way shows, in better words, when it is opened.
    func check(_ file: FilePath) throws {
        var status = Glibc.stat()
        guard file.withPlatformString({ fstatat(AT_FDCWD, $0, &status, 0) }) == 0 else {
            if errno == ENOENT || errno == ENOTDIR { throw FileGone() }
            return
        }
        let mtime = Int64(status.st_mtim.tv_sec) * 1_000_000_000 + Int64(status.st_mtim.tv_nsec)
        let found = JobLine.Identity(inode: status.st_ino, size: Int64(status.st_size), mtimeNanoseconds: mtime)
        guard found == self else { throw FileChanged() }
    }

    /// What intake saw of a claim's file.
    init(_ stamp: FileStamp) {
        self.init(inode: stamp.inode, size: stamp.size, mtimeNanoseconds: stamp.modified)
    }

    init(inode: ino_t, size: Int64, mtimeNanoseconds: Int64) {
        self.init(inode: UInt64(inode), size: size, mtimeNanoseconds: mtimeNanoseconds)
    }
}
