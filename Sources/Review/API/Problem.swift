import Control
import Findings
import HTTPTypes
import Hummingbird
import HummingbirdCore
import JSONTree

/// Why an operation was refused: a status, a code for programs and a sentence for people, as RFC 9457 has it.
struct Problem: ReportableError, Hashable {
    let status: HTTPResponse.Status
    let code: ProblemCode
    let message: String
    let fault: Fault
    /// After how many seconds the same may be asked again; nil where that is not known.
    var retryAfter: Int?

    var codeName: String { code.rawValue }
    var description: String { message }

    init(_ status: HTTPResponse.Status, code: ProblemCode, _ message: String, fault: Fault = .input) {
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
                .serviceUnavailable, code: .stopping, "The server is stopping; send it again.", fault: .environment)
        case let error as any HTTPResponseError:
            self.init(error.status, code: .badRequest, "The request cannot be read.")
        default:
            let told = ControlError(error)
            let code = ProblemCode(rawValue: told.code) ?? .unexpected
            self.init(Self.status(of: code, told.fault), code: code, told.message, fault: told.fault)
        }
    }

    /// The status that stands for an error.
    private static func status(of code: ProblemCode, _ fault: Fault) -> HTTPResponse.Status {
        switch (code, fault) {
        case (.conflict, _): .preconditionFailed
        case (.unavailable, _), (.otherQueue, _), (.cursorAhead, _): .conflict
        case (.cursorTooOld, _): .gone
        case (.badCursor, _): .badRequest
        case (.unusable, _), (.taken, _): .serviceUnavailable
        case (.unknownPhoto, _), (.unknownSession, _), (.unknownArrow, _), (.unknownSet, _): .notFound
        case (_, .input): .unprocessableContent
        case (_, .environment): .serviceUnavailable
        case (_, .quiver): .internalServerError
        }
    }

    /// The problem with whatever else the client should know.
    func response(with more: JSONValue = [:]) -> Response {
        var headers: HTTPFields = [.contentType: "application/problem+json", .cacheControl: "no-store"]
        if status == .unauthorized { headers[.wwwAuthenticate] = "Bearer" }
        if status == .tooManyRequests { headers[.retryAfter] = "\(retryAfter ?? 1)" }
        let time = retryAfter.map { JSONValue.object([.init("retryAfter", .integer($0))]) } ?? [:]
        let bytes = Array(Self.format.write(self).with(time).with(more).line.utf8)
        return Response(status: status, headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes)))
    }
}

extension Problem {
    /// What a client is told; a conflict says how the photo and its session stand.
    static let format = APIFormat<Problem>.object([
        APIKey("status", \.status.code, .whole), APIKey("code", \.code, .code), APIKey("fault", \.fault, .word),
        APIKey("title", \.message, .text), APIKey("retryAfter", described: .whole, isRequired: false),
        APIKey("photo", described: PhotoJSON.format, isRequired: false),
        APIKey("session", described: SessionJSON.format, isRequired: false),
        APIKey("upload", described: UploadJSON.format, isRequired: false),
    ]).named("Problem")
}

extension APIFormat where Value == ProblemCode {
    /// The word, with what each means.
    fileprivate static let code = anyWord.with([
        "x-codes": .object(ProblemCode.allCases.map { .init($0.rawValue, .string($0.meaning)) })
    ])
}
