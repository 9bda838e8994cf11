import Foundation
import SystemPackage
import SystemValues
import TestSupport
import Testing

@testable import Review

/// What tokens are good for.
@Suite struct ScopeTests {
    private func file() throws -> (TokenFile, TemporaryFolder) {
        let folder = try TemporaryFolder()
        return (TokenFile(beside: .file(FilePath(folder["q.sqlite"].path))), folder)
    }

    @Test func aFileOfAnEarlierVersionIsRead() throws {
        let (text, token) = AccessToken.make()
        let set = try #require(TokenSet(stored: token.stored + "\n"))
        #expect(set.main == token && set.named.isEmpty && set.grant(of: text)?.grant == .main)
        #expect(set.stored == token.stored + "\n")
    }

    @Test func everyTokenIsGoodForItsOwn() throws {
        let (tokens, folder) = try file()
        let camera = try tokens.add("camera", scopes: [.submit])
        let judge = try tokens.add("judge", scopes: [.review])
        let main = try tokens.makeToken()
        let set = try #require(try tokens.tokens())
        #expect(set.grant(of: camera)?.grant == Grant(holder: "camera", scopes: [.submit]))
        // Who corrects sees as well.
        #expect(set.grant(of: judge)?.grant.scopes == [.review, .look])
        #expect(set.grant(of: main)?.grant == .main && set.grant(of: "wrong") == nil)
        let kept = try String(contentsOf: folder["q.sqlite.token"], encoding: .utf8)
        for text in [camera, judge, main] { #expect(!kept.contains(text)) }
        let rights = try FileManager.default.attributesOfItem(atPath: folder["q.sqlite.token"].path)[.posixPermissions]
        #expect(rights as? Int == 0o600)
        #expect(try tokens.list().map(\.name) == [nil, "camera", "judge"])
        // A new main token leaves the others as they are.
        _ = try tokens.makeToken()
        #expect(try tokens.tokens()?.grant(of: camera) != nil && tokens.tokens()?.grant(of: main) == nil)
        try tokens.remove("camera")
        #expect(try tokens.tokens()?.grant(of: camera) == nil)
        #expect(throws: ServerError.self) { try tokens.remove("camera") }
        #expect(throws: ServerError.self) { try tokens.add("judge", scopes: [.look]) }
    }

    /// Commands in several terminals: none brings back what another has removed, and none loses what another has made.
    @Test func tokensAreChangedOneAfterTheOther() async throws {
        let (tokens, folder) = try file()
        for number in 0..<20 { _ = try tokens.add("old-\(number)", scopes: [.look]) }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<20 {
                group.addTask { _ = try tokens.add("new-\(number)", scopes: [.submit]) }
                group.addTask { try tokens.remove("old-\(number)") }
            }
            group.addTask { _ = try tokens.makeToken() }
            try await group.waitForAll()
        }
        let names = try tokens.list().map { $0.name ?? "main" }
        #expect(names.sorted() == (["main"] + (0..<20).map { "new-\($0)" }).sorted())
        let rights = try FileManager.default.attributesOfItem(atPath: folder["q.sqlite.token.lock"].path)
        #expect(rights[.posixPermissions] as? Int == 0o600)
    }

    @Test(arguments: ["", "two words", "a/b", "../a", "ä", ".owner", "a\nb", String(repeating: "a", count: 41)])
    func aNameIsPlain(name: String) throws {
        let (tokens, _) = try file()
        #expect(throws: ServerError.self) { try tokens.add(name, scopes: [.look]) }
        #expect(try tokens.tokens() == nil)
    }

    @Test(arguments: [
        "", "words", "\(String(repeating: "0", count: 64)) name",
        "\(String(repeating: "0", count: 64)) name everything",
        "\(String(repeating: "0", count: 64))\n\(String(repeating: "1", count: 64))\n",
        "\(String(repeating: "0", count: 63))\n",
    ])
    func whatIsNoSetOfTokensLetsNobodyIn(text: String) { #expect(TokenSet(stored: text) == nil) }

    @Test func aBrowserMayWhatItsTokenMayForAsLongAsThatIsThere() throws {
        let (tokens, folder) = try file()
        defer { withExtendedLifetime(folder) {} }
        let camera = try tokens.add("camera", scopes: [.submit])
        let set = try #require(try tokens.tokens())
        let origin = Origin(user: nil, network: [10])
        var book = SessionBook([], ofName: set.name(at: "here"))
        let value = book.begin(from: origin, at: 0, with: set.grant(of: camera)?.token.name)
        book = SessionBook(book.bytes, ofName: set.name(at: "here"))
        let name = try #require(book.token(of: SessionKey(of: value), from: origin, at: 1))
        #expect(set.grant(ofToken: name)?.scopes == [.submit])
        // Made again under the name, it is another token: who had signed in before is out.
        try tokens.remove("camera")
        _ = try tokens.add("camera", scopes: [.submit])
        #expect(try tokens.tokens()?.grant(ofToken: name) == nil)
    }

    /// The one table: whatever sends a photo needs `submit`, whatever steers the queue `manage`.
    @Test(arguments: [
        ("listSessions", Review.Operation.Method.get, [Scope.look]), ("getPicture", .get, [.look]),
        ("orderAlike", .get, [.look]), ("getMap", .get, [.look]), ("suggestLabels", .get, [.look]),
        ("followEvents", .get, [.look]), ("reviewPhoto", .put, [.review]), ("acceptJobs", .post, [.review]),
        ("changeJobs", .post, [.review]), ("restoreJobs", .post, [.review]), ("listTiles", .get, [.look]),
        ("listSets", .get, [.look]), ("changeSet", .post, [.review]), ("renameSet", .post, [.review]),
        ("deleteSet", .post, [.review]), ("compareJob", .get, [.look]),
        ("mergeSession", .post, [.review]), ("withdrawJobReview", .delete, [.review]),
        ("retryJobs", .post, [.manage]), ("cancelJobs", .post, [.manage]), ("pauseQueue", .post, [.manage]),
        ("resumeQueue", .post, [.manage]), ("prioritizeJobs", .post, [.manage]),
        ("sendPhoto", .post, [.submit]), ("beginUpload", .post, [.submit]),
        ("sendPiece", .put, [.submit]), ("giveUpUpload", .delete, [.submit]), ("getUpload", .get, [.submit, .look]),
        ("listUploads", .get, [.submit, .look]), ("getDescription", .get, Scope.allCases),
    ])
    func everyOperationSaysItsScope(id: String, method: Review.Operation.Method, scopes: [Scope]) throws {
        let operation = Review.Operation(id: id, method: method, path: "/", summary: "") { _ in .empty }
        #expect(operation.scopes == Set(scopes))
        for scope in Scope.allCases {
            let grant = Grant(holder: "a", scopes: [scope])
            if scopes.contains(scope) {
                try operation.check(grant)
            } else {
                let refusal = #expect(throws: Problem.self) { try operation.check(grant) }
                #expect(refusal?.code == .scope && refusal?.status.code == 403)
            }
        }
        try operation.check(.own)
    }
}
