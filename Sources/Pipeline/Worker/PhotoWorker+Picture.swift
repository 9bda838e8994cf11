import Findings
import Foundation
import Glibc
import Imaging
import SystemPackage

/// The last photo that pictures were made of, since close-ups of one photo follow each other.
struct PicturedPhoto {
    /// Which file it is.
    struct Identity: Hashable {
        private let numbers: [Int]

        init?(_ file: FileDescriptor) {
            var status = Glibc.stat()
            guard fstat(file.rawValue, &status) == 0 else { return nil }
            numbers = [
                Int(bitPattern: UInt(status.st_dev)), Int(bitPattern: UInt(status.st_ino)), Int(status.st_size),
                status.st_mtim.tv_sec, status.st_mtim.tv_nsec,
            ]
        }
    }

    var identity: Identity?
    var photo: Photo
    var whole: UprightPhoto?
}

extension PhotoWorker {
    /// Makes one picture for a page; nil where the part lies outside the photo.
    func picture(_ wish: JobLine.Picture, of job: JobLine, _ file: FileDescriptor?) throws -> AnswerLine.Picture? {
        let identity = file.flatMap { PicturedPhoto.Identity($0) }
        var pictured: PicturedPhoto
        if let last = lastPictured, identity != nil, last.identity == identity {
            pictured = last
        } else {
            pictured = PicturedPhoto(identity: identity, photo: try open(job, file))
        }
        let preview: Preview?
        if let region = wish.region {
            let whole = try pictured.whole ?? pictured.photo.upright()
            pictured.whole = whole
            preview = try whole.closeUp(region)
        } else {
            preview = try pictured.photo.preview(longestSide: wish.longestSide)
        }
        lastPictured = pictured
        return preview.map {
            AnswerLine.Picture(jpeg: Data($0.jpeg), width: $0.size.width, height: $0.size.height)
        }
    }
}
