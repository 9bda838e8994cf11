import Foundation
import Hummingbird
import HummingbirdCore
import JSONTree
import Query

/// A request to an operation, with its parameters read and its body collected.
struct Call: Sendable {
    /// The most bytes that a request's body may have.
    static let longestBody = 1 << 20
    /// The same for a client that has not signed in.
    static let longestStrangersBody = 4 << 10

    let parameters: [String: String]
    let query: [String: String]
    let ifMatch: String?
    let body: [UInt8]
    /// The body as it comes, where the operation reads it itself.
    var stream: RequestBody?
    /// How long the client says that its body is; nil where it does not say, or says no number.
    var length: Int64?
    /// By what the client knows this request again: the same key is the same request.
    var idempotencyKey: String?
    /// The id of the last event that the client has seen; nil where it follows none, or begins.
    var lastEventID: String?
    /// The queue that the call is about, by its identity; nil where it is about none.
    let queue: String?
    /// Who asks, and over which connection.
    let client: Client
    let grant: Grant
    let connection: Connection?

    /// A parameter of the path.
    func parameter(_ name: String) throws -> String {
        guard let value = parameters[name], !value.isEmpty, value.utf8.count <= 512 else {
            throw Problem(.notFound, code: .unknown, "There is nothing of that name.")
        }
        return value
    }

    /// A number of the path.
    func number(_ name: String) throws -> Int64 {
        guard let number = Int64(try parameter(name)), number > 0 else {
            throw Problem(.notFound, code: .unknown, "There is nothing of that number.")
        }
        return number
    }

    /// A whole number behind the question mark; nil where it is not there.
    func integer(_ name: String, _ range: ClosedRange<Int>) throws -> Int? {
        guard let text = query[name] else { return nil }
        guard let number = Int(text), range.contains(number) else {
            throw Problem(
                .badRequest, code: .badRequest,
                "'\(name)' is a whole number from \(range.lowerBound) to \(range.upperBound).")
        }
        return number
    }

    /// A number behind the question mark; nil where it is not there.
    func decimal(_ name: String) throws -> Double? {
        guard let text = query[name] else { return nil }
        guard let number = Double(text), number.isFinite, abs(number) <= 999_999 else {
            throw Problem(.badRequest, code: .badRequest, "'\(name)' is a number.")
        }
        return number
    }

    /// The most characters of a query for photos.
    static let longestQuery = 2_000
    /// Why one is refused.
    static let refusedQuery = [422: "The query is wrong; the title says where, and what may be meant."]

    /// A query for photos behind the question mark; nil where it is not there.
    func photoQuery(_ name: String) throws -> Query? {
        guard let text = query[name] else { return nil }
        guard text.count <= Self.longestQuery else {
            throw Problem(
                .badRequest, code: .badRequest, "'\(name)' has at most \(Self.longestQuery) characters.")
        }
        do {
            return try Query.parse(text)
        } catch {
            let sentence = error.description.prefix(1).uppercased() + error.description.dropFirst()
            throw Problem(
                .unprocessableContent, code: .badQuery, sentence.hasSuffix("?") ? sentence : sentence + ".")
        }
    }

    /// The revision that the client has seen; nil where it does not say.
    func revision() throws -> Int? {
        guard let ifMatch else { return nil }
        let isQuoted = ifMatch.count > 2 && ifMatch.hasPrefix("\"") && ifMatch.hasSuffix("\"")
        guard let number = Int(isQuoted ? ifMatch.dropFirst().dropLast() : ifMatch[...]) else {
            throw Problem(.badRequest, code: .badRequest, "If-Match is a revision in quotes.")
        }
        return number
    }

    /// The body as a value.
    func decoded<Value: Decodable>(_ type: Value.Type = Value.self) throws -> Value {
        do {
            return try JSONDecoder().decode(type, from: Data(body))
        } catch {
            // A value of the right kind that cannot be, such as run lengths that do not fill their picture.
            var isImpossible = false
            if case .dataCorrupted(let context)? = error as? DecodingError, !context.codingPath.isEmpty {
                isImpossible = true
            }
            throw Problem(
                isImpossible ? .unprocessableContent : .badRequest, code: isImpossible ? .impossible : .badRequest,
                "The body is not what this operation takes: \(Self.why(error))")
        }
    }

    /// What a decoder found wrong, for people who write clients.
    private static func why(_ error: any Error) -> String {
        func place(_ context: DecodingError.Context) -> String {
            let path = context.codingPath.map { $0.intValue.map(String.init) ?? $0.stringValue }
            return path.isEmpty ? "" : " at \(path.joined(separator: "."))"
        }
        return switch error as? DecodingError {
        case .keyNotFound(let key, let context): "'\(key.stringValue)' is missing\(place(context))."
        case .typeMismatch(_, let context), .valueNotFound(_, let context):
            "a value is of another kind\(place(context))."
        case .dataCorrupted(let context) where !context.codingPath.isEmpty: "a value is not allowed\(place(context))."
        default: "it is no JSON."
        }
    }
}
