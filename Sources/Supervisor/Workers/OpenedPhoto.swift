import Findings
import Glibc
import Results
import Storage
import SystemPackage
import SystemValues
import WorkerProtocol

/// A photo's file that the supervisor has opened for one worker, which may open none itself.
///
/// It is the file that intake saw, whatever lies under its name by now: no link on the way below its folder is
/// followed, and the descriptor itself is looked at.
final class OpenedPhoto: Sendable {
    let descriptor: Int32
    /// What intake saw of it; nil for a picture of Quiver's own.
    private let identity: FileIdentity?

    private init(_ descriptor: Int32, identity: FileIdentity?) {
        self.descriptor = descriptor
        self.identity = identity
    }

    deinit { close(descriptor) }

    /// Opens a claim's file; blocks as long as its disk does.
    ///
    /// - Parameter followsLinks: Whether links lead to photos (`intake.followLinks`).
    /// - Throws: ``FileGone``, ``FileChanged`` or ``PhotoNotOpened``.
    convenience init(_ claim: Claim, followsLinks: Bool) throws {
        let descriptor = try Self.open(claim.place, followsLinks)
        self.init(descriptor, identity: claim.stamp)
        try claim.stamp.check(descriptor: descriptor)
    }

    /// Opens a file by its path, for pictures on pages.
    convenience init(_ file: FilePath) throws {
        let flags = O_RDONLY | O_NONBLOCK | O_NOFOLLOW | O_NOCTTY
        self.init(try Self.open(file, flags), identity: nil)
    }

    /// Takes a file over that is open already.
    convenience init(_ file: consuming RegularFile) {
        self.init(file.takeDescriptor().rawValue, identity: nil)
    }

    /// The device that the file lies on; nil where the system does not tell.
    var device: UInt64? { (try? Syscalls.status(descriptor))?.device }

    /// The file's rights; nil where the system does not tell.
    var mode: UInt32? { (try? Syscalls.status(descriptor))?.mode }

    /// Reads one byte: a share that does not answer keeps the caller waiting.
    func readFirstByte() throws {
        var byte: UInt8 = 0
        _ = pread(descriptor, &byte, 1, 0)
    }

    /// Opens a file and closes it, whatever comes of it; blocks as long as its disk does.
    static func touch(_ place: Place, followsLinks: Bool) {
        guard let descriptor = try? open(place, followsLinks) else { return }
        close(descriptor)
    }

    /// Sees, after the work, that the same file still lies under its name and was not written to; blocks.
    func check(_ place: Place, followsLinks: Bool) throws {
        try identity?.check(descriptor: descriptor)
        try identity?.check(place.file, followsLinks: followsLinks)
    }

    /// Whether the open file and its name can both be looked at; ``check(_:followsLinks:)`` overlooks what does not answer.
    func lies(at place: Place) -> Bool {
        (try? Syscalls.status(descriptor)) != nil && place.file.exists
    }

    private static func open(_ place: Place, _ followsLinks: Bool) throws -> Int32 {
        // No path of intake's leads upwards: it is a stranger's.
        guard place.file.isLexicallyNormal else { throw FileGone() }
        // A named pipe would hold its reader up until a program writes to it.
        if followsLinks { return try open(place.file, O_RDONLY | O_NONBLOCK | O_NOCTTY) }
        do throws(FolderError) {
            let root = try RootFolder(FilePath(rawBytes: place.root))
            return try root.open(FilePath(rawBytes: place.path)).takeDescriptor().rawValue
        } catch {
            switch error.reason {
            // What is a link or no file now is not the file that intake saw.
            case .link, .notRegular: throw FileChanged()
            case .outside: throw FileGone()
            case .system(let number): throw failure(number, place.file)
            }
        }
    }

    private static func open(_ file: FilePath, _ flags: Int32) throws -> Int32 {
        do { return try Syscalls.open(file, flags) } catch { throw failure(error, file) }
    }

    private static func failure(_ error: Errno, _ file: FilePath) -> any Error {
        switch error {
        case .noSuchFileOrDirectory: FileGone()
        case .notDirectory, .tooManySymbolicLinkLevels, .noSuchAddressOrDevice: FileChanged()
        default: PhotoNotOpened(error, file)
        }
    }
}

/// A photo's file that is there and could not be opened.
struct PhotoNotOpened: ReportableError {
    private let failure: Record.Failure

    var codeName: String { failure.code }
    var fault: Fault { failure.fault }
    var description: String { failure.message }

    init(_ error: Errno, _ file: FilePath) {
        let name = EscapedName.printable(file)
        switch error {
        case .permissionDenied, .notPermitted:
            failure = Record.Failure(
                code: "permission",
                message: "\(name) may not be read by this user; allow it with chmod or run as its owner (\(error))",
                fault: .environment)
        case .fileNameTooLong:
            failure = Record.Failure(
                code: "unreadable", message: "\(name) cannot be opened; rename or move it (\(error))", fault: .input)
        default:
            failure = Record.Failure(
                code: "unreadable", message: "\(name) cannot be read; check the disk or the share (\(error))",
                fault: .environment)
        }
    }
}
