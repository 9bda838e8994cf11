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
        await self.init(requests, maker: PictureMaker(settings, output: output), warn: warn)
    }

    init(_ requests: [PictureRequest], maker: PictureMaker, warn: @Sendable (String) -> Void) async {
        let wishes = requests.compactMap { PictureWish($0) }
        guard !wishes.isEmpty else {
            made = [:]
            return
        }
        do {
            made = try await maker.make(wishes)
        } catch {
            warn("the page has no pictures: \("\(error)".forTerminal)")
            made = [:]
        }
    }

    /// Nil where the picture could not be made: the page has a sentence in its place.
    public func picture(_ request: PictureRequest) -> ReportPicture? {
        PictureWish(request).flatMap { made[$0] }.map {
            ReportPicture(jpeg: $0.jpeg, width: $0.size.width, height: $0.size.height)
        }
    }
}

extension PictureWish {
    /// Nil for a photo that no worker could decode: it is not tried again for the sake of a page.
    fileprivate init?(_ request: PictureRequest) {
        let photo = request.photo
        guard photo.width > 0, photo.height > 0 else { return nil }
        self.init(
            photo: FilePath(photo.filePath), isPhotoThere: !photo.isFormer,
            annotated: photo.annotated.map { FilePath($0) }, region: request.region,
            longestSide: request.longestSide)
    }
}
