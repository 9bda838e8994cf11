import Evaluation
import Foundation
import Results
import SystemPackage
import SystemValues

/// Which photo of a file of truth is which result: by content, then by path, then by name where only one can be meant.
struct TruthMatch {
    /// A result as it may be known.
    struct Result {
        var path: [UInt8]
        var bytes: Int?
        var content: String?
    }

    /// The result of each photo of the file, by the photo's place there.
    private(set) var results: [Int: Int] = [:]
    private(set) var counts = EvaluationCounts()

    /// Matches photos; blocks.
    ///
    /// - Parameter folder: The folder of the file, below which its photos may lie.
    init(_ truth: COCOTruth, in folder: FilePath, with known: [Result]) {
        var free = Set(known.indices)
        var left = Array(truth.images.indices)
        func take(_ image: Int, _ result: Int) {
            results[image] = result
            free.remove(result)
        }

        var contents = Contents(known)
        left.removeAll { image in
            let name = Self.bytes(of: truth.images[image].name)
            let same = contents.results(likeFile: name, in: folder).filter(free.contains)
            // Of copies the one with the name is meant.
            guard let result = same.first(where: { Self.isEnd(name, of: known[$0].path) }) ?? same.first else {
                return false
            }
            take(image, result)
            counts.matchedByContent += 1
            return true
        }
        let names = Dictionary(grouping: known.indices) { Self.name(of: known[$0].path) }
        let ends = Dictionary(grouping: known.indices) { Self.end(of: known[$0].path) }
        let wanted = Dictionary(grouping: left) { Self.name(of: Self.bytes(of: truth.images[$0].name)) }
        left.removeAll { image in
            let way = Self.bytes(of: truth.images[image].name)
            guard way.contains(UInt8(ascii: "/")) else { return false }
            let end = Self.end(of: Self.withoutDot(way))
            let alike = end.contains(UInt8(ascii: "/")) ? ends[end] : names[end]
            let fitting = (alike ?? []).filter {
                free.contains($0) && Self.isEnd(way, of: known[$0].path)
            }
            guard fitting.count == 1 else { return false }
            take(image, fitting[0])
            counts.matchedByPath += 1
            return true
        }
        let rest = Dictionary(grouping: free) { Self.name(of: known[$0].path) }
        for image in left {
            let name = Self.name(of: Self.bytes(of: truth.images[image].name))
            let fitting = rest[name] ?? []
            if fitting.isEmpty {
                counts.withoutResult += 1
            } else if fitting.count == 1, wanted[name]?.count == 1 {
                take(image, fitting[0])
                counts.matchedByName += 1
            } else {
                counts.ambiguous += 1
            }
        }
        counts.strays = truth.strays
    }

    /// The name with the separators of Unix; files that Windows made have others.
    private static func bytes(of name: String) -> [UInt8] {
        Array((name.contains("/") ? name : name.replacing("\\", with: "/")).utf8)
    }

    private static func name(of path: [UInt8]) -> ArraySlice<UInt8> {
        path[(path.lastIndex(of: UInt8(ascii: "/")).map { $0 + 1 } ?? 0)...]
    }

    /// The last two components, of one that has fewer all of it.
    private static func end(of path: some Collection<UInt8>) -> ArraySlice<UInt8> {
        let path = Array(path)
        let name = path.lastIndex(of: UInt8(ascii: "/")) ?? 0
        return path[(path[..<name].lastIndex(of: UInt8(ascii: "/")).map { $0 + 1 } ?? 0)...]
    }

    private static func withoutDot(_ way: [UInt8]) -> ArraySlice<UInt8> {
        way.starts(with: Array("./".utf8)) ? way.dropFirst(2) : way[...]
    }

    /// Whether a path ends with a whole way: `day1/a.jpg` is the end of `/photos/day1/a.jpg`.
    private static func isEnd(_ way: [UInt8], of path: [UInt8]) -> Bool {
        let way = withoutDot(way)
        guard path.count >= way.count, path.suffix(way.count).elementsEqual(way) else { return false }
        return path.count == way.count || path[path.count - way.count - 1] == UInt8(ascii: "/")
    }
}

/// Results by their content.
private struct Contents {
    private let contents: [String: [Int]]
    private let sizes: Set<Int>
    /// What was read already: a file of truth may name one photo again and again.
    private var read: [FilePath: String] = [:]

    init(_ known: [TruthMatch.Result]) {
        contents = Dictionary(grouping: known.indices.filter { known[$0].content != nil }) { known[$0].content ?? "" }
        sizes = Set(known.compactMap(\.bytes))
    }

    /// The results of photos with the content of a file below a folder, or below its folder `images`; blocks.
    mutating func results(likeFile name: [UInt8], in folder: FilePath) -> [Int] {
        guard let way = PathBelow(name) else { return [] }
        for base in [folder, folder.appending("images")] {
            if let content = content(of: base.pushing(way.path)), let same = contents[content] { return same }
        }
        return []
    }

    /// The SHA-256 of a file that is as large as a photo of a result; nil of others, which are not read.
    private mutating func content(of file: FilePath) -> String? {
        if let known = read[file] { return known }
        guard let status = try? Syscalls.status(file, follow: true), status.kind == .regular,
            sizes.contains(Int(status.size))
        else { return nil }
        var hash = SHA256()
        do {
            try FilePieces(of: file).forEach { hash.update($0) }
        } catch {
            return nil
        }
        let content = hash.finish().hexadecimal
        read[file] = content
        return content
    }
}
