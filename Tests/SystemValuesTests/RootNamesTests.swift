import SystemPackage
import SystemValues
import Testing

@Suite struct RootNamesTests {
    private static func names(_ roots: [(name: String, path: [UInt8])]) -> RootNames {
        RootNames(roots.map { RootName(name: $0.name, path: FilePath(rawBytes: $0.path)) })
    }

    private static let names = names([
        ("club", Array("/photos".utf8)), ("cards", Array("/photos/cards".utf8)), ("half", Array("/50%".utf8)),
    ])

    @Test(arguments: [
        ("/photos/a.jpg", "club:/a.jpg"), ("/photos", "club:"), ("/photos/day/", "club:/day/"),
        ("/photos2/a.jpg", "/photos2/a.jpg"), ("/photos/cards/a.jpg", "cards:/a.jpg"),
        ("/photos/cards2/a.jpg", "club:/cards2/a.jpg"), ("/other/photos/a.jpg", "/other/photos/a.jpg"),
        ("day/a.jpg", "day/a.jpg"), ("?4", "?4"), ("", ""), ("/photos/\u{301}a.jpg", "club:/\u{301}a.jpg"),
        ("/50%/50%.jpg", "half:/50%.jpg"), ("attic:/a.jpg", "attic:/a.jpg"),
    ])
    func aNameStandsForItsFolder(path: String, stored: String) {
        #expect(Self.names.stored(path) == stored)
        #expect(Self.names.local(stored) == path)
        #expect(Self.names.stored(Array(path.utf8)) == Array(stored.hasSuffix(":/") ? "club:".utf8 : stored.utf8))
        #expect(Self.names.local(Array(stored.utf8)) == Array(path.utf8))
        #expect(RootNames([]).stored(path) == path && RootNames([]).local(stored) == stored)
    }

    /// A host knows all absolute paths, and those of its names.
    @Test(arguments: [
        ("club:", true), ("club:/day", true), ("/elsewhere", true), ("attic:", false), ("club", false),
        ("club:day", false), ("", false),
    ])
    func whatAHostHas(stored: String, isHere: Bool) {
        #expect(Self.names.isHere(Array(stored.utf8)) == isHere)
    }

    /// The paths of the book are text, which is escaped as a whole where any part of a path is not UTF-8.
    @Test(
        arguments: [
            [], Array("/a.jpg".utf8), Array("/50%.jpg".utf8), [0x2F, 0x61, 0xFF, 0x25, 0x41], Array("/ü/".utf8),
        ] as [[UInt8]])
    func hostsAgreeWhateverTheirFoldersAreCalled(rest: [UInt8]) {
        let roots: [[UInt8]] = [
            Array("/photos".utf8), Array("/mnt/fotos für alle".utf8), Array("/50%".utf8), [0x2F, 0x66, 0xE4],
            [0x2F, 0x25, 0xE4, 0x2F, 0x61],
        ]
        let hosts = roots.map { root in
            (names: Self.names([("club", root)]), text: PercentEscape.exact(root + rest).text, bytes: root + rest)
        }
        let stored = "club:" + PercentEscape.exact(rest).text
        for host in hosts {
            #expect(host.names.stored(host.text) == stored)
            #expect(host.names.local(stored) == host.text)
            #expect(host.names.local(host.names.stored(host.bytes)) == host.bytes)
        }
    }

    @Test func aHostMayHaveTheFolderAsTheRootOfItsFiles() {
        let names = Self.names([("all", Array("/".utf8))])
        #expect(names.stored("/a/b.jpg") == "all:/a/b.jpg" && names.local("all:/a/b.jpg") == "/a/b.jpg")
        #expect(names.stored(Array("/".utf8)) == Array("all:".utf8))
        #expect(names.local(Array("all:".utf8)) == Array("/".utf8))
    }

    @Test func theOrderOfTheSettingsDoesNotMatter() {
        let (club, cards) = (("club", Array("/photos".utf8)), ("cards", Array("/photos/cards".utf8)))
        #expect(Self.names([club, cards]).stored("/photos/cards/1.jpg") == "cards:/1.jpg")
        #expect(Self.names([cards, club]).stored("/photos/cards/1.jpg") == "cards:/1.jpg")
    }
}
