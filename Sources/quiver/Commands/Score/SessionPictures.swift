import Imaging
import Reports
import SystemPackage

/// Lends a page the annotated pictures of its photos, or the photos themselves, smaller.
///
/// Touched by one command on one thread; the last picture stays open, since close-ups of one photo follow each other.
final class SessionPictures {
    private let output: FilePath
    private var last: (path: FilePath, photo: Photo, whole: UprightPhoto?)?

    init(output: FilePath) { self.output = output }

    /// Nil where the picture is no longer there or cannot be read: the page says so in its place.
    func picture(_ request: PictureRequest) -> ReportPicture? {
        let own = FilePath(request.photo.path)
        let path = request.photo.annotated.map { output.pushing(FilePath($0)) } ?? own
        guard let photo = open(path) ?? open(own) else { return nil }
        let preview: Preview?
        if let region = request.region {
            if last?.whole == nil { last?.whole = try? photo.upright() }
            preview = try? last?.whole?.closeUp(region)
        } else {
            preview = try? photo.preview(longestSide: request.longestSide)
        }
        return preview.map { ReportPicture(jpeg: $0.jpeg, width: $0.size.width, height: $0.size.height) }
    }

    private func open(_ path: FilePath) -> Photo? {
        if let last, last.path == path { return last.photo }
        guard let photo = try? Photo.open(path) else { return nil }
        last = (path, photo, nil)
        return photo
    }
}
