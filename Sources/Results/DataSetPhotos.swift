import Glibc
import SystemPackage
import SystemValues

/// The photos of a data set: links to where they lie, or copies.
///
/// A link in `images` is Quiver's; any other file there is not.
final class DataSetPhotos {
    private let images: FilePath
    let copies: Bool
    /// What lay there at the beginning, by its name without the end.
    private var former: [FilePath: [(name: FilePath, isLink: Bool)]] = [:]
    private var kept: Set<FilePath> = []
    /// The folder that a link was made in last: most photos follow others of their folder.
    private var open: (path: FilePath, folder: RootFolder)?

    /// Looks at what lies in the folder of a data set; blocks.
    ///
    /// - Parameter images: The folder of the photos there; nil where they lie in the data set's own.
    init(in folder: FilePath, images: FilePath.Component? = "images", copies: Bool) {
        self.images = images.map { folder.appending($0) } ?? folder
        self.copies = copies
        guard let root = try? RootFolder(withoutLinks: self.images) else { return }
        var ways: [FilePath?] = [nil]
        while let way = ways.popLast() {
            for (name, kind) in (try? root.names(in: way)) ?? [] {
                let path = (way ?? FilePath()).appending(name)
                if kind == .folder {
                    ways.append(path)
                } else {
                    former[Self.stem(of: path), default: []].append((path, kind == .link))
                }
            }
        }
    }

    /// The end of a photo's name in the data set; nil for a format that readers of data sets do not know.
    static func end(of photo: LabelledPhoto) -> String? { ends[photo.image.format] }

    /// The ends of the formats of photos; programs that learn from pictures read no PDFs.
    static let ends = [
        "jpeg": ".jpg", "png": ".png", "webp": ".webp", "gif": ".gif", "tiff": ".tif", "heic": ".heic",
        "avif": ".avif", "bmp": ".bmp",
    ]

    /// Where a photo lies.
    func image(_ stem: FilePath, end: String) -> FilePath { images.appending(raw: stem.rawBytes + Array(end.utf8)) }

    /// Whether a name is a file's that is not Quiver's.
    func isForeign(_ stem: FilePath) -> Bool { former[stem]?.contains { !$0.isLink } ?? false }

    /// Whether a photo's place leads to it already.
    func holds(_ photo: LabelledPhoto, at stem: FilePath, end: String) -> Bool {
        guard !copies, former[stem] != nil else { return false }
        let image = image(stem, end: end)
        return (try? FileCalls.at(image) { (root, way) throws(FolderError) in try root.target(of: way) })
            == photo.file
    }

    /// Notes that a photo belongs to the data set.
    func keep(_ stem: FilePath, end: String) {
        kept.insert(stem)
        former[stem]?.removeAll { $0.name.rawBytes == stem.rawBytes + Array(end.utf8) }
    }

    /// Removes every link that has a name and was there at the beginning.
    func removeLinks(_ stem: FilePath, end: String) {
        guard copies || former[stem] != nil else { return }
        FileCalls.remove(image(stem, end: end))
        for (name, isLink) in former[stem] ?? [] where isLink { FileCalls.remove(images.pushing(name)) }
    }

    /// Puts a photo into its place, which is free.
    func place(_ photo: LabelledPhoto, at image: FilePath) throws(ResultsError) {
        guard !copies else {
            var publication = Publication()
            if let blurred = try photo.stagedBlurred(for: image) {
                publication.add(blurred, as: image)
            } else {
                publication.add(try photo.staged(for: image), as: image)
            }
            return try publication.commit()
        }
        let (folder, name) = (try folder(of: image), FilePath(rawBytes: image.lastName))
        do throws(FolderError) {
            do throws(FolderError) {
                try folder.makeLink(name, to: photo.file)
            } catch  where error.reason == .system(.fileExists) {
                // It came since the beginning.
                try folder.remove(name)
                try folder.makeLink(name, to: photo.file)
            }
        } catch {
            throw ResultsError(error, "make the link", image)
        }
    }

    /// The folder that a photo goes into, held open.
    private func folder(of image: FilePath) throws(ResultsError) -> RootFolder {
        let path = image.removingLastComponent()
        if let open, open.path == path, open.folder.isInPlace { return open.folder }
        try AtomicFile.make(path)
        let folder = try FileCalls.at(path, "make the link") { (root, way) throws(FolderError) in try root.folder(way) }
        open = (path, folder)
        return folder
    }

    /// Removes the links that were not kept, and returns the names that no photo has now.
    func removeOthers() -> [FilePath] {
        former.compactMap { stem, files in
            let links = files.filter(\.isLink)
            for (name, _) in links { FileCalls.remove(images.pushing(name)) }
            return !kept.contains(stem) && !links.isEmpty && links.count == files.count ? stem : nil
        }
    }

    private static func stem(of path: FilePath) -> FilePath {
        let bytes = path.rawBytes
        let name = bytes.lastIndex(of: UInt8(ascii: "/")).map { $0 + 1 } ?? 0
        guard let end = bytes.lastIndex(of: UInt8(ascii: ".")), end > name else { return path }
        return FilePath(rawBytes: bytes[..<end])
    }
}

/// Names of photos in a data set: the tree of the results again, without ends, as trainers pair photos with labels.
///
/// Trainers take `images/day1/a.jpg` and `labels/day1/a.txt` for a pair, so that `a.jpg` and `a.png` need two names. They
/// leave out hidden files, and take the last folder called `images` for the one to replace.
struct DataSetNames {
    private var taken: Set<FilePath> = []
    /// Space for a number, a temp file's marks and the longest end.
    private static let longest = 220
    /// Whether names stand in files that have no place for control characters.
    private let isForXML: Bool

    init(isForXML: Bool = false) { self.isForXML = isForXML }

    /// The name of a photo below `images` and `labels`, which no other one gets.
    ///
    /// - Parameter above: Folders in front of it, behind that of its part.
    mutating func stem(
        for row: TableRow, _ photo: LabelledPhoto, below above: [[UInt8]] = [], isTaken: (FilePath) -> Bool
    ) -> FilePath {
        let own = FilePath(rawBytes: row.place).components.dropLast().map { part in
            part == "images" ? Array("images-".utf8) : plain(part.rawBytes)
        }
        let folders = [row.part.map { Array($0.rawValue.utf8) }].compactMap { $0 } + above + own
        let name = photo.file.lastComponent?.rawBytes ?? []
        let end = name.lastIndex(of: UInt8(ascii: ".")) ?? name.endIndex
        let first = plain(end > 0 ? Array(name[..<end]) : name)
        var number = 1
        while true {
            let last = number == 1 ? first : first + Array("-\(number)".utf8)
            let stem = FilePath(rawBytes: (folders + [last]).joined(separator: [UInt8(ascii: "/")]))
            if !isTaken(stem), taken.insert(stem).inserted { return stem }
            number += 1
        }
    }

    /// A name as UTF-8 that is not hidden and not too long.
    func plain(_ name: [UInt8]) -> [UInt8] {
        var text = EscapedName(bytes: name).text
        if isForXML { text = PercentEscape.text(of: Array(text.utf8)) { !XMLText.isPossible($0) || $0.isUnsafeToShow } }
        var name = Array(text.utf8)
        if name.first == UInt8(ascii: ".") { name[0] = UInt8(ascii: "_") }
        return OutputName.shortened(name, room: Self.longest)
    }
}
