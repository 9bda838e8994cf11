import Foundation
import SystemPackage
import TestSupport
import Testing

@testable import Results

@Suite struct ResultsPictureTests {
    @Test func whatLeadsOutOfTheResultsIsNoPictureOfTheirs() throws {
        let temporary = try TemporaryFolder()
        let folder = FilePath(temporary.url.path).resolvedPath
        let (results, secret) = (folder.appending("out"), folder.appending("secret.jpg"))
        try AtomicFile.write("secret".utf8, to: secret)
        try AtomicFile.write("page".utf8, to: results.pushing("a.jpg.crops/001-page.jpg"))
        try FileManager.default.createSymbolicLink(
            atPath: results.pushing("a.jpg.crops/002-page.jpg").string, withDestinationPath: secret.string)
        try FileManager.default.createSymbolicLink(
            atPath: results.pushing("b.jpg.crops").string, withDestinationPath: results.pushing("a.jpg.crops").string)
        try #require(mkfifo(results.pushing("003-page.jpg").string, 0o600) == 0)
        #expect(ResultsPicture.bytes(of: "a.jpg.crops/001-page.jpg", in: results) == Array("page".utf8))
        for name in [
            "a.jpg.crops/002-page.jpg", "b.jpg.crops/001-page.jpg", "../secret.jpg", secret.string, "003-page.jpg",
            "a.jpg.crops", "",
        ] {
            #expect(ResultsPicture.bytes(of: name, in: results) == nil, "\(name)")
        }
    }
}
