import Findings
import SystemPackage

extension OutputFormat {
    /// `text`: what was read in each photo, as a file of plain text.
    public static let text = OutputFormat(name: "text", photoFile: TextFile())
}

/// What was read in a photo, in reading order: `a.jpg.txt`.
///
/// Each page ends with a form feed, as the text files of other programs do that are made of pages.
struct TextFile: PhotoFile {
    /// What follows the photo's name.
    let end = ".txt"
    private static let formFeed: UInt8 = 12
    /// More than any photo says.
    private static let largest = 64 << 20

    func bytes(of written: WrittenRecord) -> [UInt8] {
        let record = written.record
        // A page of the file without text has its form feed too, so that the next one keeps its number.
        let numbers = record.photo.pages.isEmpty ? [1] : record.photo.pages.map(\.number)
        return numbers.flatMap { number -> [UInt8] in
            let texts = record.photo.results.filter { $0.page == number }.compactMap(\.transcript)
            return texts.isEmpty
                ? [Self.formFeed] : texts.flatMap { Array($0.utf8) + [UInt8(ascii: "\n"), Self.formFeed] }
        }
    }

    /// Whose file lies there: a text says it by its last byte, and by the record beside it.
    func standing(at place: FilePath, for source: Record.Source) -> PlaceStanding {
        switch FileCalls.status(place)?.kind {
        case nil, .folder, .special: return .free
        case .link: return .foreign
        case .regular: break
        }
        guard FileCalls.beginning(of: place, limit: Self.largest)?.last == Self.formFeed,
            case .own(let marks) = FormerRecord(at: Self.record(of: place))
        else { return .foreign }
        return marks.isOf(source) ? .own : .otherPhoto
    }

    /// The record's place beside a text.
    private static func record(of place: FilePath) -> FilePath {
        let name = place.lastComponent?.rawBytes ?? []
        return place.removingLastComponent().appending(raw: Array(name.dropLast(4)) + Array(RecordFile.end.utf8))
    }
}
