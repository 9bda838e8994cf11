import JSONTree

/// Signing in with the token or with a link, and out again.
struct SignIn {
    let gate: Gate

    var operations: [Operation] { [signIn, signOut] }

    private struct Wanted: Decodable, Sendable {
        var token: String?
        var link: String?

        static let format = APIFormat<Wanted>.object([
            APIKey("token", described: .text, isRequired: false), APIKey("link", described: .text, isRequired: false),
        ]).with(["anyOf": [["required": ["token"]], ["required": ["link"]]]]).named("SignIn")
    }

    private var signIn: Operation {
        var operation = Operation(
            id: "signIn", method: .post, path: "/login",
            summary: "Signs in with the token, or with what a link says; the browser keeps a cookie.",
            body: .json(Wanted.format, example: ["token": "0123456789abcdef"]),
            refusals: [401: "That is not the token, or the link is used up.", 429: "Too many wrong tries."]
        ) { [gate] call in
            let wanted = try call.decoded(Wanted.self)
            // Without a token there is nothing to sign in to, and every client that is let through is in.
            guard let access = gate.access, let connection = call.connection else { return .empty }
            if let token = wanted.token {
                guard await access.grant(ofToken: token) != nil else {
                    throw gate.refusal(
                        from: connection.origin, "That is not the token that 'quiver serve --token' printed.")
                }
            } else {
                guard let link = wanted.link, access.invitation.take(link) else {
                    throw gate.refusal(
                        from: connection.origin,
                        "This link was used before, or is older than ten minutes: start 'quiver serve' again for "
                            + "another one, or sign in with the token.")
                }
            }
            return .cookie(try await access.signIn(from: connection.origin, with: wanted.token))
        }
        operation.isOpen = true
        return operation
    }

    private var signOut: Operation {
        var operation = Operation(
            id: "signOut", method: .post, path: "/logout", summary: "Signs out.",
            body: .json(["type": "object"], example: [:])
        ) { [gate] call in
            guard let access = gate.access else { return .empty }
            guard case .session(let session) = call.client else { return .cookie(try await access.signOut(nil)) }
            let cookie = try await access.signOut(session)
            // A page that follows events in another tab sees nothing more either.
            gate.doors.close(session, but: call.connection)
            return .cookie(cookie)
        }
        operation.isOpen = true
        return operation
    }
}
