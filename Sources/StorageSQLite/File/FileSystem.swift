import Glibc
import Storage

/// Which file systems can hold a queue.
///
/// SQLite's log needs memory that all processes share and locks that hold: shares and user-space file systems give
/// neither for certain, and the damage shows only later. The kernel's list of mounts says what lies where.
enum FileSystem {
    /// Types of `mountinfo` that cannot hold a queue; `fuse` and all `fuse.…` are among them.
    private static let unfit: Set<Substring> = [
        "nfs", "nfs4", "cifs", "smb3", "smbfs", "9p", "afs", "ceph", "lustre", "ocfs2", "gfs2", "vboxsf", "vmhgfs",
        "virtiofs", "ncpfs", "coda", "beegfs", "glusterfs",
    ]

    /// Throws where the queue would lie on a file system that cannot hold it.
    static func check(_ path: String) throws {
        let folder = path.lastIndex(of: "/").map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
        guard let real = realpath(folder, nil) else {
            throw JobQueueError(
                .unusable, "The folder \(folder) of the queue \(path) cannot be found. Make it, or mend its name.",
                fault: .environment, detail: String(cString: strerror(errno)))
        }
        defer { free(real) }
        let mounts = KernelText.read("/proc/self/mountinfo")
        let type = type(of: String(cString: real), mounts: mounts)
        if let type, isUnfit(type) {
            throw JobQueueError(
                .fileSystem,
                """
                The queue \(path) would lie on a file system of type \(type), where SQLite's log is not safe. \
                Name a file on a local disk with --queue; photos and results may stay where they are.
                """,
                fault: .input)
        }
    }

    /// Whether a type of `mountinfo` cannot hold a queue.
    static func isUnfit(_ type: Substring) -> Bool {
        unfit.contains(type) || type.hasPrefix("fuse")
    }

    /// The type of the file system that a folder lies on, by the deepest mount above it; of two at the same place the
    /// later one hides the earlier.
    static func type(of folder: String, mounts: String) -> Substring? {
        var best: (depth: Int, type: Substring)?
        for line in mounts.split(separator: "\n") {
            // proc(5): number, parent, device, root, mount point, options, optional fields, "-", type, source, options.
            let fields = line.split(separator: " ")
            guard fields.count > 6, let dash = fields.dropFirst(6).firstIndex(of: "-"), dash + 1 < fields.endIndex
            else { continue }
            let point = unescape(fields[4])
            guard point == "/" || folder == point || folder.hasPrefix(point + "/") else { continue }
            if point.utf8.count >= best?.depth ?? 0 { best = (point.utf8.count, fields[dash + 1]) }
        }
        return best?.type
    }

    /// Undoes `\040` and its like, with which the kernel writes spaces, tabs, line ends and backslashes.
    private static func unescape(_ field: Substring) -> String {
        var bytes: [UInt8] = []
        var rest = Array(field.utf8)[...]
        while let byte = rest.popFirst() {
            let digits = rest.prefix(3)
            if byte == UInt8(ascii: "\\"), digits.count == 3,
                let value = UInt8(String(decoding: digits, as: UTF8.self), radix: 8)
            {
                bytes.append(value)
                rest = rest.dropFirst(3)
            } else {
                bytes.append(byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
