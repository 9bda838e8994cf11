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
    private let mount: Mutex<MountGuard>
    /// The folder that files were placed in last, to notice another one in its place.
    private let folder: Mutex<FileNumber?>

    init(output: FilePath, staging: FilePath) {
        self.output = output
        self.staging = staging
        mount = Mutex(MountGuard(output))
        folder = Mutex(Self.number(output))
    }

    /// Blocks, and says why no result can be kept at all; nil where one can.
    var trouble: CircuitBreaker.Cause? {
        // Opened before the look at the mounts: what is written then lies in the folder that was looked at.
        let folder = try? RootFolder(withoutLinks: output)
        if let lost { return lost }
        do throws(ResultsError) {
            // A folder that is not there at all is made anew.
            guard let folder else {
                try AtomicFile.probe(staging, naming: output)
                return nil
            }
            try HeldFolder(folder, at: output).run { () throws(ResultsError) in
                try AtomicFile.probe(staging, naming: output)
            }
            return nil
        } catch {
            return CircuitBreaker.Cause(error)
        }
    }

    /// Why the results' disk or share is not there; nil where it is.
    private var lost: CircuitBreaker.Cause? {
        let mount = mount.withLock { $0 }
        guard !mount.holds else { return nil }
        return CircuitBreaker.Cause(
            cause: "results lost",
            message: "nothing is mounted at \(mount.place) any more, where the results lie; mount it again.")
    }

    /// Runs a body that writes below the folder of the results, with the folder held open; blocks.
    ///
    /// - Parameter anew: Makes the folder where it is missing, and takes any folder; else it is to be the one that was
    ///   looked at before placing.
    /// - Throws: also where the results' disk or share has gone, or the folder is another one.
    func holding<Value>(anew: Bool = false, _ body: () throws -> Value) throws -> Value {
        let root: RootFolder
        do throws(FolderError) {
            root = try opened(anew)
            guard lost == nil, anew || root.status.number == folder.withLock({ $0 }) else {
                throw FolderError(.system(.noSuchFileOrDirectory), "write to the folder", output)
            }
        } catch {
            throw ResultsError(error, "write to the folder", output)
        }
        return try HeldFolder(root, at: output).run(body)
    }

    private func opened(_ anew: Bool) throws(FolderError) -> RootFolder {
        do throws(FolderError) {
            return try RootFolder(withoutLinks: output)
        } catch {
            guard anew, error.isMissing, lost == nil else { throw error }
            try? AtomicFile.make(output)
            return try RootFolder(withoutLinks: output)
        }
    }

    /// Blocks; the cause where a failure to write holds up every photo, nil where it is one photo's own.
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
        if let lost { return .trouble(lost) }
        if let now = Self.number(output), now == folder.withLock({ $0 }) { return .well }
        if let trouble { return .trouble(trouble) }
        // It may be a disk or share that was mounted meanwhile: the results lie there from now on.
        mount.withLock { $0.note() }
        let before = folder.withLock { folder in
            defer { folder = Self.number(output) }
            return folder
        }
        // On another device it is a disk or share that came back, with all that lay in it.
        guard let before, before.device == Self.number(output)?.device else { return .well }
        return .madeAnew(
            "the results' folder \(EscapedName.printable(output)) was taken away while Quiver ran and has been made anew; "
                + "the next run writes the records that lay in it again, but no pictures")
    }

    /// The number of the folder at the path; nil where there is none, or only behind a link: the path had none when the
    /// run began.
    private static func number(_ path: FilePath) -> FileNumber? {
        (try? RootFolder(withoutLinks: path))?.status.number
    }

    enum Finding: Sendable {
        case well
        /// The sentence is for users.
        case madeAnew(String)
        case trouble(CircuitBreaker.Cause)
    }
}
