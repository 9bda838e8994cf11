import Intake
import Storage
import SystemPackage
import SystemValues
import WorkerProtocol

/// A file as it was read through one descriptor: which one it is, and its bytes' SHA-256.
struct LookedAt: Sendable {
    let number: FileNumber
    let size: Int64
    let content: Fingerprint

    /// Reads a file to its end; blocks.
    ///
    /// - Parameter path: Its place, for errors.
    init(_ file: borrowing RegularFile, at path: FilePath) throws {
        var hash = SHA256()
        var (offset, bytes) = (Int64(0), [UInt8](repeating: 0, count: 1 << 20))
        do throws(Errno) {
            while case let count = try Syscalls.read(file.descriptor.rawValue, into: &bytes, at: offset), count > 0 {
                hash.update(bytes[..<count])
                offset += Int64(count)
            }
        } catch {
            throw FolderError(.system(error), "read", path)
        }
        guard let content = Fingerprint(hash.finish()) else {
            throw PipelineError(.setting, "a file's SHA-256 has another length", fault: .quiver)
        }
        (number, size, self.content) = (file.status.number, offset, content)
    }

    /// Opens a file below a folder, and reads it.
    init(_ way: FilePath, in root: RootFolder) throws {
        let file = try root.open(way)
        try self.init(file, at: root.path.pushing(way))
    }

    /// Whether a file is a photo that is read, and whole.
    static func isPhoto(_ file: borrowing RegularFile, at path: FilePath) throws(FolderError) -> Bool {
        do throws(Errno) {
            if case .photo = try PhotoCheck.look(at: file.descriptor, size: file.status.size) { return true }
            return false
        } catch {
            throw FolderError(.system(error), "read", path)
        }
    }
}
