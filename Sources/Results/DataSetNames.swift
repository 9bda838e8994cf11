import SystemPackage

/// Names of photos in a data set: the tree of the results again, without ends, as trainers pair photos with labels.
///
/// Trainers take `images/day1/a.jpg` and `labels/day1/a.txt` for a pair, so that `a.jpg` and `a.png` need two names. They
/// leave out hidden files, and take the last folder called `images` for the one to replace.
struct DataSetNames {
    private var taken: Set<FilePath> = []
    /// Room for a number, a temp file's marks and the longest end.
    private static let longest = 220

    /// The name of a photo below `images` and `labels`, which no other one gets.
    mutating func stem(
        for row: TableRow, _ photo: LabelledPhoto, isTaken: (FilePath) -> Bool
    ) -> FilePath {
        let folders = FilePath(rawBytes: row.place).components.dropLast().map { part in
            part == "images" ? Array("images-".utf8) : Self.plain(part.rawBytes)
        }
        let name = photo.file.lastComponent?.rawBytes ?? []
        let end = name.lastIndex(of: UInt8(ascii: ".")) ?? name.endIndex
        let own = Self.plain(end > 0 ? Array(name[..<end]) : name)
        var number = 1
        while true {
            let last = number == 1 ? own : own + Array("-\(number)".utf8)
            let stem = FilePath(rawBytes: (folders + [last]).joined(separator: [UInt8(ascii: "/")]))
            if !isTaken(stem), taken.insert(stem).inserted { return stem }
            number += 1
        }
    }

    /// A name as UTF-8 that is not hidden and not too long.
    private static func plain(_ name: [UInt8]) -> [UInt8] {
        var name = Array(EscapedName(bytes: name).text.utf8)
        if name.first == UInt8(ascii: ".") { name[0] = UInt8(ascii: "_") }
        return OutputName.shortened(name, room: longest)
    }
}
