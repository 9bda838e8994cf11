import Findings
import Results
import Settings
import StorageSQLite
import SystemPackage
import SystemValues

/// A page of a photo's file that has hits.
private struct HitPage: Hashable {
    var record: [UInt8]
    var page: Int
}

extension PhotoSearch {
    /// The longest side of a picture that shows hits: enough to read a page by.
    private static let longestSide = 3_000
    /// Pictures that are made before they are written.
    private static let atOnce = 32

    /// Writes each photo of a search with what was found framed, as `NAME.found.jpg` beneath a folder that is made; a further page of a file as
    /// `NAME#3.found.jpg`.
    ///
    /// A picture that lies there already is replaced.
    ///
    /// - Parameter settings: Those that the photos were processed with: a page of a PDF is as large as its limits say.
    /// - Returns: How many were written, and the photos that could not be read.
    /// - Throws: `ResultsError` where the folder cannot be written, ``PipelineError`` where no worker starts.
    public func pictures(
        of hits: [IndexHit], into folder: FilePath, settings: Settings = Settings()
    ) async throws -> (count: Int, missing: [String]) {
        let records = try StoredRecords(in: results, of: queued)
        let stamps = Dictionary(records.stamps().map { (Array($0.path.rawBytes), $0) }, uniquingKeysWith: { $1 })
        var wishes: [(photo: String, name: FilePath, wish: PictureWish)] = []
        var (places, missing): ([HitPage: Int], [String]) = ([:], [])
        for hit in hits {
            let page = DetectorResult.parts(ofAddress: hit.found.detector).page
            if let place = places[HitPage(record: hit.record, page: page)] {
                wishes[place].wish.frames += hit.places.filter { !wishes[place].wish.frames.contains($0) }
                continue
            }
            guard let stamp = stamps[hit.record], let source = records.record(at: stamp)?.source else {
                if !missing.contains(hit.photo) { missing.append(hit.photo) }
                continue
            }
            places[HitPage(record: hit.record, page: page)] = wishes.count
            let wish = PictureWish(
                photo: source.file(names), annotated: nil, region: nil,
                longestSide: Self.longestSide, frames: hit.places, page: page)
            wishes.append((hit.photo, Self.name(of: stamp.path, page: page), wish))
        }
        let (root, maker) = (folder.resolvedPath, PictureMaker(settings, output: results))
        var count = 0
        // A few at a time: all at once would be held in memory.
        for start in stride(from: 0, to: wishes.count, by: Self.atOnce) {
            let part = wishes[start..<min(start + Self.atOnce, wishes.count)]
            let made = try await maker.make(part.map(\.wish))
            for (photo, name, wish) in part {
                if let picture = made[wish] {
                    try AtomicFile.write(picture.file, to: root.pushing(name))
                    count += 1
                } else if !missing.contains(photo) {
                    missing.append(photo)
                }
            }
        }
        return (count, missing)
    }

    /// The picture's path in the folder: as the record's, with another ending.
    private static func name(of record: FilePath, page: Int) -> FilePath {
        var bytes = record.rawBytes
        if bytes.ends(with: ".json".utf8) { bytes.removeLast(5) }
        let end = page > 1 ? "#\(page).found.jpg" : ".found.jpg"
        return FilePath(rawBytes: bytes + Array(end.utf8))
    }
}

extension Collection where Element: Equatable {
    /// Whether these elements come last.
    fileprivate func ends(with others: some Collection<Element>) -> Bool {
        count >= others.count && dropFirst(count - others.count).elementsEqual(others)
    }
}
