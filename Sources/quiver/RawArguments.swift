import ArgumentParser
import Foundation
import Glibc
import SystemPackage
import SystemValues

/// Paths from the command line as the shell gave them: bytes, which need not be UTF-8.
enum RawArguments {
    /// The path behind an option's value, which stands behind the option or with it, as in `--output=dir`.
    static func path(_ text: String, of option: String) -> FilePath {
        for index in 0..<Int(CommandLine.argc) {
            guard let argument = CommandLine.unsafeArgv[index] else { continue }
            let whole = String(cString: argument)
            if whole == text { return FilePath(platformString: argument) }
            if whole == "\(option)=\(text)" { return FilePath(platformString: argument + option.utf8.count + 1) }
        }
        return FilePath(text)
    }

    /// The paths behind texts that the command line's parser has handed over; "-" stands for those on standard input.
    static func paths(_ texts: [String], endInNUL: Bool = false) throws -> [FilePath] {
        let arguments = (0..<Int(CommandLine.argc)).compactMap { CommandLine.unsafeArgv[$0] }
        let paths = paths(
            texts, among: arguments.map { [UInt8](UnsafeRawBufferPointer(start: $0, count: strlen($0))) })
        return try zip(texts, paths).flatMap { text, path in
            text == "-" ? try PathList.standardInput(endInNUL: endInNUL) : [path]
        }
    }

    /// The same among given arguments.
    ///
    /// The parser works on text, in which bytes that are not UTF-8 are repaired; an argument that the same repair makes
    /// of is the one that was meant. Several may come to the same text: they are given out in their order, and what
    /// stands behind an option may be that option's value, so it is left to it where there are enough others.
    static func paths(_ texts: [String], among arguments: [[UInt8]]) -> [FilePath] {
        let dash = UInt8(ascii: "-")
        let wanted = Dictionary(texts.map { ($0, 1) }, uniquingKeysWith: +)
        let places = Dictionary(grouping: arguments.indices) { String(decoding: arguments[$0], as: UTF8.self) }
        var meant: [String: ArraySlice<FilePath>] = [:]
        for (text, count) in wanted {
            let all = places[text] ?? []
            let free = all.filter { $0 == 0 || arguments[$0 - 1].first != dash || arguments[$0 - 1].count == 1 }
            meant[text] = (free.count >= count ? free : all).map { FilePath(rawBytes: arguments[$0]) }[...]
        }
        return texts.map { meant[$0]?.popFirst() ?? FilePath($0) }
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
        return bytes.split(separator: end).map { FilePath(rawBytes: $0) }
    }
}
