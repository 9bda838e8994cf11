import Foundation
import Glibc
import TestSupport

/// A server that asks for a token, over the samples' results.
final class GuardedScene: Sendable {
    let scene: ReviewScene
    let token: String
    let running: RunningQuiver
    let address: String

    /// - Parameter options: Further options of `quiver serve`.
    init(_ options: [String] = []) async throws {
        scene = try await ReviewScene()
        token = try Self.makeToken(scene)
        (running, address) = try await scene.serve(options)
    }

    /// Makes a token in the place of an earlier one.
    static func makeToken(_ scene: ReviewScene) throws -> String {
        try scene.program.start(["serve", "--output", "out", "--token"]).wait().output
            .trimmingCharacters(in: .whitespacesAndNewlines)
    }

    deinit { kill(running.pid, SIGKILL) }

    var api: String { address + "/api/v1" }
    var bearer: [String: String] { ["Authorization": "Bearer \(token)"] }
    var sessionsFile: URL { scene.folder.appendingPathComponent("out/quiver.sqlite.sessions") }

    /// Signs in, and answers the cookie as a browser sends it, or nil where it was refused.
    func signIn(_ proof: String? = nil, at api: String? = nil) async throws -> String? {
        let answer = try await scene.ask(
            "POST", (api ?? self.api) + "/login", body: proof ?? #"{"token":"\#(token)"}"#)
        guard answer.status == 204 else { return nil }
        return answer.headers.value(forHTTPHeaderField: "Set-Cookie").map { String($0.prefix { $0 != ";" }) }
    }

    /// How the server answers to a cookie.
    func status(_ cookie: String, at api: String? = nil) async throws -> Int {
        try await scene.ask((api ?? self.api) + "/sessions", headers: ["Cookie": cookie]).status
    }
}
