import JSONTree

/// One operation of the API: what the router serves and the OpenAPI document describes, from one value.
struct Operation: Sendable {
    /// The methods that operations have.
    enum Method: String, Sendable {
        case get, put, post, delete
    }

    /// A value in the path or behind the question mark.
    struct Parameter: Sendable {
        /// Where it stands.
        enum Place: String, Sendable {
            case path, query, header
        }

        var name: String
        var place: Place
        var schema: JSONValue
        var summary: String
        var isRequired: Bool
        var example: JSONValue

        static func path(_ name: String, _ schema: JSONValue, example: JSONValue, _ summary: String) -> Parameter {
            Parameter(
                name: name, place: .path, schema: schema, summary: summary, isRequired: true, example: example)
        }

        static func query(_ name: String, _ schema: JSONValue, example: JSONValue, _ summary: String) -> Parameter {
            Parameter(
                name: name, place: .query, schema: schema, summary: summary, isRequired: false, example: example)
        }
    }

    /// What a request sends, or an answer holds.
    struct Content: Sendable {
        var type: String
        var schema: JSONValue
        /// The schemas that it refers to, by their names.
        var definitions: [JSONValue.Member] = []
        var example: JSONValue?

        static func json<Value>(_ format: APIFormat<Value>, example: JSONValue? = nil) -> Content {
            Content(
                type: "application/json", schema: format.schema, definitions: format.definitions, example: example)
        }

        static func json(_ schema: JSONValue, example: JSONValue? = nil) -> Content {
            Content(type: "application/json", schema: schema, example: example)
        }
    }

    /// A word of its own, for clients that are made from the document.
    var id: String
    var method: Method
    /// Below `/api/v1`, with parameters in braces.
    var path: String
    var summary: String
    var parameters: [Parameter] = []
    var body: Content?
    /// What kind of body it takes.
    var takes = BodyKind.json
    /// Whether it reads its body itself, as it comes.
    var isStreamed = false
    /// Nil for an answer without a body.
    var answer: Content?
    /// The statuses of an answer, with what each says; nil for 200, or 204 where there is nothing to say.
    var statuses: [Int: String]?
    /// Refusals that are this operation's own, with why.
    var refusals: [Int: String] = [:]
    /// Whether its answer may be a second old: it is then worked out once a second at most, however often it is asked for.
    var isKept = false
    /// Whether kept answers are others by what an answer of a change says.
    var changes: @Sendable (Answer) -> Bool = { _ in true }
    /// Whether it needs no sign-in.
    var isOpen = false
    /// Answers a call.
    var run: @Sendable (Call) async throws -> Answer

    /// The path as the router has it: braces mean a parameter there as well.
    var route: String { "/api/v1" + path }
}
