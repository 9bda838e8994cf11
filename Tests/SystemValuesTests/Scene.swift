import CLinux
import Foundation
import Glibc
import SystemPackage
import TestSupport

@testable import SystemValues

/// A root with a file two folders down, and a folder outside that nothing may reach.
struct Scene {
    let folder: TemporaryFolder
    let root: RootFolder
    let outside: URL

    init(_ lookup: RootFolder.Lookup) throws {
        folder = try TemporaryFolder()
        for name in ["root/a/b", "outside/b"] {
            try FileManager.default.createDirectory(at: folder[name], withIntermediateDirectories: true)
        }
        try Data("inside".utf8).write(to: folder["root/a/b/file"])
        try Data("secret".utf8).write(to: folder["outside/b/file"])
        outside = folder["outside"]
        root = try RootFolder(FilePath(folder["root"].path), lookup: lookup)
    }

    /// The path of a file in the root.
    func path(_ name: String) -> FilePath { FilePath(folder["root"].path).appending(name) }

    /// Puts a link in the place of a part of `a/b/file`, to what stands for it outside.
    func plant(at place: String) throws {
        let outer = ["a": "", "a/b": "b", "a/b/file": "b/file"][place] ?? ""
        let url = folder["root/\(place)"]
        try FileManager.default.moveItem(at: url, to: folder["kept"])
        try FileManager.default.createSymbolicLink(at: url, withDestinationURL: folder["outside/\(outer)"])
    }

    /// Everything that lies outside, with its content.
    func outsideFiles() throws -> [String: String] {
        var files: [String: String] = [:]
        for name in try FileManager.default.subpathsOfDirectory(atPath: outside.path) {
            files[name] = FileManager.default.contents(atPath: outside.path + "/" + name).map {
                String(decoding: $0, as: UTF8.self)
            }
        }
        return files
    }
}

/// A thread that swaps two names again and again, until it is stopped.
final class Swapper: @unchecked Sendable {
    // Written by the test's thread and read by the other one: a lock guards both.
    private let lock = NSLock()
    private var isOver = false
    private let done = DispatchSemaphore(value: 0)

    init(_ one: FilePath, _ other: FilePath) {
        Thread.detachNewThread { [self] in
            while !lock.withLock({ isOver }) {
                for _ in 0..<2 {
                    _ = one.withPlatformString { one in
                        other.withPlatformString {
                            cfilesystem_renameat2(AT_FDCWD, one, AT_FDCWD, $0, UInt32(CFILESYSTEM_RENAME_EXCHANGE))
                        }
                    }
                }
            }
            done.signal()
        }
    }

    func stop() {
        lock.withLock { isOver = true }
        done.wait()
    }
}

extension RegularFile {
    /// The whole content.
    consuming func text() throws -> String {
        var bytes = [UInt8](repeating: 0, count: 64)
        let count = try bytes.withUnsafeMutableBytes { try descriptor.read(into: $0) }
        return String(decoding: bytes.prefix(count), as: UTF8.self)
    }
}
