import JSONTree

/// The API's description after OpenAPI 3.1, made of the operations themselves.
struct OpenAPI {
    let operations: [Operation]

    /// The whole document.
    var document: JSONValue {
        var paths: [JSONValue.Member] = []
        for operation in operations {
            let member = JSONValue.Member(operation.method.rawValue, describe(operation))
            if let index = paths.firstIndex(where: { $0.name == operation.route }),
                case .object(let others) = paths[index].value
            {
                paths[index].value = .object(others + [member])
            } else {
                paths.append(.init(operation.route, .object([member])))
            }
        }
        return [
            "openapi": "3.1.0",
            "info": [
                "title": "Quiver", "version": "1",
                "description":
                    "Looks at a queue of photos and its scores, and corrects what the machine was not sure of.",
            ],
            "paths": .object(paths),
            "components": [
                "schemas": .object(schemas),
                "securitySchemes": [
                    "token": ["type": "http", "scheme": "bearer"],
                    "cookie": ["type": "apiKey", "in": "cookie", "name": "quiver"],
                ],
            ],
            "security": [["token": []], ["cookie": []], [:]],
        ]
    }

    /// The shapes of requests and answers by their names.
    private var schemas: [JSONValue.Member] {
        let contents = operations.flatMap { [$0.body, $0.answer] }.compactMap { $0 }
        return (Problem.format.definitions + contents.flatMap(\.definitions)).namedOnce
    }

    private func describe(_ operation: Operation) -> JSONValue {
        var members: [JSONValue.Member] = [
            .init("operationId", .string(operation.id)), .init("summary", .string(operation.summary)),
        ]
        if !operation.parameters.isEmpty {
            members.append(.init("parameters", .array(operation.parameters.map(describe))))
        }
        if let body = operation.body {
            members.append(.init("requestBody", ["required": true, "content": content(body)]))
        }
        var answers: [JSONValue.Member] = []
        let statuses = operation.statuses ?? [operation.answer == nil ? 204 : 200: "Done."]
        for status in statuses.sorted(by: { $0.key < $1.key }) {
            let description = JSONValue.Member("description", .string(status.value))
            let shown = operation.answer.map { [JSONValue.Member("content", content($0))] } ?? []
            answers.append(.init(String(status.key), .object([description] + shown)))
        }
        for refusal in refusals(of: operation).sorted(by: { $0.key < $1.key }) {
            answers.append(
                .init(
                    String(refusal.key),
                    [
                        "description": .string(refusal.value),
                        "content": ["application/problem+json": ["schema": Problem.format.schema]],
                    ]))
        }
        members.append(.init("responses", .object(answers)))
        return .object(members)
    }

    /// The operation's own refusals, and those that any operation may meet.
    private func refusals(of operation: Operation) -> [Int: String] {
        var all = [
            400: "The request cannot be read.", 401: "No user is signed in.", 403: "The client may not ask this.",
            421: "The server is not called that.", 429: "Too many requests at once.",
            503: "The queue or its storage is out of reach.",
        ]
        if operation.body != nil {
            all.merge(
                [
                    408: "The body took too long.", 413: "The body is too large.",
                    415: "The body is not \(operation.takes.words).", 429: "Too many changes or requests at once.",
                ]) { _, new in new }
        }
        return all.merging(operation.refusals) { _, own in own }
    }

    private func describe(_ parameter: Operation.Parameter) -> JSONValue {
        [
            "name": .string(parameter.name), "in": .string(parameter.place.rawValue),
            "required": .bool(parameter.isRequired), "description": .string(parameter.summary),
            "schema": parameter.schema, "example": parameter.example,
        ]
    }

    private func content(_ content: Operation.Content) -> JSONValue {
        var members: [JSONValue.Member] = [.init("schema", content.schema)]
        if let example = content.example { members.append(.init("example", example)) }
        return .object([.init(content.type, .object(members))])
    }
}
