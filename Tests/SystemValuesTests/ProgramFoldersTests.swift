import SystemPackage
import Testing

@testable import SystemValues

/// Where the files lie that come with the program, told from the executable alone.
@Suite struct ProgramFoldersTests {
    @Test(
        arguments: [
            ("/usr/bin/quiver", "/usr"), ("/opt/quiver-1.0/bin/quiver", "/opt/quiver-1.0"),
            ("/home/ana/.local/bin/quiver", "/home/ana/.local"), (nil, "/usr"),
        ] as [(FilePath?, FilePath)])
    func anInstalledTreeIsWhole(executable: FilePath?, tree: FilePath) {
        let folders = ProgramFolders(executable: executable)
        #expect(folders.program == tree.appending("bin") && folders.checkout == nil && folders.fetchedEngine == nil)
        #expect(folders.libraries == tree.appending("lib/quiver"))
        #expect(folders.models == [tree.appending("share/quiver/models")])
        #expect(folders.publicModels == folders.models)
    }

    @Test(
        arguments: [
            "/src/quiver/.build/release/quiver", "/src/quiver/.build/x86_64-unknown-linux-gnu/debug/quiver",
            "/src/quiver/.build/package/release/quiver",
        ] as [FilePath])
    func aCheckoutHasItsOwn(executable: FilePath) {
        let folders = ProgramFolders(executable: executable)
        #expect(folders.checkout == "/src/quiver")
        #expect(folders.models.last == "/src/quiver/samples/models")
        #expect(folders.publicModels.suffix(2) == ["/src/quiver/.deps/models", "/src/quiver/samples/models"])
        #expect(folders.fetchedEngine == "/src/quiver/.deps/openvino/lib")
    }

    /// The last one counts: what lies in somebody's `.build` may be a checkout itself.
    @Test func theInnermostCheckoutCounts() {
        let folders = ProgramFolders(executable: "/a/.build/b/.build/release/quiver")
        #expect(folders.checkout == "/a/.build/b")
    }

    @Test func thisProcessHasSome() {
        #expect(ProgramFolders.current.program.isAbsolute)
    }
}
