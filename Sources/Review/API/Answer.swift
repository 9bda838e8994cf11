import HTTPTypes
import Hummingbird
import HummingbirdCore
import JSONTree
import SystemValues

/// What an operation answers.
enum Answer: Sendable {
    /// A JSON document; a GET's gets an ETag.
    case json(JSONValue)
    /// A JSON document with another status of success, and where to look for what was made.
    case made(HTTPResponse.Status, JSONValue, location: String)
    /// A JSON document with another status, such as a conflict that says how things stand.
    case refused(Problem, JSONValue)
    /// Nothing to say.
    case empty
    /// A picture, which is the same for as long as its photo is.
    case jpeg([UInt8])
    /// An object that is cut out of its photo: another review gives another one.
    case png([UInt8])
    /// What a client follows until one side hangs up.
    case stream(ResponseBody)
    /// Nothing to say, with a cookie to keep.
    case cookie(String)

    /// The answer as HTTP has it; 304 where the client has it already.
    func response(ifNoneMatch: String?) -> Response {
        switch self {
        case .json(let value):
            return Self.tagged(Array(value.line.utf8), "application/json", "no-cache", ifNoneMatch)
        case .made(let status, let value, let location):
            return Response(
                status: status,
                headers: [.contentType: "application/json", .cacheControl: "no-store", .location: location],
                body: ResponseBody(byteBuffer: ByteBuffer(bytes: Array(value.line.utf8))))
        case .refused(let problem, let more): return problem.response(with: more)
        case .empty: return Response(status: .noContent)
        case .jpeg(let bytes): return Self.tagged(bytes, "image/jpeg", "private, max-age=60", ifNoneMatch)
        case .png(let bytes): return Self.tagged(bytes, "image/png", "no-cache", ifNoneMatch)
        case .stream(let body):
            return Response(
                status: .ok, headers: [.contentType: "text/event-stream", .cacheControl: "no-store"], body: body)
        case .cookie(let cookie): return Response(status: .noContent, headers: [.setCookie: cookie])
        }
    }

    /// Bytes with the tag that their content gives them.
    static func tagged(_ bytes: [UInt8], _ type: String, _ caching: String, _ ifNoneMatch: String?) -> Response {
        let tag = "\"" + SHA256.hash(bytes).prefix(12).hexadecimal + "\""
        var headers: HTTPFields = [.eTag: tag, .cacheControl: caching]
        if let ifNoneMatch, ifNoneMatch.split(separator: ",").contains(where: { $0.isTag(tag) }) {
            return Response(status: .notModified, headers: headers)
        }
        headers[.contentType] = type
        return Response(status: .ok, headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes)))
    }
}

extension Substring {
    /// Whether this is a tag, weak or not: caches compare them alike (RFC 9110, 13.1.2).
    fileprivate func isTag(_ tag: String) -> Bool {
        let text = drop { $0 == " " }
        return text == "*" || text == tag || text.hasPrefix("W/") && text.dropFirst(2) == tag
    }
}
