import Foundation
import Glibc
import SystemPackage
import TestSupport
import Testing

@testable import SystemValues

@Suite struct RootFolderTests {
    @Test(arguments: RootFolder.Lookup.allCases)
    func whatLiesBelowIsReached(_ lookup: RootFolder.Lookup) throws {
        let scene = try Scene(lookup)
        #expect(try scene.root.open("a/b/file").text() == "inside")
        #expect(try scene.root.status(of: "a/b/file")?.kind == .regular)
        #expect(try scene.root.status(of: "a/none") == nil)
        #expect(try scene.root.status(of: "none/none") == nil)
        #expect(try scene.root.folder("a").open("b/file").text() == "inside")
        try scene.root.makeFolders("x/y/z")
        try scene.root.makeFolders("x/y/z")
        let file = try scene.root.open("x/y/z/new", for: .creating)
        try file.descriptor.writeAll("new".utf8)
        try file.sync()
        try file.close()
        try scene.root.rename("x/y/z/new", to: "a/new", replacing: false)
        try scene.root.sync("a")
        #expect(try scene.root.open("a/new").text() == "new")
        #expect(try scene.root.names(in: "a").map(\.name.string).sorted() == ["b", "new"])
        #expect(try scene.root.remove("a/new"))
        #expect(try !scene.root.remove("a/new"))
        #expect(try scene.root.removeFolder("x/y/z"))
    }

    @Test(arguments: RootFolder.Lookup.allCases)
    func linksAreMadeAndReadAndNeverFollowed(_ lookup: RootFolder.Lookup) throws {
        let scene = try Scene(lookup)
        let target = FilePath("/nowhere/" + String(repeating: "x", count: 3000))
        try scene.root.makeLink("a/link", to: target)
        #expect(try scene.root.target(of: "a/link") == target)
        #expect(try scene.root.status(of: "a/link")?.kind == .link)
        #expect(try scene.root.target(of: "a/b/file") == nil)
        #expect(try scene.root.target(of: "a/none") == nil)
        let error = #expect(throws: FolderError.self) { try scene.root.makeLink("a/link", to: "b") }
        #expect(error?.reason == .system(.fileExists))
        try scene.root.makeLink("folder", to: "a")
        #expect(throws: FolderError.self) { try scene.root.makeLink("folder/link", to: "b") }
        #expect(throws: FolderError.self) { try scene.root.target(of: "folder/link") }
    }

    /// What can be done to a file, and which planted links concern it.
    enum Deed: String, CaseIterable {
        case read, create, update, look, enter, make, renameFrom, renameTo, remove, list, sync

        func perform(in root: RootFolder) throws {
            switch self {
            case .read: _ = try root.open("a/b/file").text()
            case .create: try root.open("a/b/file", for: .creating).close()
            case .update: try root.open("a/b/file", for: .updating).descriptor.writeAll("spoilt".utf8)
            case .look: _ = try root.status(of: "a/b/file")
            case .enter: _ = try root.folder("a/b")
            case .make: try root.makeFolders("a/b/new")
            case .renameFrom: try root.rename("a/b/file", to: "moved", replacing: true)
            case .renameTo: try root.rename("own", to: "a/b/file", replacing: true)
            case .remove: try root.remove("a/b/file")
            case .list: _ = try root.names(in: "a/b")
            case .sync: try root.sync("a/b")
            }
        }

        /// A link under the last name itself is renamed, replaced or looked at, never followed.
        var takesLastName: Bool { [.create, .look, .renameFrom, .renameTo, .remove].contains(self) }
        var isOfFolder: Bool { [.enter, .make, .list, .sync].contains(self) }
    }

