import Foundation
import SystemPackage
import SystemValues
import TestSupport
import Testing

@testable import Supervisor
@testable import Worker
@testable import WorkerProtocol

/// A worker that is taken over answers with files that the supervisor is to move for it.
@Suite struct AnswerTrustTests {
    private let folder: TemporaryFolder
    private let staging: FilePath

    init() throws {
        folder = try TemporaryFolder()
        staging = FilePath(folder.url.path).appending("staging")
        try FileManager.default.createDirectory(at: folder["staging"], withIntermediateDirectories: true)
        for name in ["staging/.quiver-1-a.tmp", "staging/plain.jpg", "secret", ".quiver-1-b.tmp"] {
            try Data("x".utf8).write(to: folder[name])
        }
        try FileManager.default.createSymbolicLink(
            at: folder["staging/.quiver-1-link.tmp"], withDestinationURL: folder["secret"])
        try FileManager.default.linkItem(at: folder["secret"], to: folder["staging/.quiver-1-hard.tmp"])
        try FileManager.default.createDirectory(
            at: folder["staging/.quiver-1-folder.tmp"], withIntermediateDirectories: true)
    }

    private func isTrusted(_ path: String) -> (annotated: Bool, crop: Bool, original: Bool) {
        let file = RawPathText(FilePath(folder.url.path).pushing(FilePath(path)))
        return (
            AnswerLine.Files(annotated: file).areOwn(in: staging),
            AnswerLine.Files(crops: [.init(staged: file, label: "x")]).areOwn(in: staging),
            AnswerLine.Files(original: file).areOwn(in: staging)
        )
    }

    @Test func aTempFileInTheStagingFolderIsItsOwn() {
        #expect(isTrusted("staging/.quiver-1-a.tmp") == (true, true, false))
        #expect(AnswerLine.Files().areOwn(in: staging))
    }

    @Test func aTempFileThatWasTakenAwayIsNobodysTheft() {
        #expect(isTrusted("staging/.quiver-1-missing.tmp") == (true, true, false))
    }

    @Test(arguments: [
        "secret", ".quiver-1-b.tmp", "staging/plain.jpg", "staging/../secret", "staging/../.quiver-1-b.tmp",
        "staging/.quiver-1-link.tmp", "staging/.quiver-1-hard.tmp", "staging/.quiver-1-folder.tmp",
        "staging/.quiver-/../../secret.tmp",
    ])
    func everythingElseIsNot(_ path: String) {
        #expect(isTrusted(path) == (false, false, false))
    }
}
