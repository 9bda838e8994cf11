import Intake
import Results
import Synchronization
import SystemPackage
import SystemValues

/// Tells a results folder that is out of order from one file that cannot be placed.
///
/// The first holds up every photo alike, and work pauses until it is mended. The second is one photo's own trouble: a folder
/// that stands where its record belongs must not stop the night's run.
final class OutputCheck: Sendable {
    let output: FilePath
    private let staging: FilePath
    private let mount: MountGuard
    /// The folder that files were placed in last, to notice another one in its place.
    private let folder: Mutex<FolderNumber?>

    init(output: FilePath, staging: FilePath) {
        self.output = output
        self.staging = staging
        mount = MountGuard(output)
        folder = Mutex(FolderNumber(output))
    }

    /// Blocks, and says why no result can be kept at all; nil where one can.
    var trouble: CircuitBreaker.Cause? {
        guard mount.holds else {
            return CircuitBreaker.Cause(
                cause: "results lost",
                message: "nothing is mounted at \(mount.place) any more, where the results lie; mount it again.")
        }
        do throws(ResultsError) {
            try AtomicFile.probe(staging, naming: output)
            return nil
        } catch {
            return CircuitBreaker.Cause(error)
        }
    }

    /// Blocks, and says whether a failure to write is everybody's, and what to tell people then.
    func trouble(behind failure: ResultsError) -> CircuitBreaker.Cause? {
        // A disk that is too full for this file will soon be too full for the next.
        failure.code == .diskFull ? CircuitBreaker.Cause(failure.about(output)) : trouble
    }

    /// The same for a worker's failure, of which only the words have come over.
    func trouble(behind failure: Record.Failure) -> CircuitBreaker.Cause? {
        guard failure.code == ResultsError.Code.diskFull.rawValue else { return trouble }
        return CircuitBreaker.Cause(
            cause: "results \(failure.code)",
            message: "cannot write into \(EscapedName.printable(output)): the disk is full; free some space.")
    }

    /// What must be known before files are placed, since writing would succeed: into the folder below a lost mount, or into
    /// one that was made anew.
    func beforePlacing() -> Finding {
        guard mount.holds else { return trouble.map(Finding.trouble) ?? .well }
        guard FolderNumber(output) != folder.withLock({ $0 }) else { return .well }
        if let trouble { return .trouble(trouble) }
        let before = folder.withLock { folder in
            defer { folder = FolderNumber(output) }
            return folder
        }
        // On another device it is a disk or share that came back, with all that lay in it.
        guard let before, before.device == FolderNumber(output)?.device else { return .well }
        return .madeAnew(
            "the results' folder \(EscapedName.printable(output)) was taken away while Quiver ran and has been made anew; "
                + "what lay in it is not written again")
    }

    /// What the file system knows a folder by.
    private struct FolderNumber: Hashable {
        let device: UInt64
        let inode: UInt64

        /// Nil where there is no folder at the path, or only behind a link: the path had none when the run began.
        init?(_ path: FilePath) {
            guard let status = try? RootFolder(withoutLinks: path).status else { return nil }
            (device, inode) = (status.device, status.inode)
        }
    }

    enum Finding: Sendable {
        case well
        /// The sentence is for people.
        case madeAnew(String)
        case trouble(CircuitBreaker.Cause)
    }
}
