import Control
import HTTPTypes
import Hummingbird
import HummingbirdCore
import JSONTree
import NIOCore
import ServiceLifecycle

/// Everything that the server answers: the operations, their description, signing in and the page's files.
struct Routes: Sendable {
    let api: [Operation]
    let gate: Gate
    let cache: AnswerCache
    /// Nil where nothing is told to programs that watch.
    var monitoring: Monitoring?
    /// What tells the queue that is served from every other one.
    let identity: @Sendable () async throws -> String
    private let pace = Pace(perSecond: 100, burst: 400, longest: .seconds(5))

    init(api: [Operation], gate: Gate, cache: AnswerCache, identity: @escaping @Sendable () async throws -> String) {
        self.api = api
        self.gate = gate
        self.cache = cache
        self.identity = identity
    }

    /// Names the queue in every answer, and in a change the queue that it was made on.
    static let queueField = HTTPField.Name("Quiver-Queue") ?? .server

    /// By what a client knows a request again that it repeats.
    static let keyField = HTTPField.Name("Idempotency-Key") ?? .server

    /// By what a client that follows events says where it has been.
    static let lastEventField = HTTPField.Name("Last-Event-ID") ?? .server

    /// The queue that is served; throws where a change was made on another one.
    ///
    /// Every folder of results has photos 1, 2, 3, and most are served at the same address, one after the other.
    private func served(_ operation: Operation, _ request: Request) async throws -> String? {
        guard !operation.isOpen else { return nil }
        let served = try await identity()
        if await cache.isOf(another: served) { await cache.forget() }
        guard operation.method == .get || request.headers[Self.queueField].map({ $0 == served }) ?? true else {
            throw ControlError.otherQueue
        }
        return served
    }

    /// What is known of a request beside itself.
    struct Context: RequestContext {
        var coreContext: CoreRequestContextStorage
        let channel: any Channel

        init(source: ApplicationRequestContextSource) {
            coreContext = .init(source: source)
            channel = source.channel
        }
    }

    /// The router with everything in it.
    var router: Router<Context> {
        let router = Router(context: Context.self, options: .autoGenerateHeadEndpoints)
        let operations = api + SignIn(gate: gate).operations
        router.add(middleware: Headers(api: operations))
        let document = OpenAPI(operations: operations).document
        for operation in operations + [Self.description(document)] {
            router.on(RouterPath(operation.route), method: operation.httpMethod) { request, context in
                await answer(operation, request, context)
            }
        }
        for path in Site.own.keys + ["/site/**"] {
            router.get(RouterPath(path)) { request, context in
                do {
                    _ = try await gate.check(
                        request, over: gate.doors.connection(of: context.channel), isOpen: true)
                    return try Site.built.response(
                        to: request.uri.path, ifNoneMatch: request.headers[.ifNoneMatch])
                } catch {
                    return Problem(error).response()
                }
            }
        }
        if let monitoring {
            for (path, isOpen) in Monitoring.paths {
                router.get(RouterPath(path)) { request, context in
                    do {
                        let (_, grant) = try await gate.check(
                            request, over: gate.doors.connection(of: context.channel), isOpen: isOpen)
                        if !isOpen { try grant.check([.look]) }
                        return try await monitoring.response(at: path)
                    } catch {
                        return Problem(error).response()
                    }
                }
            }
        }
        return router
    }

    private static func description(_ document: JSONValue) -> Operation {
        Operation(
            id: "getDescription", method: .get, path: "/openapi.json", summary: "This document.",
            answer: .json(["type": "object"])
        ) { _ in .json(document) }
    }

    /// What may stand before a JSON value.
    private static let blanks = Set(" \t\r\n".utf8)

    private func answer(_ operation: Operation, _ request: Request, _ context: Context) async -> Response {
        do {
            let connection = gate.doors.connection(of: context.channel)
            let (client, grant) = try await gate.check(
                request, over: connection, isOpen: operation.isOpen, takes: operation.takes)
            try operation.check(grant)
            // Strangers wait in a line of their own.
            if client.isKnown, try await !pace.take() {
                throw Problem(.tooManyRequests, code: .busy, "Too many requests at once; try again.")
            }
            var body: [UInt8] = []
            if operation.body != nil, !operation.isStreamed {
                body = try await BodyReader.collect(
                    request, upTo: client.isKnown ? Call.longestBody : Call.longestStrangersBody,
                    within: operation.takes == .bytes ? BodyReader.patienceForPieces : BodyReader.patience)
            }
            if operation.body != nil, operation.takes == .json {
                guard body.first(where: { !Self.blanks.contains($0) }) == UInt8(ascii: "{") else {
                    throw Problem(.badRequest, code: .badRequest, "The body is no JSON object.")
                }
            }
            let served = try await served(operation, request)
            let call = Call(
                parameters: Dictionary(context.parameters.map { (String($0.key), String($0.value)) }) { $1 },
                query: Dictionary(request.uri.queryParameters.map { (String($0.key), String($0.value)) }) { $1 },
                ifMatch: request.headers[.ifMatch], body: body,
                stream: operation.isStreamed ? request.body : nil,
                length: request.headers[.contentLength].flatMap { Int64($0) },
                idempotencyKey: request.headers[Self.keyField],
                lastEventID: request.headers[Self.lastEventField].flatMap { $0.isEmpty ? nil : $0 }, queue: served,
                client: client, grant: grant,
                connection: connection)
            let answer: Answer
            if operation.isKept {
                answer = try await cache.answer(request.uri.string) { try await operation.run(call) }
            } else if operation.method == .get, let connection {
                answer = try await connection.whileThere { try await operation.run(call) }
            } else {
                answer = try await operation.run(call)
                if operation.method != .get, operation.changes(answer) { await cache.forget() }
            }
            var response = answer.response(ifNoneMatch: request.headers[.ifNoneMatch])
            response.headers[Self.queueField] = served
            return response
        } catch let other as ControlError where other.code == ControlError.otherQueue.code {
            var response = Problem(other).response()
            // By this the page sees that it must begin anew; the queue may have been replaced since the request began.
            response.headers[Self.queueField] = try? await identity()
            return response
        } catch {
            return Problem(error).response()
        }
    }
}

