import Findings
import Glibc
import Intake
import JobQueue
import SystemPackage

/// Moves a finished input into `done/` or `failed/` of its root, keeping its tree (`"after": "move"`).
///
/// Only ever called after the commit that finished the photo. A file that is no longer there needs no move; one that
/// would overwrite another gets a number behind its name.
struct InputMove: Sendable {
    static let folders = ["done", "failed"]

    let place: Place
    let isDone: Bool

    func perform() throws {
        let root = FilePath(rawBytes: place.root)
        let target = root.appending(Self.folders[isDone ? 0 : 1]).pushing(FilePath(rawBytes: place.path))
        try makeFolders(above: target, below: root)
        let from = root.pushing(FilePath(rawBytes: place.path))
        for attempt in 1...1000 {
            let to = attempt == 1 ? target : Self.numbered(target, attempt)
            if Self.renameWithoutReplacing(from, to) { return }
            switch errno {
            case EEXIST where Self.areOneFile(from, to):
                // A crash came between the second name and the end of the first.
                if from.withPlatformString({ unlink($0) }) == 0 || errno == ENOENT { return }
                throw failure()
            case EEXIST: continue
            case ENOENT: return
            default: throw failure()
            }
        }
        throw PipelineError(
            .output,
            "\(RawPath.printable(place.file.rawBytes)) has its result but stays where it is: 1,000 files of its name lie in "
                + "\(RawPath.printable(target.removingLastComponent().rawBytes)); move them away", fault: .environment)
    }

    private func failure() -> PipelineError {
        let reason = String(cString: strerror(errno))
        return PipelineError(
            .output, "\(RawPath.printable(place.file.rawBytes)) has its result but stays where it is: \(reason)",
            fault: .environment)
    }

    private static func areOneFile(_ one: FilePath, _ other: FilePath) -> Bool {
        var (first, second) = (Glibc.stat(), Glibc.stat())
        guard one.withPlatformString({ fstatat(AT_FDCWD, $0, &first, AT_SYMLINK_NOFOLLOW) }) == 0,
            other.withPlatformString({ fstatat(AT_FDCWD, $0, &second, AT_SYMLINK_NOFOLLOW) }) == 0
        else { return false }
        return first.st_dev == second.st_dev && first.st_ino == second.st_ino
    }

    private func makeFolders(above target: FilePath, below root: FilePath) throws {
        var folder = root
        for component in target.removingLastComponent().components.dropFirst(root.components.count) {
            folder.append(component)
            guard folder.withPlatformString({ mkdir($0, 0o777) }) == 0 || errno == EEXIST else {
                let reason = String(cString: strerror(errno))
                throw PipelineError(
                    .output, "cannot make the folder \(RawPath.printable(folder.rawBytes)): \(reason)",
                    fault: .environment)
            }
        }
    }

    /// A second name and then the first one's end, because a plain rename would replace what is there.
    private static func renameWithoutReplacing(_ from: FilePath, _ to: FilePath) -> Bool {
        from.withPlatformString { from in
            to.withPlatformString { to in
                if link(from, to) == 0 { return unlink(from) == 0 }
                guard [EPERM, ENOTSUP, EMLINK].contains(errno) else { return false }
                // A file system without hard links: nobody but us writes into these folders.
                guard access(to, F_OK) != 0 else {
                    errno = EEXIST
                    return false
                }
                return rename(from, to) == 0
            }
        }
    }

    /// `a.jpg` becomes `a-2.jpg`.
    private static func numbered(_ path: FilePath, _ number: Int) -> FilePath {
        let name = path.lastName
        let dot = name.lastIndex(of: UInt8(ascii: ".")) ?? name.endIndex
        let numbered: [UInt8] = name[..<dot] + Array("-\(number)".utf8) + name[dot...]
        return path.removingLastComponent().pushing(FilePath(rawBytes: numbered))
    }
}

extension FilePath {
    /// The bytes behind the last slash.
    var lastName: [UInt8] {
        let bytes = rawBytes
        return bytes.lastIndex(of: UInt8(ascii: "/")).map { Array(bytes[($0 + 1)...]) } ?? bytes
    }
}
