import Foundation
import SystemPackage
import SystemValues
import TestSupport
import Testing

@testable import Results

@Suite struct PlainNameTests {
    @Test(arguments: [
        ("a 12:30:00.png", "a 12%3A30%3A00.png"), ("x.jpg?w=100", "x.jpg%3Fw=100"), ("100%3A.jpg", "100%253A.jpg"),
        ("a*\"<>|\\.jpg", "a%2A%22%3C%3E%7C%5C.jpg"), ("day 1.", "day 1%2E"), ("day ", "day%20"),
        ("ä\u{1}.jpg", "ä%01.jpg"), ("plain.jpg", "plain.jpg"),
    ])
    func escapesWhatIsRefused(name: String, plain: String) {
        #expect(String(decoding: PlainName.escaped(Array(name.utf8)), as: UTF8.self) == plain)
    }

    @Test func bytesThatAreNoTextAreEscaped() {
        #expect(PlainName.escaped([0x61, 0xFF]) == Array("a%FF".utf8))
    }

    @Test(arguments: [(true, "/out/d%3A1/a%3Fb.jpg.json"), (false, "/out/d:1/a?b.jpg.json")])
    func theLayoutEscapesWhereItIsTold(isPlain: Bool, record: String) throws {
        let roots = [OutputLayout.Root("/in", isFolder: true)]
        let layout = try OutputLayout(output: "/out", roots: roots, originals: "/kept", isPlain: isPlain)
        let names = try #require(layout.names(of: "/in/d:1/a?b.jpg"))
        #expect(names.record == FilePath(record))
        #expect(names.original == FilePath(isPlain ? "/kept/d%3A1/a%3Fb.jpg" : "/kept/d:1/a?b.jpg"))
    }

    @Test func linuxFileSystemsTakeAllNames() throws {
        let folder = try TemporaryFolder()
        #expect(!AtomicFile.refusesNames(in: FilePath(folder.url.path)))
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path).isEmpty)
    }

    @Test(arguments: [Errno.invalidArgument, .illegalByteSequence])
    func aNameThatIsRefusedIsNotOurFault(errno: Errno) {
        let error = ResultsError(FolderError(.system(errno), "rename to", "/out/a:b.json"), "write", "/out/a:b.json")
        #expect(error.code == .nameRefused && error.fault == .environment)
    }
}
