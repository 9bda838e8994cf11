import Glibc
import SystemPackage
import SystemValues

@testable import Intake

/// Somebody who writes a photo in steps with pauses between them.
enum SlowWriter: String, CaseIterable, Sendable {
    case pieces, truncatedThenAgain, renamedIntoPlace, overwritten, appendedTo, preallocated, tailFirst
    case timesKept, touched, lateTail, rewrittenInSilence

    /// One thing that a writer does to files, all of it at one moment.
    enum Act: Sendable {
        case write(String, [UInt8], at: Int)
        case resize(String, Int)
        case rename(String, String)
        /// Sets a file's time back to what it was at the beginning of all.
        case setBack(String)
        /// Changes nothing but a file's times.
        case touch(String)
    }

    /// What it does at each step, the first of them at once.
    func steps(_ name: String, _ format: TinyPicture) -> [[Act]] {
        let old = format.bytes(seed: 2)
        // Holes are only seen where whole blocks of the file system are missing.
        let isReserved = self == .preallocated || self == .tailFirst
        let whole = format.bytes(seed: 1, count: isReserved ? 20_000 : 300)
        switch self {
        case .pieces: return Self.growing(name, whole)
        case .truncatedThenAgain:
            let again = Self.growing(name, whole)
            return Self.growing(name, Array(whole.prefix(200))) + [[.resize(name, 0)] + again[0]] + again.dropFirst()
        case .renamedIntoPlace: return Self.growing(".\(name).Xy12Zw", whole) + [[.rename(".\(name).Xy12Zw", name)]]
        case .overwritten:
            return [[.write(name, format.bytes(seed: 2, count: 340), at: 0)]] + Self.growing(name, whole)
                + [[.resize(name, whole.count)]]
        case .appendedTo: return [[.write(name, whole, at: 0)], [.write(name, old, at: whole.count)]]
        case .preallocated: return [[.resize(name, whole.count)]] + Self.growing(name, whole)
        case .tailFirst: return [[.resize(name, whole.count)]] + Self.growing(name, whole).reversed()
        case .timesKept: return Self.growing(name, whole) + [[.setBack(name)]]
        case .touched: return [[.write(name, whole, at: 0)], [.touch(name)], [.touch(name)]]
        case .lateTail:
            return [[.write(name, whole.dropLast(), at: 0)], [.write(name, whole.suffix(1), at: whole.count - 1)]]
        case .rewrittenInSilence:
            return [[.write(name, old, at: 0), .setBack(name)]]
                + Self.growing(name, whole).map { $0 + [.setBack(name)] }
        }
    }

    /// Whether a file that is not whole never looks whole: then it must not be taken before it is, however long the
    /// pauses are, as long as they stay within the patience.
    var isPatientlyAwaited: Bool {
        switch self {
        case .pieces, .truncatedThenAgain, .renamedIntoPlace, .preallocated, .tailFirst, .timesKept, .touched,
            .lateTail:
            true
        case .overwritten, .appendedTo, .rewrittenInSilence: false
        }
    }

    private static func growing(_ name: String, _ whole: [UInt8]) -> [[Act]] {
        let piece = (whole.count + 3) / 4
        return stride(from: 0, to: whole.count, by: piece).map {
            [.write(name, Array(whole[$0..<min($0 + piece, whole.count)]), at: $0)]
        }
    }
}

extension SlowWriter.Act {
    /// Does it in a folder, and names the file that it was done to.
    func perform(in folder: FilePath) throws -> FilePath {
        switch self {
        case .write(let name, let bytes, let offset):
            let path = folder.appending(name)
            let file = try FileDescriptor.open(
                path, .writeOnly, options: [.create], permissions: [.ownerReadWrite])
            _ = try file.closeAfter { try file.writeAll(toAbsoluteOffset: Int64(offset), bytes) }
            return path
        case .resize(let name, let size):
            let path = folder.appending(name)
            let file = try FileDescriptor.open(
                path, .writeOnly, options: [.create], permissions: [.ownerReadWrite])
            try file.closeAfter { try file.resize(to: Int64(size)) }
            return path
        case .rename(let old, let new):
            let path = folder.appending(new)
            let status = folder.appending(old).withPlatformString { old in
                path.withPlatformString { Glibc.rename(old, $0) }
            }
            if status != 0 { throw Syscalls.lastError }
            return path
        case .setBack(let name), .touch(let name):
            let path = folder.appending(name)
            // The kernel is told as well, so that its events come as they do in life.
            let status = path.withPlatformString { utimensat(AT_FDCWD, $0, nil, 0) }
            if status != 0 { throw Syscalls.lastError }
            return path
        }
    }
}
