import Findings
import JSONTree

/// One page of a file that has several.
public struct PhotoPage: Sendable, Hashable, Codable {
    /// Its number, from 1 on.
    public var number: Int
    /// In pixels of the upright page; nil where it could not be read.
    public var size: PixelSize?
    /// Why it has no findings, where other pages have theirs; nil where it was read.
    public var error: Record.Failure?

    /// A page from its parts.
    public init(number: Int, size: PixelSize?, error: Record.Failure? = nil) {
        self.number = number
        self.size = size
        self.error = error
    }

    /// What names a page of a file, as in `scan.tif#3`; the file alone where it is not known to have pages.
    public static func address(of path: String, page: Int?) -> String { page.map { "\(path)#\($0)" } ?? path }
}

extension PhotoResult {
    /// The upright size of a page, in whose pixels its findings are; nil where it is not known.
    public func size(ofPage number: Int) -> PixelSize? {
        if let page = pages.first(where: { $0.number == number }) { return page.size }
        return number == 1 ? image.map { PixelSize(width: $0.width, height: $0.height) } : nil
    }

    /// The number that stands behind the photo's path where a finding of this page is named; nil where there is one page alone.
    public func named(page: Int) -> Int? { pages.isEmpty ? nil : page }

    /// How many pages or frames the file has beside those that were read.
    public var unreadPages: Int { max((image?.pages ?? 1) - max(pages.count, 1), 0) }
}

extension Record {
    /// What names a page of the photo, as in `scan.tif#3`.
    public func address(ofPage page: Int) -> String {
        PhotoPage.address(of: source.path, page: photo.named(page: page))
    }

    /// The pages as they stand in the JSON, each with its findings; those of the first are the record's own.
    var pageEntries: [PageEntry]? {
        guard !photo.pages.isEmpty else { return nil }
        return photo.pages.map { page in
            PageEntry(
                page: page, address: address(ofPage: page.number),
                results: page.number == 1 ? nil : photo.results.filter { $0.page == page.number },
                documents: page.number == 1 ? nil : documents(ofPage: page.number))
        }
    }

    /// The texts of a page as trees; nil where there are none.
    func documents(ofPage number: Int) -> [DocumentPart]? {
        let trees = photo.ofPage(number).documents
        return trees.isEmpty ? nil : trees
    }

    /// Takes pages in as they stand in the JSON.
    mutating func take(_ entries: [PageEntry]?) {
        photo.pages = (entries ?? []).map(\.page)
        for entry in entries ?? [] where entry.page.number > 1 {
            photo.results += (entry.results ?? []).map { result in
                var result = result
                result.page = entry.page.number
                return result
            }
        }
    }
}

/// A page as it stands in a record.
struct PageEntry: Sendable {
    var page: PhotoPage
    var address: String
    /// Nil for the first page, whose findings are the record's own.
    var results: [DetectorResult]?
    /// Nil where the results have no parts of texts, and for the first page.
    var documents: [DocumentPart]?

    static let format: ValueFormat<PageEntry> = {
        let keys = ValueFormat.object(
            Self(page: PhotoPage(number: 1, size: nil), address: ""),
            [
                RecordKey("page", \.page.number, .whole(from: 1)), RecordKey("address", \.address, .text),
                RecordKey("width", \.page.width, .orNull(.whole(from: 1)), absent: .some(nil)),
                RecordKey("height", \.page.height, .orNull(.whole(from: 1)), absent: .some(nil)),
                RecordKey("error", optional: \.page.error, Record.Failure.format),
                RecordKey("results", optional: \.results, .list(DetectorResult.format)),
                // They follow from the results and are not read back.
                RecordKey("documents", .list(DocumentPart.format)) {
                    $0.documents
                } set: { _, _ in
                },
            ])
        return keys.moving { json, places in
            guard case .integer(let width)? = json["width"], case .integer(let height)? = json["height"] else {
                return json
            }
            return keys.move?(json, places.of(PixelSize(width: width, height: height))) ?? json
        }
    }()
}

extension PhotoPage {
    fileprivate var width: Int? {
        get { size?.width }
        set { size = newValue.map { PixelSize(width: $0, height: size?.height ?? 1) } }
    }

    fileprivate var height: Int? {
        get { size?.height }
        set { size = newValue.flatMap { height in size.map { PixelSize(width: $0.width, height: height) } } }
    }
}
