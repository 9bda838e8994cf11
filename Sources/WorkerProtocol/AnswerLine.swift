import Findings
import Foundation
import Results
import SystemPackage
import SystemValues

/// One line from a worker to the supervisor: what became of one photo.
package struct AnswerLine: Codable, Sendable {
    /// How the photo's work ended, in the worker's eyes; the queue's rules decide what follows.
    package enum Ending: String, Codable, Sendable {
        case done
        /// The photo is broken or beyond the limits: final.
        case failed
        /// The disk, a permission or a share stands in the way: worth another try.
        case blocked
        /// What was written for the photo could not be kept: the disk is full, or the results' folder is out of order.
        case outputUnavailable
        /// A folder that the worker may use was replaced by another, which it may not: a new worker is needed.
        case workerMustRestart
        /// The file is not the one that was promised: it is still being written.
        case changed
        /// The file is no longer there.
        case gone
    }

    /// Finished temp files, written and synced, which the supervisor may rename into their places.
    package struct Files: Codable, Sendable, Hashable {
        package var annotated: RawPathText?
        package var crops: [Crop] = []
        /// The annotated pictures of the pages after the first.
        package var pages: [Page] = []
        /// Added by the supervisor: workers may write into the staging folder only.
        package var original: RawPathText?

        package struct Crop: Codable, Sendable, Hashable {
            package var staged: RawPathText
            package var label: String
            /// Whether it is a PNG with a transparent ground, and not a JPEG.
            package var isCutout: Bool

            package init(staged: RawPathText, label: String, isCutout: Bool = false) {
                self.staged = staged
                self.label = label
                self.isCutout = isCutout
            }
        }

        /// A picture of one page.
        package struct Page: Codable, Sendable, Hashable {
            package var staged: RawPathText
            /// The page's number, from 2 on.
            package var page: Int

            package init(staged: RawPathText, page: Int) { (self.staged, self.page) = (staged, page) }
        }

        /// Files as they lie in the staging folder; none by default.
        package init(annotated: RawPathText? = nil, crops: [Crop] = [], original: RawPathText? = nil) {
            self.annotated = annotated
            self.crops = crops
            self.original = original
        }

        package var isEmpty: Bool { annotated == nil && crops.isEmpty && pages.isEmpty && original == nil }

        /// Every staged file.
        package var all: [FilePath] {
            ([annotated, original].compactMap { $0 } + crops.map(\.staged) + pages.map(\.staged)).map(\.file)
        }
    }

    /// A picture that was made for a page.
    package struct Picture: Codable, Sendable, Hashable {
        /// The most bytes of a cutout: in a line they take four characters for three, and a supervisor takes 64 MiB.
        package static let mostBytes = 47 << 20

        /// A JPEG, or a PNG where an object was to be cut out.
        package var file: Data
        package var width: Int
        package var height: Int

        package init(file: Data, width: Int, height: Int) {
            self.file = file
            self.width = width
            self.height = height
        }
    }

    package var claim: String?
    package var ending: Ending
    package var error: Record.Failure?
    /// What was found; the photo's record holds the same value.
    package var photo = PhotoResult()
    package var files = Files()
    package var picture: Picture?

    /// An answer without anything found.
    package init(claim: String? = nil, ending: Ending, error: Record.Failure? = nil) {
        self.claim = claim
        self.ending = ending
        self.error = error
    }
}

extension AnswerLine {
    /// Ends with an error, by whose fault it is.
    package mutating func end(with error: any Error) {
        let failure = Record.Failure(error)
        self.error = failure
        photo.results = []
        photo.pages = []
        photo.arrows = []
        photo.targetDetection = nil
        switch error {
        case is FileChanged: ending = .changed
        case is FileGone: ending = .gone
        case let error as any ReportableError where error.codeName == "gone": ending = .gone
        case let error as any ReportableError where error.codeName == "changed": ending = .changed
        default:
            switch failure.fault {
            // What a worker writes lies in the results' folder: no photo is to blame.
            case .environment: ending = error is ResultsError ? .outputUnavailable : .blocked
            case .input, .quiver: ending = .failed
            }
        }
    }

    /// Removes what has been written for an answer that does not hold.
    package mutating func discardFiles() {
        var publication = Publication()
        for file in files.all { publication.add(file, as: file) }
        publication.discard()
        files = Files()
    }
}

/// What a worker is doing with a photo, reported before it begins, so that its death can be attributed.
package enum Stage: String, Sendable, CaseIterable {
    /// Beginning another page of a file; each has the time of a photo.
    case page
    /// Reading and decoding the file.
    case load
    /// Running detectors.
    case detect
    /// Reading a target.
    case score
    /// Drawing and cutting.
    case draw
    /// Writing temp files.
    case write

    /// Begins a line that names a stage; every other line of a worker is a JSON object.
    private static let mark = "@"

    /// The line that a worker says.
    package var line: String { Self.mark + rawValue }

    /// The stage that a line names; nil for every other line.
    package init?(line: some StringProtocol) {
        guard line.hasPrefix(Self.mark) else { return nil }
        self.init(rawValue: String(line.dropFirst()))
    }
}
