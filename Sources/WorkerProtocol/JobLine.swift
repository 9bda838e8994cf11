import Findings
import Foundation
import Results
import SystemPackage
import SystemValues

/// One line from the supervisor to a worker: work this photo.
///
/// By hand, `{"path": "photo.jpg"}` is enough.
package struct JobLine: Codable, Sendable {
    /// The files wanted beside the answer, and where their temp files go.
    package struct Wanted: Codable, Sendable, Hashable {
        /// The folder for finished temp files, on the same file system as the output.
        package var staging: RawPathText
        package var annotated = false
        package var crops = false
        /// Whether objects with a mask are cut out of their ground.
        package var cutouts = false
        /// Whether pages are written as flat pictures.
        package var pages = false
        /// The SHA-256 of the photo, to be noted in each picture; nil for a worker that a person started by hand.
        package var content: String?

        package init(
            staging: RawPathText, annotated: Bool = false, crops: Bool = false, cutouts: Bool = false,
            pages: Bool = false, content: String? = nil
        ) {
            self.staging = staging
            self.annotated = annotated
            self.crops = crops
            self.cutouts = cutouts
            self.pages = pages
            self.content = content
        }
    }

    /// A picture for a page, made in place of all other work.
    package struct Picture: Codable, Sendable, Hashable {
        /// Nil for the whole picture; else the part to cut out, in pixels of the upright photo.
        package var region: Box?
        package var longestSide: Int
        /// What is framed in a whole picture, in pixels of the upright photo; empty for nothing.
        package var frames: [Quadrilateral]
        /// What is to be cut out of the photo, in place of the picture itself; nil for nothing.
        package var cutout: Cutout?
        /// The page of the file, from 1 on.
        package var page: Int
        /// What is blurred in the whole photo, which then has its own size; nil for another picture.
        package var blurred: [Box]?

        package init(
            region: Box?, longestSide: Int, frames: [Quadrilateral] = [], cutout: Cutout? = nil, page: Int = 1,
            blurred: [Box]? = nil
        ) {
            self.blurred = blurred
            self.region = region
            self.longestSide = longestSide
            self.frames = frames
            self.cutout = cutout
            self.page = page
        }
    }

    /// An object that is cut out of its photo.
    package struct Cutout: Codable, Sendable, Hashable {
        /// Its pixels, at the size of the upright photo or page.
        package var mask: RunLengthMask
        /// Whether the picture ends near it; where not, it is as large as the photo.
        package var isCropped: Bool
        /// What lies behind it; a picture is the one of the worker's plan.
        package var ground: CutoutGround

        package init(mask: RunLengthMask, isCropped: Bool, ground: CutoutGround) {
            self.mask = mask
            self.isCropped = isCropped
            self.ground = ground
        }
    }

    /// Comes back in the answer, so that a late answer to another claim is recognised.
    package var claim: String?
    /// The photo, bytes as they are on disk; for messages alone where an open file comes with the line.
    package var path: RawPathText
    /// What the photo's file must still be when it is read; anything else means that it changed under way.
    package var identity: FileIdentity?
    package var wanted: Wanted?
    package var picture: Picture?
    /// Which of the worker's plans it is processed by, from 0 on; nil for the first.
    package var plan: Int?

    /// A job; by default the photo is only looked at.
    package init(
        claim: String?, path: RawPathText, identity: FileIdentity? = nil, wanted: Wanted? = nil,
        picture: Picture? = nil,
        plan: Int? = nil
    ) {
        self.claim = claim
        self.path = path
        self.identity = identity
        self.wanted = wanted
        self.picture = picture
        self.plan = plan
    }
}

/// The file is not the one that intake hashed.
package struct FileChanged: ReportableError {
    package let codeName = "changed"
    package let fault = Fault.environment
    package let description = "the file is still being written"

    package init() {}
}

/// The file is not there any more.
package struct FileGone: ReportableError {
    package let codeName = "gone"
    package let fault = Fault.environment
    package let description = "the file is no longer there"

    package init() {}
}

extension FileIdentity {
    /// Sees that the file under a name is still the one that was promised.
    ///
    /// - Throws: ``FileGone`` or ``FileChanged``; what else stands in the way shows, in better words, when it is opened.
    package func check(_ file: FilePath, followsLinks: Bool = true) throws {
        let status: FileStatus
        do throws(Errno) {
            status = try Syscalls.status(file, follow: followsLinks)
        } catch {
            if error == .noSuchFileOrDirectory || error == .notDirectory { throw FileGone() }
            return
        }
        try check(status)
    }

    /// Sees that an open file is still the one that was promised.
    package func check(descriptor: Int32) throws {
        guard let status = try? Syscalls.status(descriptor) else { return }
        try check(status)
    }

    private func check(_ status: FileStatus) throws {
        guard status.kind == .regular, isSameContent(as: status.identity) else { throw FileChanged() }
    }
}
