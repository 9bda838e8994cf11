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
    /// What lies behind objects that are cut out.
    let ground: PlannedGround
    /// A photo of more pixels is not kept decoded for the sake of a preview.
    private static let mostKept = 50_000_000

    /// The last photo that pictures were made of, since close-ups of one photo follow each other.
    private var last: PicturedPhoto?

    init(limits: PhotoLimits, strict: Bool, window: GreyWindow?, ground: PlannedGround) {
        self.limits = limits
        self.strict = strict
        self.window = window
        self.ground = ground
    }

    /// Makes one picture; nil where the part lies outside the photo.
    mutating func picture(
        _ wish: JobLine.Picture, of job: JobLine, _ file: FileDescriptor?
    ) throws -> AnswerLine.Picture? {
        let identity = file.flatMap { (try? Syscalls.status($0.rawValue))?.identity.withoutChangeTime }
        var pictured: PicturedPhoto
        if let last, identity != nil, last.identity == identity {
            pictured = last
            if pictured.photo.page != wish.page {
                // Two never lie in memory decoded.
                self.last = nil
                pictured = PicturedPhoto(identity: identity, photo: try pictured.photo.page(wish.page))
            }
        } else {
            last = nil
            let photo = try Photo.open(job, file, limits: limits, strict: strict, window: window)
            pictured = PicturedPhoto(identity: identity, photo: wish.page == 1 ? photo : try photo.page(wish.page))
        }
        if let cutout = wish.cutout {
            let png = try cut(cutout, out: &pictured)
            last = pictured
            return png
        }
        if let boxes = wish.blurred {
            let jpeg = try blurred(boxes, in: &pictured)
            last = pictured
            return jpeg
        }
        let preview: Preview?
        if let region = wish.region {
            let whole = try pictured.whole ?? pictured.photo.upright()
            pictured.whole = whole
            preview = try whole.closeUp(region)
        } else {
            let frames = wish.frames.map { Mark(.outline($0.corners), color: .ofHits) }
            // Close-ups of the same photo often follow; very large ones do not lie in memory for that.
            if pictured.whole == nil, pictured.photo.size.area <= Self.mostKept,
                pictured.photo.isDecodedWhole(forPreview: wish.longestSide)
            {
                pictured.whole = try pictured.photo.upright()
            }
            preview =
                try pictured.whole?.preview(longestSide: wish.longestSide, marks: frames)
                ?? pictured.photo.preview(longestSide: wish.longestSide, marks: frames)
        }
        last = pictured
        return preview.map {
            AnswerLine.Picture(file: Data($0.jpeg), width: $0.size.width, height: $0.size.height)
        }
    }

    /// The whole photo with parts that cannot be recognised.
    private func blurred(_ boxes: [Box], in photo: inout PicturedPhoto) throws -> AnswerLine.Picture {
        let whole = try photo.whole ?? photo.photo.upright()
        photo.whole = whole
        let jpeg = try whole.jpeg(of: whole.pixels.blurred(boxes), quality: 92)
        guard jpeg.count <= AnswerLine.Picture.mostBytes else {
            throw PipelineError(
                .setting, "the blurred photo takes \(jpeg.count >> 20) MiB, which is too much", fault: .input)
        }
        return AnswerLine.Picture(file: Data(jpeg), width: whole.pixels.size.width, height: whole.pixels.size.height)
    }

    /// An object on its ground.
    private func cut(_ cutout: JobLine.Cutout, out photo: inout PicturedPhoto) throws -> AnswerLine.Picture {
        let behind = try ground.backdrop(cutout.ground, behind: cutout.mask) {
            let whole = try photo.whole ?? photo.photo.upright()
            photo.whole = whole
            return whole
        }
        let png = try photo.photo.cutout(cutout.mask, isCropped: cutout.isCropped, on: behind)
        guard png.count <= AnswerLine.Picture.mostBytes else {
            throw PipelineError(
                .setting,
                "the cutout takes \(png.count >> 20) MiB, more than \(AnswerLine.Picture.mostBytes >> 20) MiB; let it end near "
                    + "its object, or write it with 'quiver run' (output.cutouts)", fault: .input)
        }
        let size = cutout.isCropped ? PixelSize(ofPNG: png) ?? photo.photo.size : photo.photo.size
        return AnswerLine.Picture(file: Data(png), width: size.width, height: size.height)
    }
}

extension PixelSize {
    /// The size in the head of a PNG; nil where it ends before.
    fileprivate init?(ofPNG bytes: [UInt8]) {
        guard bytes.count >= 24 else { return nil }
        func number(_ first: Int) -> Int { bytes[first..<first + 4].reduce(0) { $0 << 8 | Int($1) } }
        self.init(width: number(16), height: number(20))
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
