import Reports
import Scoring
import Settings
import SystemPackage
import SystemValues

/// The pictures of one page: its annotated photos, or the photos themselves, smaller, made by a confined worker.
public struct SessionPictures: Sendable {
    private let made: [PictureWish: MadePicture]

    /// Has the pictures made; where that is not possible the page does without, and `warn` is told why.
    ///
    /// - Parameter output: The results' folder, in which annotated pictures lie.
    public init(
        _ requests: [PictureRequest], settings: Settings, output: FilePath, warn: @Sendable (String) -> Void
    ) async {
        made = await Self.make(
            requests.compactMap { PictureWish($0) }, by: PictureMaker(settings, output: output), warn: warn)
    }

    /// The same with pictures that were made before, of files that are still there as they were.
    init(
        _ requests: [PictureRequest], maker: PictureMaker, output: FilePath, kept: KeptPictures, on disk: BlockingLane,
        warn: @Sendable (String) -> Void
    ) async throws {
        let wishes = requests.compactMap { PictureWish($0) }
        let stamped = try await disk.perform { wishes.map { $0.stamped(in: output) } }
        var pictures = kept.known(stamped)
        pictures.merge(await Self.make(stamped.filter { pictures[$0] == nil }, by: maker, warn: warn)) { $1 }
        // What is left out because the end is near is not left out of a page.
        try Task.checkCancellation()
        kept.keep(pictures)
        made = Dictionary(zip(wishes, stamped).compactMap { wish, stamped in pictures[stamped].map { (wish, $0) } }) {
            $1
        }
    }

    private static func make(
        _ wishes: [PictureWish], by maker: PictureMaker, warn: @Sendable (String) -> Void
    ) async -> [PictureWish: MadePicture] {
        // No worker is started for nothing.
        guard !wishes.isEmpty else { return [:] }
        do { return try await maker.make(wishes.photoByPhoto) } catch {
            warn("the page has no pictures: \("\(error)".forTerminal)")
            return [:]
        }
    }

    /// Nil where the picture could not be made: the page has a sentence in its place.
    public func picture(_ request: PictureRequest) -> ReportPicture? {
        PictureWish(request).flatMap { made[$0] }.map {
            ReportPicture(jpeg: $0.file, width: $0.size.width, height: $0.size.height)
        }
    }
}

extension [PictureWish] {
    /// Those of one photo one after the other, in the order of the photos' first, so that a photo is decoded once.
    var photoByPhoto: [PictureWish] {
        var places: [FilePath: Int] = [:]
        for wish in self where places[wish.photo] == nil { places[wish.photo] = places.count }
        return enumerated().sorted {
            (places[$0.element.photo] ?? 0, $0.offset) < (places[$1.element.photo] ?? 0, $1.offset)
        }.map(\.element)
    }
}

extension PictureWish {
    /// Nil for a photo that no worker could decode: it is not tried again for the sake of a page.
    fileprivate init?(_ request: PictureRequest) {
        let photo = request.photo
        guard photo.width > 0, photo.height > 0 else { return nil }
        self.init(
            photo: FilePath(photo.filePath), isPhotoThere: !photo.isFormer && FilePath(photo.filePath).isAbsolute,
            annotated: photo.annotated.map { FilePath($0) }, region: request.region,
            longestSide: request.longestSide)
    }
}