extension Operation {
    /// Whether a path is one of the operation's.
    fileprivate func isAt(_ path: String) -> Bool {
        let (own, parts) = (route.split(separator: "/"), path.split(separator: "/"))
        return own.count == parts.count && zip(own, parts).allSatisfy { $0.hasPrefix("{") || $0 == $1 }
    }

    fileprivate var httpMethod: HTTPRequest.Method {
        switch method {
        case .get: .get
        case .put: .put
        case .post: .post
        case .delete: .delete
        }
    }
}

/// Headers that every answer has, and the answer to what is nowhere.
private struct Headers: RouterMiddleware {
    typealias Context = Routes.Context

    let api: [Operation]

    func handle(
        _ request: Request, context: Context, next: (Request, Context) async throws -> Response
    ) async throws -> Response {
        var response: Response
        do { response = try await next(request, context) } catch let error as HTTPError {
            response = error.status == .notFound ? nowhere(request) : Problem(error).response()
        }
        for (name, value) in Self.all { response.headers[name] = value }
        return response
    }

    /// The answer to a method that an address does not have, or to an address that is none.
    private func nowhere(_ request: Request) -> Response {
        let here = api.filter { $0.isAt(request.uri.path) }
        // An address that is written out is not also one with any name in that place.
        let exact = here.filter { $0.route == request.uri.path }
        var methods = Set((exact.isEmpty ? here : exact).map { $0.method.rawValue.uppercased() })
        if methods.contains("GET") { methods.insert("HEAD") }
        guard !methods.isEmpty else {
            return Problem(.notFound, code: .unknown, "There is nothing at this address.").response()
        }
        var response = Problem(.methodNotAllowed, code: .badRequest, "This address takes other methods.").response()
        response.headers[.allow] = methods.sorted().joined(separator: ", ")
        return response
    }

    /// Nothing comes from elsewhere, nothing runs that is not the page's own file, and no other page frames or reads this one.
    private static let all: [(HTTPField.Name, String)] = [
        (
            .contentSecurityPolicy,
            """
            default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob: data:; connect-src 'self'; \
            manifest-src 'self'; worker-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'
            """
        ),
        (.xContentTypeOptions, "nosniff"),
        (HTTPField.Name("Referrer-Policy") ?? .server, "no-referrer"),
        (HTTPField.Name("Cross-Origin-Resource-Policy") ?? .server, "same-origin"),
        (HTTPField.Name("Cross-Origin-Opener-Policy") ?? .server, "same-origin"),
        (HTTPField.Name("Permissions-Policy") ?? .server, "camera=(), microphone=(), geolocation=()"),
    ]
}

/// Collects a body within its limits of size and time.
enum BodyReader {
    /// How long a client may take to send a body.
    static let patience = Duration.seconds(10)
    /// The same for a piece of a photo: a phone at the edge of its network sends 20 KB a second.
    static let patienceForPieces = Duration.seconds(60)

    static func collect(
        _ request: Request, upTo longest: Int, within patience: Duration = patience
    ) async throws -> [UInt8] {
        let body = request.body
        return try await cancelWhenGracefulShutdown { try await collect(body, upTo: longest, within: patience) }
    }

    private static func collect(
        _ body: RequestBody, upTo longest: Int, within patience: Duration
    ) async throws -> [UInt8] {
        try await withThrowingTaskGroup(of: [UInt8]?.self) { group in
            group.addTask {
                do {
                    let buffer = try await body.collect(upTo: longest)
                    // A body that is given up ends like one that has come whole.
                    try Task.checkCancellation()
                    return Array(buffer.readableBytesView)
                } catch is NIOTooManyBytesError {
                    throw Problem(.contentTooLarge, code: .badRequest, "The body is larger than \(longest >> 10) KiB.")
                }
            }
            group.addTask {
                try await Task.sleep(for: patience)
                return nil
            }
            defer { group.cancelAll() }
            guard let first = try await group.next(), let bytes = first else {
                throw Problem(.requestTimeout, code: .badRequest, "The body took too long.")
            }
            return bytes
        }
    }
}