    @Test(arguments: RootFolder.Lookup.allCases, Deed.allCases)
    func aPlantedLinkIsRefusedByName(_ lookup: RootFolder.Lookup, _ deed: Deed) throws {
        for place in ["a", "a/b", "a/b/file"] {
            let scene = try Scene(lookup)
            try Data("own".utf8).write(to: scene.folder["root/own"])
            try scene.plant(at: place)
            let outside = try scene.outsideFiles()
            if place == "a/b/file", deed.isOfFolder { continue }
            if place == "a/b/file", deed.takesLastName {
                if deed == .create {
                    #expect(throws: FolderError(.system(.fileExists), "write", scene.path(place))) {
                        try deed.perform(in: scene.root)
                    }
                } else {
                    try deed.perform(in: scene.root)
                }
            } else {
                let error = #expect(throws: FolderError.self) { try deed.perform(in: scene.root) }
                #expect(error?.reason == .link, "\(deed) at \(place)")
                #expect(error?.path == scene.path(place), "\(deed) at \(place)")
            }
            #expect(try scene.outsideFiles() == outside)
        }
    }

    @Test(arguments: RootFolder.Lookup.allCases)
    func noPathLeadsOut(_ lookup: RootFolder.Lookup) throws {
        let scene = try Scene(lookup)
        for path in ["..", "../outside/b/file", "a/../../outside/b/file", "/etc/passwd", "", ".", "/"] {
            let error = #expect(throws: FolderError.self) { try scene.root.open(FilePath(path)).close() }
            #expect(error?.reason == .outside, "\(path)")
        }
    }

    @Test(arguments: RootFolder.Lookup.allCases)
    func onlyRegularFilesAreOpened(_ lookup: RootFolder.Lookup) throws {
        let scene = try Scene(lookup)
        #expect(mkfifo(scene.path("pipe").string, 0o600) == 0)
        for access in [RootFolder.Access.reading, .updating] {
            let error = #expect(throws: FolderError.self) { try scene.root.open("pipe", for: access).close() }
            #expect(error?.reason == .notRegular(.special))
        }
        let folder = #expect(throws: FolderError.self) { try scene.root.open("a").close() }
        #expect(folder?.reason == .notRegular(.folder))
        #expect(throws: FolderError(.system(.fileExists), "write", scene.path("a/b/file"))) {
            try scene.root.open("a/b/file", for: .creating).close()
        }
    }

    @Test(arguments: RootFolder.Lookup.allCases)
    func aNameThatIsTakenIsKept(_ lookup: RootFolder.Lookup) throws {
        let scene = try Scene(lookup)
        let other = try RootFolder(FilePath(scene.outside.path), lookup: lookup)
        let error = #expect(throws: FolderError.self) {
            try scene.root.rename("a/b/file", to: "b/file", in: other, replacing: false)
        }
        #expect(error?.reason == .system(.fileExists))
        #expect(try scene.outsideFiles()["b/file"] == "secret")
        try scene.root.rename("a/b/file", to: "b/file", in: other, replacing: true)
        #expect(try scene.outsideFiles()["b/file"] == "inside")
    }

    @Test(arguments: RootFolder.Lookup.allCases)
    func twoFilesExchangeTheirNames(_ lookup: RootFolder.Lookup) throws {
        let scene = try Scene(lookup)
        let other = try RootFolder(FilePath(scene.outside.path), lookup: lookup)
        #expect(try scene.root.exchange("a/b/file", with: "b/file", in: other))
        #expect(try scene.outsideFiles()["b/file"] == "inside")
        #expect(try scene.root.exchange("a/b/file", with: "b/file", in: other))
        #expect(try scene.outsideFiles()["b/file"] == "secret")
        let error = #expect(throws: FolderError.self) { try scene.root.exchange("a/b/file", with: "b/none", in: other) }
        #expect(error?.isMissing == true)
    }

    @Test func aFolderThatWasReplacedIsNoticed() throws {
        let scene = try Scene(.kernel)
        #expect(scene.root.isInPlace)
        try FileManager.default.moveItem(at: scene.folder["root"], to: scene.folder["moved"])
        #expect(!scene.root.isInPlace)
        try FileManager.default.createSymbolicLink(at: scene.folder["root"], withDestinationURL: scene.outside)
        #expect(!scene.root.isInPlace)
        #expect(scene.root.lies(at: FilePath(scene.folder["moved"].path)))
        // Still the folder that was opened, and not the one behind the link.
        #expect(try scene.root.open("a/b/file").text() == "inside")
    }

    @Test func aRootMayBeALinkOnlyWhereThatIsAllowed() throws {
        let scene = try Scene(.kernel)
        let link = scene.folder["link"]
        try FileManager.default.createSymbolicLink(at: link, withDestinationURL: scene.folder["root"])
        #expect(try RootFolder(FilePath(link.path)).open("a/b/file").text() == "inside")
        let error = #expect(throws: FolderError.self) {
            try RootFolder(FilePath(link.path), followingLinks: false)
        }
        #expect(error?.reason == .link)
        #expect(error?.description.contains("symbolic link") == true)
    }

    @Test(arguments: RootFolder.Lookup.allCases)
    func namesOfAnyBytesAreReached(_ lookup: RootFolder.Lookup) throws {
        let scene = try Scene(lookup)
        let name = [CChar(bitPattern: 0xFF), 0x0A, 0].withUnsafeBufferPointer {
            $0.baseAddress.map { FilePath(platformString: $0) } ?? FilePath()
        }
        try scene.root.open(name, for: .creating).close()
        #expect(try scene.root.names().contains { FilePath(root: nil, [$0.name]) == name })
        let error = #expect(throws: FolderError.self) { try scene.root.open(name, for: .creating).close() }
        #expect(error?.description.hasSuffix("root/%FF%0A: File exists") == true)
    }
}
