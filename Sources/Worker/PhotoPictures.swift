import Findings
import Foundation
import Imaging
import SystemPackage
import SystemValues
import WorkerProtocol

/// Makes pictures for pages: previews and close-ups.
struct PhotoPictures {
    let limits: PhotoLimits
    let strict: Bool
    let window: GreyWindow?
    /// The last photo that pictures were made of, since close-ups of one photo follow each other.
    private var last: PicturedPhoto?

    init(limits: PhotoLimits, strict: Bool, window: GreyWindow?) {
        self.limits = limits
        self.strict = strict
        self.window = window
    }

    /// Makes one picture; nil where the part lies outside the photo.
    mutating func picture(
        _ wish: JobLine.Picture, of job: JobLine, _ file: FileDescriptor?
    ) throws -> AnswerLine.Picture? {
        let identity = file.flatMap { (try? Syscalls.status($0.rawValue))?.identity.withoutChangeTime }
        var pictured: PicturedPhoto
        if let last, identity != nil, last.identity == identity {
            pictured = last
        } else {
            pictured = PicturedPhoto(
                identity: identity, photo: try Photo.open(job, file, limits: limits, strict: strict, window: window))
        }
        let preview: Preview?
        if let region = wish.region {
            let whole = try pictured.whole ?? pictured.photo.upright()
            pictured.whole = whole
            preview = try whole.closeUp(region)
        } else {
            let frames = wish.frames.map { Mark(.outline($0.corners), color: .ofHits) }
            preview = try pictured.photo.preview(longestSide: wish.longestSide, marks: frames)
        }
        last = pictured
        return preview.map {
            AnswerLine.Picture(jpeg: Data($0.jpeg), width: $0.size.width, height: $0.size.height)
        }
    }
}

extension Photo {
    /// Reads the photo of a job, by its path only where no open file came with it.
    static func open(
        _ job: JobLine, _ file: FileDescriptor?, limits: PhotoLimits, strict: Bool, window: GreyWindow?
    ) throws(ImagingError) -> Photo {
        guard let file else { return try open(job.path.file, limits: limits, strict: strict, window: window) }
        return try open(file, named: job.path.file, limits: limits, strict: strict, window: window)
    }
}

extension MarkColor {
    /// Of what was searched for: seen on paper as well as in the dark.
    fileprivate static let ofHits = MarkColor(0xE91E63)
}

/// A photo that pictures were made of.
private struct PicturedPhoto {
    /// Which file it is, in which state; its change time is left out, since a rename makes no other picture.
    var identity: FileIdentity?
    var photo: Photo
    var whole: UprightPhoto?
}
