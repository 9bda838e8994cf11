import Intake
import Results
import Storage
import SystemPackage
import SystemValues
import WorkerProtocol

/// Keeps a copy of a finished photo beside its results (`output.originals`).
///
/// The supervisor makes it and not the worker, which may write nowhere but into its staging folder. The photo is opened
/// once, and what is open is what is checked and copied: its folder may belong to somebody who swaps it for a link.
/// Blocks.
struct OriginalCopy: Sendable {
    let claim: Claim
    let place: FilePath
    /// Whether links below the photos' folder are followed (`intake.followLinks`).
    var followsLinks = false

    /// Stages the copy, and finds a name for it that no other file has.
    ///
    /// - Throws: ``FileGone`` or ``FileChanged`` where the photo is not the one any more that was worked.
    func staged() throws -> PlacedFile {
        let file = claim.place.file
        let photo: RegularFile
        do throws(FolderError) {
            photo = try open()
        } catch {
            switch error.reason {
            case .system(.noSuchFileOrDirectory): throw FileGone()
            case .link, .notRegular, .outside, .system(.notDirectory): throw FileChanged()
            case .system: throw ResultsError(error, "read", file)
            }
        }
        let identity = JobLine.Identity(claim.stamp)
        guard identity.matches(JobLine.Identity(photo.status)) else { throw FileChanged() }
        let copy = try AtomicFile.stage(copyOf: photo, named: file, for: place)
        guard try identity.matches(JobLine.Identity(photo.currentStatus())) else {
            AtomicFile.discard(copy)
            throw FileChanged()
        }
        return PlacedFile(staged: copy, place: try OutputChoice.place(forCopy: copy, at: place))
    }

    private func open() throws(FolderError) -> RegularFile {
        let (root, way) = (FilePath(rawBytes: claim.place.root), FilePath(rawBytes: claim.place.path))
        guard followsLinks else { return try RootFolder(root).open(way) }
        let folder = try RootFolder(root.pushing(way).removingLastComponent())
        return try folder.open(FilePath(rawBytes: way.lastName))
    }
}

extension JobLine.Identity {
    /// What is known of a file that is open.
    init(_ status: FileStatus) {
        // Wraps for times beyond the year 2262, as intake's stamp does: only "differs" matters.
        let modified = status.modified.seconds &* 1_000_000_000 &+ status.modified.nanoseconds
        self.init(inode: status.inode, size: status.size, mtimeNanoseconds: modified)
    }
}
