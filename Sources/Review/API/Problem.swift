import Control
import Findings
import HTTPTypes
import Hummingbird
import HummingbirdCore
import JSONTree

/// Why an operation was refused: a status, a code for programs and a sentence for people, as RFC 9457 has it.
struct Problem: ReportableError, Hashable {
    let status: HTTPResponse.Status
    let code: String
    let message: String
    let fault: Fault

    var codeName: String { code }
    var description: String { message }

    init(_ status: HTTPResponse.Status, code: String, _ message: String, fault: Fault = .input) {
        self.status = status
        self.code = code
        self.message = message
        self.fault = fault
    }

    /// Any error as a client is told of it.
    init(_ error: any Error) {
        switch error {
        case let problem as Problem: self = problem
        case is CancellationError:
            self.init(
                .serviceUnavailable, code: "stopping", "The server is stopping; send it again.", fault: .environment)
        case let error as any HTTPResponseError:
            self.init(error.status, code: "badRequest", "The request cannot be read.")
        default:
            let told = ControlError(error)
            self.init(Self.status(of: told), code: told.code, told.message, fault: told.fault)
        }
    }

    /// The status that stands for an error.
    private static func status(of error: ControlError) -> HTTPResponse.Status {
        switch (error.code, error.fault) {
        case ("conflict", _): .preconditionFailed
        case ("unavailable", _), ("otherQueue", _): .conflict
        case ("unusable", _), ("taken", _): .serviceUnavailable
        case ("unknownPhoto", _), ("unknownSession", _), ("unknownArrow", _): .notFound
        case (_, .input): .unprocessableContent
        case (_, .environment): .serviceUnavailable
        case (_, .quiver): .internalServerError
        }
    }

    /// The problem with whatever else the client should know.
    func response(with more: JSONValue = [:]) -> Response {
        var headers: HTTPFields = [.contentType: "application/problem+json", .cacheControl: "no-store"]
        if status == .unauthorized { headers[.wwwAuthenticate] = "Bearer" }
        if status == .tooManyRequests { headers[.retryAfter] = "1" }
        let bytes = Array(Self.format.write(self).with(more).line.utf8)
        return Response(status: status, headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes)))
    }
}

extension Problem {
    /// What a client is told; a conflict says how the photo and its session stand.
    static let format = APIFormat<Problem>.object([
        APIKey("status", \.status.code, .whole), APIKey("code", \.code, .text), APIKey("fault", \.fault, .word),
        APIKey("title", \.message, .text), APIKey("photo", described: PhotoJSON.format, isRequired: false),
        APIKey("session", described: SessionJSON.format, isRequired: false),
        APIKey("upload", described: UploadJSON.format, isRequired: false),
    ]).named("Problem")
}
