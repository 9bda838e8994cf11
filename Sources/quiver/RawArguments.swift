import ArgumentParser
import Foundation
import Glibc
import SystemPackage

/// Paths from the command line as the shell gave them: bytes, which need not be UTF-8.
enum RawArguments {
    /// The paths behind texts that the command line's parser has handed over; "-" stands for those on standard input.
    ///
    /// The parser works on text, in which bytes that are not UTF-8 are repaired; the argument that the same repair
    /// makes of is the one that was meant.
    static func paths(_ texts: [String], endInNUL: Bool = false) throws -> [FilePath] {
        guard !texts.isEmpty else { return [] }
        var meant: [String: FilePath] = [:]
        for index in 0..<Int(CommandLine.argc) {
            guard let argument = CommandLine.unsafeArgv[index] else { continue }
            let text = String(cString: argument)
            if meant[text] == nil { meant[text] = FilePath(platformString: argument) }
        }
        return try texts.flatMap { text in
            text == "-" ? try PathList.standardInput(endInNUL: endInNUL) : [meant[text] ?? FilePath(text)]
        }
    }
}

/// A list of paths in a file: one a line, or each with a NUL behind it.
enum PathList {
    /// Bytes of the longest list: a million paths and more.
    private static let longest = 256 << 20

    /// The paths on standard input.
    static func standardInput(endInNUL: Bool) throws -> [FilePath] {
        let bytes = try FileHandle.standardInput.read(upToCount: longest + 1) ?? Data()
        guard bytes.count <= longest else {
            throw ValidationError(
                "The list on standard input is longer than \(longest >> 20) MiB: name folders instead.")
        }
        let paths = paths(in: bytes, endInNUL: endInNUL)
        guard !paths.isEmpty else {
            throw ValidationError("Standard input names no photo: '-' reads one path a line, as 'find' prints them.")
        }
        return paths
    }

    /// The paths of a list; where a NUL occurs, names may hold line ends.
    static func paths(in bytes: Data, endInNUL: Bool) -> [FilePath] {
        let end: UInt8 = endInNUL || bytes.contains(0) ? 0 : UInt8(ascii: "\n")
        return bytes.split(separator: end).map { part in
            (part.map { CInterop.PlatformChar(bitPattern: $0) } + [0]).withUnsafeBufferPointer { buffer in
                buffer.baseAddress.map { FilePath(platformString: $0) } ?? FilePath()
            }
        }
    }
}
