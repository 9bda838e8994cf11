import Glibc
import SystemPackage
import SystemValues

extension FileCalls {
    /// The rights of a file that shows nothing private, before the process's mask.
    static let usualMode: UInt32 = 0o666

    /// The rights of a file of the results: its owner reads and writes it, and others do no more than a mode gives them.
    static func narrowed(_ mode: UInt32) -> UInt32 { (mode | 0o600) & usualMode }

    /// Takes rights of other users away that a mode does not give; a disk without rights keeps its own.
    static func narrow(_ path: FilePath, to mode: UInt32) {
        guard let origin = try? origin(of: path), let file = try? origin.root.open(origin.way) else { return }
        _ = fchmod(file.descriptor.rawValue, file.status.mode & narrowed(mode))
    }

    /// Whether two regular files hold the same bytes; false where one cannot be read.
    static func haveSameContent(_ one: FilePath, _ other: FilePath) -> Bool {
        guard let first = try? RootFolder.origin(of: one), let second = try? RootFolder.origin(of: other),
            let left = try? first.root.open(first.way), let right = try? second.root.open(second.way),
            left.status.size == right.status.size
        else { return false }
        var offset: Int64 = 0
        while offset < left.status.size {
            guard let part = part(of: left, at: offset), !part.isEmpty, part == Self.part(of: right, at: offset)
            else { return false }
            offset += Int64(part.count)
        }
        return true
    }

    private static func part(of file: borrowing RegularFile, at offset: Int64) -> [UInt8]? {
        let size = Int(min(file.status.size - offset, 1 << 20))
        var bytes = [UInt8](repeating: 0, count: size)
        var filled = 0
        while filled < size {
            let start = filled
            let count = bytes.withUnsafeMutableBytes { buffer in
                try? file.descriptor.read(
                    fromAbsoluteOffset: offset + Int64(start),
                    into: UnsafeMutableRawBufferPointer(rebasing: buffer[start...]))
            }
            guard let count, count > 0 else { return nil }
            filled += count
        }
        return bytes
    }
}
