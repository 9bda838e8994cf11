import JSONTree

/// Signing in with the token, and out again.
struct SignIn {
    let gate: Gate
    let token: AccessToken?
    let isTLS: Bool

    var operations: [Operation] { [signIn, signOut] }

    private struct Wanted: Decodable, Sendable {
        var token: String
    }

    private var signIn: Operation {
        var operation = Operation(
            id: "signIn", method: .post, path: "/login",
            summary: "Signs in with the token; the browser keeps a cookie.",
            body: .json(["$ref": "#/components/schemas/SignIn"], example: ["token": "0123456789abcdef"]),
            refusals: [401: "That is not the token.", 429: "Too many tries."]
        ) { [gate, token] call in
            let wanted = try call.decoded(Wanted.self)
            // Without a token there is nothing to sign in to, and everybody who is let through is in.
            guard let token else { return .empty }
            guard gate.signIns.allows() else {
                throw Problem(.tooManyRequests, code: "busy", "Too many tries; wait a few seconds.")
            }
            guard token.matches(wanted.token) else {
                throw Problem(
                    .unauthorized, code: "signIn", "That is not the token that 'quiver serve --token' printed.")
            }
            return .cookie(cookie(token.cookie.value, seconds: 90 * 86_400))
        }
        operation.isOpen = true
        return operation
    }

    private var signOut: Operation {
        var operation = Operation(
            id: "signOut", method: .post, path: "/logout", summary: "Signs out.",
            body: .json(["type": "object"], example: [:])
        ) { _ in .cookie(cookie("", seconds: 0)) }
        operation.isOpen = true
        return operation
    }

    private func cookie(_ value: String, seconds: Int) -> String {
        "\(AccessToken.Cookie.name)=\(value); Path=/; Max-Age=\(seconds); HttpOnly; SameSite=Strict"
            + (isTLS ? "; Secure" : "")
    }
}
