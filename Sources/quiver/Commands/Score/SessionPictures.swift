import Reports
import Settings
import Supervisor
import SystemPackage
import SystemValues

/// The pictures of one page: its annotated photos, or the photos themselves, smaller, made by a confined worker.
struct SessionPictures {
    private let made: [PictureWish: MadePicture]

    /// Has the pictures made; where that is not possible the page does without, and a warning says why.
    init(_ requests: [PictureRequest], settings: Settings, output: FilePath) async {
        let wishes = requests.compactMap { PictureWish($0) }
        do {
            made = try await PictureMaker(settings, output: output).make(wishes)
        } catch {
            Terminal.talk("warning: the page has no pictures: \("\(error)".forTerminal)")
            made = [:]
        }
    }

    /// Nil where the picture could not be made: the page says so in its place.
    func picture(_ request: PictureRequest) -> ReportPicture? {
        PictureWish(request).flatMap { made[$0] }.map {
            ReportPicture(jpeg: $0.jpeg, width: $0.size.width, height: $0.size.height)
        }
    }
}

extension PictureWish {
    /// Nil for a photo that no worker could decode: nobody tries again for the sake of a page.
    fileprivate init?(_ request: PictureRequest) {
        let photo = request.photo
        guard photo.width > 0, photo.height > 0 else { return nil }
        self.init(
            photo: FilePath(photo.filePath), isPhotoThere: !photo.isFormer,
            annotated: photo.annotated.map { FilePath($0) }, region: request.region,
            longestSide: request.longestSide)
    }
}
