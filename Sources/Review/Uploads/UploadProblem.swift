import HTTPTypes
import SystemPackage
import SystemValues

/// Why an upload is refused, each with its code.
enum UploadProblem {
    /// A piece that lies behind what has come; the answer says how far that is.
    struct OutOfOrder: Error {
        let upload: Upload

        var problem: Problem {
            Problem(
                .conflict, code: .outOfOrder,
                "This piece lies behind what has come: go on at byte \(upload.received).")
        }
    }

    /// Why no photos are taken.
    struct Off: Error {
        /// What programs tell it by.
        enum Code: String, Sendable, CaseIterable {
            /// The settings take none.
            case off
            /// The settings name no folder for them, or it cannot be used.
            case folder
            /// No run watches the folder for these results.
            case unwatched
            /// The client's token is for other things.
            case scope
        }

        let code: Code
        let why: String

        init(_ code: Code, _ why: String) { (self.code, self.why) = (code, why) }

        var problem: Problem { UploadProblem.off(why) }
    }

    /// Why a client is offered no way to send, whose token is for other things.
    static let withoutScope = Off(
        .scope, "The token that you signed in with sends no photos: it lacks the scope 'submit'.")
    static let unknown = Problem(.notFound, code: .unknown, "There is no such upload; begin it again.")
    static let keyUsed = Problem(
        .conflict, code: .keyUsed, "Another photo was sent with this key; take a new key for each photo.")
    static let isWhole = Problem(
        .conflict, code: .isWhole, "This photo has come whole and is in the folder; it cannot be given up any more.")
    static let noLength = Problem(
        .lengthRequired, code: .badRequest, "Say how many bytes the photo has: Content-Length is missing.")

    private static let full = HTTPResponse.Status(code: 507, reasonPhrase: "Insufficient Storage")

    private static func off(_ why: String) -> Problem {
        Problem(.forbidden, code: .uploadsOff, why, fault: .environment)
    }

    static func tooLarge(most: Int64) -> Problem {
        Problem(
            .contentTooLarge, code: .tooLarge,
            "A photo may have \(most) bytes at most: see serve.uploads.size and limits.bytes in the settings.")
    }

    static func beyond(size: Int64) -> Problem {
        Problem(.contentTooLarge, code: .tooLarge, "This piece goes beyond the \(size) bytes that the photo has.")
    }

    static func quota(_ quota: Int64) -> Problem {
        Problem(
            full, code: .quota,
            "There is no room for this photo: the folder may hold \(quota) bytes of sent photos (serve.uploads.quota), "
                + "and some of the disk must stay free.", fault: .environment)
    }

    static func queueFull(for seconds: Int) -> Problem {
        var problem = Problem(
            .tooManyRequests, code: .full,
            "So many photos wait already that no more is taken just now (intake.full); send it again in \(seconds) seconds.",
            fault: .environment)
        problem.retryAfter = seconds
        return problem
    }

    static func tooMany(_ most: Int) -> Problem {
        Problem(
            .tooManyRequests, code: .busy, "\(most) photos are on their way already; finish those, or give them up.")
    }

    /// What the file system said.
    static func disk(_ error: any Error) -> Problem {
        if let problem = error as? Problem { return problem }
        guard let error = error as? FolderError else {
            return Problem(.internalServerError, code: .unexpected, "\(error)", fault: .quiver)
        }
        let isFull = [.noSpace, Errno(rawValue: 122)].contains(error.errno)
        return Problem(
            isFull ? full : .serviceUnavailable, code: isFull ? .quota : .folder,
            isFull ? "The disk of the watched folder is full." : "The photo cannot be kept: \(error.description).",
            fault: .environment)
    }

    /// Why nothing can be kept in the watched folder.
    static func closed(_ error: FolderError, _ watched: FilePath) -> Problem {
        let name = PercentEscape.printable(watched)
        if error.errno == .resourceBusy {
            return off("Another server takes the photos for \(name) already; send them to that one, or stop it.")
        }
        return off("No photo can be put into \(name): \(error.why).")
    }
}
