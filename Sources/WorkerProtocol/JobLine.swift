import Findings
import Foundation
import Glibc
import Results
import SystemPackage
import SystemValues

/// One line from the supervisor to a worker: work this photo.
///
/// By hand, `{"path": "photo.jpg"}` is enough.
package struct JobLine: Codable, Sendable {
    /// What the photo's file must still be when it is read; anything else means that it changed under way.
    package struct Identity: Codable, Sendable, Hashable {
        /// 0 where the file system's numbers say nothing.
        package var inode: UInt64
        package var size: Int64
        package var mtimeNanoseconds: Int64

        package init(inode: UInt64, size: Int64, mtimeNanoseconds: Int64) {
            self.inode = inode
            self.size = size
            self.mtimeNanoseconds = mtimeNanoseconds
        }
    }

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

        package init(region: Box?, longestSide: Int) {
            self.region = region
            self.longestSide = longestSide
        }
    }

    /// Comes back in the answer, so that a late answer to another claim is recognised.
    package var claim: String?
    /// The photo, bytes as they are on disk; for messages alone where an open file comes with the line.
    package var path: RawPathText
    package var identity: Identity?
    package var wanted: Wanted?
    package var picture: Picture?

    /// A job; by default the photo is only looked at.
    package init(
        claim: String?, path: RawPathText, identity: Identity? = nil, wanted: Wanted? = nil, picture: Picture? = nil
    ) {
        self.claim = claim
        self.path = path
        self.identity = identity
        self.wanted = wanted
        self.picture = picture
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

extension JobLine.Identity {
    /// Whether what was found is the file that was promised.
    package func matches(_ found: JobLine.Identity) -> Bool {
        (inode == 0 || inode == found.inode) && size == found.size && mtimeNanoseconds == found.mtimeNanoseconds
    }

    /// Sees that the file under a name is still the one that was promised.
    ///
    /// - Throws: ``FileGone`` or ``FileChanged``; what else stands in the way shows, in better words, when it is opened.
    package func check(_ file: FilePath, followsLinks: Bool = true) throws {
        var status = Glibc.stat()
        let flags = followsLinks ? 0 : AT_SYMLINK_NOFOLLOW
        guard file.withPlatformString({ fstatat(AT_FDCWD, $0, &status, flags) }) == 0 else {
            if errno == ENOENT || errno == ENOTDIR { throw FileGone() }
            return
        }
        try check(status)
    }

    /// Sees that an open file is still the one that was promised.
    package func check(descriptor: Int32) throws {
        var status = Glibc.stat()
        guard fstat(descriptor, &status) == 0 else { return }
        try check(status)
    }

    private func check(_ status: Glibc.stat) throws {
        let mtime = FileTime.nanoseconds(seconds: status.st_mtim.tv_sec, nanoseconds: status.st_mtim.tv_nsec)
        let found = JobLine.Identity(inode: UInt64(status.st_ino), size: Int64(status.st_size), mtimeNanoseconds: mtime)
        guard status.st_mode & S_IFMT == S_IFREG, matches(found) else { throw FileChanged() }
    }
}
