import Foundation
import Glibc
import Results
import Storage
import SystemPackage
import TestSupport
import Testing

@testable import Hooks

extension HookMessage {
    /// A message of a photo.
    static func photo(_ content: String = #"{"record":{"state":"done"}}"#, attempt: Int = 2) -> HookMessage {
        HookMessage(
            key: "6f0c-17-5", hook: "archive", event: "photo",
            made: Timestamp(Date(timeIntervalSince1970: 1_764_158_400)),
            attempt: attempt, content: Array(content.utf8))
    }
}

/// What a program of a hook is told, and which programs are not started.
@Suite(.timeLimit(.minutes(30))) struct HookProgramTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func script(_ lines: String, named name: String = "hook") throws -> FilePath {
        let file = folder[name]
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data("#!/bin/sh\n\(lines)\n".utf8).write(to: file)
        chmod(file.path, 0o700)
        chmod(folder.url.path, 0o700)
        return FilePath(file.path)
    }

    private func deliver(_ program: FilePath, _ message: HookMessage = .photo()) -> HookAnswer {
        HookProgram(program, limit: .seconds(600)).deliver(message, until: { false })
    }

    @Test func theMessageIsOneLineOfJSON() throws {
        let answer = deliver(try script("cat"))
        let told =
            #"{"message":"6f0c-17-5","hook":"archive","event":"photo","made":"2025-11-26T12:00:00.000Z","record":{"state":"done"}}"#
        #expect(answer.ending == .delivered && answer.status == .exited(0))
        #expect(String(decoding: answer.output, as: UTF8.self) == told)
    }

    @Test(arguments: ["{}", "{ }", ""]) func aMessageMayTellNothing(content: String) {
        let body = HookMessage.photo(content).body
        #expect(
            (try? JSONSerialization.jsonObject(with: Data(body))) != nil, "\(String(decoding: body, as: UTF8.self))")
    }

    @Test func theEnvironmentHasTheAttemptAndNoSecretOfOurs() throws {
        setenv("QUIVER_TEST_SECRET", "secret", 1)
        defer { unsetenv("QUIVER_TEST_SECRET") }
        let words = String(decoding: deliver(try script("env")).output, as: UTF8.self)
        for line in ["QUIVER_HOOK=archive", "QUIVER_EVENT=photo", "QUIVER_MESSAGE=6f0c-17-5", "QUIVER_ATTEMPT=2"] {
            #expect(words.contains("\(line)\n"), "\(words)")
        }
        #expect(!words.contains("secret"))
    }

    @Test func whyItRefusedIsKept() throws {
        let answer = deliver(try script("echo no room >&2; exit 4"))
        #expect(answer.status == .exited(4) && String(decoding: answer.words, as: UTF8.self) == "no room\n")
        guard case .refused(let reason) = answer.ending else {
            Issue.record("\(answer)")
            return
        }
        #expect(reason.hasSuffix("ended with status 4"))
    }

    @Test(arguments: [
        (mode_t(0o777), mode_t(0o700), "every user may write"), (0o775, 0o700, "a group may write"),
        (0o755, 0o722, "every user may write"), (0o755, 0o600, "no program that can be started"),
    ])
    func aProgramThatOthersMayReplaceIsNotStarted(folderMode: mode_t, fileMode: mode_t, sentence: String) throws {
        let program = try script("touch \(folder["started"].path)", named: "open/hook")
        chmod(program.string, fileMode)
        chmod(folder["open"].path, folderMode)
        guard case .refused(let reason) = deliver(program).ending else {
            Issue.record("it was started")
            return
        }
        #expect(reason.contains(sentence), "\(reason)")
        #expect(!FileManager.default.fileExists(atPath: folder["started"].path))
    }

    @Test(arguments: ["link/hook", "own/hook", "own/relative"])
    func aLinkThatOthersMayTurnIsNotFollowed(path: String) throws {
        _ = try script("exit 0", named: "open/hook")
        chmod(folder["open"].path, 0o777)
        let files = FileManager.default
        try files.createDirectory(at: folder["own"], withIntermediateDirectories: true)
        try files.createSymbolicLink(at: folder["link"], withDestinationURL: folder["open"])
        try files.createSymbolicLink(atPath: folder["own/hook"].path, withDestinationPath: folder["open/hook"].path)
        try files.createSymbolicLink(atPath: folder["own/relative"].path, withDestinationPath: "../link/hook")
        #expect(
            HookProgram(FilePath(folder[path].path), limit: .seconds(1)).trouble()?.contains("every user may write")
                == true)
    }

    @Test func aLinkBetweenOwnFoldersIsFollowed() throws {
        _ = try script("exit 0", named: "own/hook")
        try FileManager.default.createSymbolicLink(atPath: folder["link"].path, withDestinationPath: "own/../own")
        #expect(HookProgram(FilePath(folder["link/hook"].path), limit: .seconds(60)).trouble() == nil)
    }

    @Test func anotherUsersProgramIsNotStarted() throws {
        let program = try script("exit 0")
        let trouble = TrustedPath(path: program, user: geteuid() + 1).programTrouble() ?? ""
        // Root's files are believed by everybody.
        #expect(trouble.contains("another user") == (geteuid() != 0))
        #expect(TrustedPath(path: program).programTrouble() == nil)
    }

    @Test func linksInACircleEnd() throws {
        try FileManager.default.createSymbolicLink(atPath: folder["a"].path, withDestinationPath: "b")
        try FileManager.default.createSymbolicLink(atPath: folder["b"].path, withDestinationPath: "a")
        #expect(TrustedPath(path: FilePath(folder["a"].path)).trouble() != nil)
    }
}
