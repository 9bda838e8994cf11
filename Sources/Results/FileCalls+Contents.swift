import SystemPackage
import SystemValues

extension FileCalls {
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
