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
        /// Where its record lies, for those who read it again.
        var record: FilePath?
    }

    /// The result of each photo of the file, by the photo's place there.
    private(set) var results: [Int: Int] = [:]
    private(set) var counts = EvaluationCounts()
    /// The results, as they were given.
    let known: [Result]

    /// Matches photos; blocks.
    ///
    /// - Parameter folder: The folder of the file, below which its photos may lie.
    init(_ truth: COCOTruth, in folder: FilePath, with known: [Result]) {
        self.init(truth.images.map(\.name), in: [folder, folder.appending("images")], with: known)
        counts.strays = truth.strays
    }

    /// Matches photos by the names that a file has for them; blocks.
    ///
    /// - Parameters:
    ///   - folders: Below which the photos may lie.
    ///   - hasEnds: Whether the names have the ends of files; without them they are compared with names without ends.
    init(_ names: [String], in folders: [FilePath], hasEnds: Bool = true, with results: [Result]) {
        self.known = results
        var known = results
        if !hasEnds { for index in known.indices { known[index].path = Self.withoutEnd(known[index].path) } }
        let photos = names.map(Self.bytes)
        var free = Set(known.indices)
        var left = Array(photos.indices)
        func take(_ image: Int, _ result: Int) {
            self.results[image] = result
            free.remove(result)
        }

        var contents = Contents(known)
        left.removeAll { image in
            let name = photos[image]
            let same = contents.results(likeFile: name, in: folders, hasEnd: hasEnds).filter(free.contains)
            // Of copies the one with the name is meant.
            guard let result = same.first(where: { Self.isEnd(name, of: known[$0].path) }) ?? same.first else {
                return false
            }
            take(image, result)
            counts.matchedByContent += 1
            return true
        }
        let namesake = Dictionary(grouping: known.indices) { Self.name(of: known[$0].path) }
        let ends = Dictionary(grouping: known.indices) { Self.end(of: known[$0].path) }
        let wanted = Dictionary(grouping: left) { Self.name(of: photos[$0]) }
        func takeByPath(_ image: Int, _ way: [UInt8]) -> Bool {
            guard way.contains(UInt8(ascii: "/")) else { return false }
            let end = Self.end(of: Self.withoutDot(way))
            let alike = end.contains(UInt8(ascii: "/")) ? ends[end] : namesake[end]
            let fitting = (alike ?? []).filter {
                free.contains($0) && Self.isEnd(way, of: known[$0].path)
            }
            guard fitting.count == 1 else { return false }
            take(image, fitting[0])
            counts.matchedByPath += 1
            return true
        }
        // The whole name first: the results may lie in folders of the same names.
        left.removeAll { takeByPath($0, photos[$0]) }
        left.removeAll { takeByPath($0, Self.withoutPart(photos[$0])) }
        let rest = Dictionary(grouping: free) { Self.name(of: known[$0].path) }
        for image in left {
            let name = Self.name(of: photos[image])
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
    }

    /// The name without the folders that data sets put in front of it.
    private static func withoutPart(_ way: [UInt8]) -> [UInt8] {
        var way = way[...]
        while let end = way.firstIndex(of: UInt8(ascii: "/")),
            parts.contains(String(decoding: way[..<end], as: UTF8.self))
        {
            way = way[(end + 1)...]
        }
        return Array(way)
    }

    private static let parts: Set = ["train", "val", "valid", "test", "images", "JPEGImages"]

    private static func withoutEnd(_ path: [UInt8]) -> [UInt8] {
        let start = path.lastIndex(of: UInt8(ascii: "/")).map { $0 + 1 } ?? 0
        guard let dot = path.lastIndex(of: UInt8(ascii: ".")), dot > start else { return path }
        return Array(path[..<dot])
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

    /// The results of photos with the content of a file below one of some folders; blocks.
    mutating func results(likeFile name: [UInt8], in folders: [FilePath], hasEnd: Bool) -> [Int] {
        let ends =
            hasEnd ? [""] : [".jpg", ".jpeg", ".png", ".webp", ".tif", ".tiff", ".avif", ".heic", ".bmp", ".JPG"]
        for end in ends {
            guard let way = PathBelow(name + Array(end.utf8)) else { return [] }
            for base in folders {
                if let content = content(of: base.pushing(way.path)), let same = contents[content] { return same }
            }
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
