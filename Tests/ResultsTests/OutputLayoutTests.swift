import SystemPackage
import Testing

@testable import Results

@Suite struct OutputLayoutTests {
    static func layout(_ folders: [FilePath], files: [FilePath] = [], originals: FilePath? = nil) throws -> OutputLayout
    {
        let roots = folders.map { OutputLayout.Root($0, isFolder: true) } + files.map { .init($0, isFolder: false) }
        return try OutputLayout(output: "/out", roots: roots, originals: originals)
    }

    @Test func keepsTheTreeOfOneFolder() throws {
        let layout = try Self.layout(["/in/photos"], originals: "/kept")
        let names = try #require(layout.names(of: "/in/photos/day1/a.jpg"))
        #expect(names.record == "/out/day1/a.jpg.json")
        #expect(names.annotated == "/out/day1/a.jpg.annotated.jpg")
        #expect(names.crop(0, label: "arrow") == "/out/day1/a.jpg.crops/001-arrow.jpg")
        #expect(names.original == "/kept/day1/a.jpg")
        #expect(layout.names(of: "/in/photos/b.jpg")?.record == "/out/b.jpg.json")
        #expect(layout.names(of: "/elsewhere/a.jpg") == nil)
    }

    @Test func putsAFileThatWasNamedItselfOnTop() throws {
        #expect(try Self.layout([], files: ["/in/day1/a.jpg"]).names(of: "/in/day1/a.jpg")?.record == "/out/a.jpg.json")
        let two = try Self.layout([], files: ["/x/a.jpg", "/y/a.jpg", "/y/b.jpg", "/z/b.jpg"])
        let records = ["/x/a.jpg", "/y/a.jpg", "/y/b.jpg", "/z/b.jpg"].map { two.names(of: $0)?.record }
        #expect(records == ["/out/x/a.jpg.json", "/out/y/a.jpg.json", "/out/y/b.jpg.json", "/out/z/b.jpg.json"])
    }

    @Test(arguments: [
        (["/in/a", "/in/b"], ["a", "b"]), (["/x/in", "/y/in", "/z/in"], ["in", "in-2", "in-3"]),
        (["/x/in", "/y/in-2", "/y/in"], ["in", "in-2", "in-3"]), (["/", "/y"], ["root", "y"]),
        (["/x/a.json", "/y/results.csv"], ["a.json.folder", "results.csv.folder"]),
    ])
    func putsTheRootsNameInFrontOfSeveral(roots: [String], prefixes: [String]) throws {
        let layout = try Self.layout(roots.map { FilePath($0) })
        for (root, prefix) in zip(roots, prefixes) {
            let record = layout.names(of: FilePath(root).appending("s/p.jpg"))?.record
            #expect(record == FilePath("/out/\(prefix)/s/p.jpg.json"))
        }
    }

    @Test func theDeepestRootHoldsAPhoto() throws {
        let layout = try Self.layout(["/in", "/in/day1", "/in"])
        #expect(layout.names(of: "/in/day1/a.jpg")?.record == "/out/day1/a.jpg.json")
        #expect(layout.names(of: "/in/day2/a.jpg")?.record == "/out/in/day2/a.jpg.json")
    }

    /// Names that were made up to collide with each other's outputs or with the run's own files.
    @Test func nothingCollides() throws {
        let layout = try Self.layout(["/in"], originals: "/out/originals")
        let photos: [FilePath] = [
            "a.jpg", "a.png", "a", "a.jpg.json", "a.jpg.annotated.jpg", "a.jpg.crops", "results", "results.csv",
            "results.jsonl",
            "a.jpg.json/a", "a.jpg.json.folder/a", "a.jpg.crops/001-arrow.jpg", "results.csv/a", "quiver.sqlite",
            "quiver.sqlite/a",
            "originals/a", "originals.folder/a", ".quiver-1-x.tmp/a", ".quiver-1-x.tmp", "day/a.jpg", "day.json/a.jpg",
        ]
        let tables = OutputFormat.all.compactMap(\.table).map { FilePath("/out").appending($0.name) }
        var files: Set<FilePath> = Set(tables + ["/out/quiver.sqlite"])
        var folders: Set<FilePath> = []
        for photo in photos {
            let names = try #require(layout.names(of: FilePath("/in").pushing(photo)))
            let crop = names.crop(0, label: "arrow")
            for file in [names.record, names.annotated, crop, try #require(names.original)] {
                #expect(files.insert(file).inserted, "\(file)")
                var folder = file.removingLastComponent()
                while folder != "/" {
                    folders.insert(folder)
                    folder.removeLastComponent()
                }
            }
        }
        #expect(files.isDisjoint(with: folders), "\(files.intersection(folders))")
    }

    @Test func resultsAmongTheInputsAreRefused() {
        #expect(throws: ResultsError.self) { try Self.layout(["/out"]) }
        #expect(throws: ResultsError.self) { try Self.layout(["/in", "/out/"]) }
        #expect(throws: ResultsError.self) { try Self.layout(["/in"], originals: "/in") }
        #expect(throws: ResultsError.self) { try Self.layout([], files: ["/out/a.jpg", "/out/a.jpg.json"]) }
        let error = #expect(throws: ResultsError.self) { try Self.layout([], files: ["/in/a.jpg"], originals: "/in") }
        #expect(error?.code == .overlap)
        #expect(error?.fault == .input)
    }

    @Test func resultsAboveTheInputsStayOutOfThem() throws {
        let layout = try Self.layout(["/out/photos"])
        #expect(layout.names(of: "/out/photos/a.jpg")?.record == "/out/a.jpg.json")
        #expect(layout.names(of: "/out/photos/photos/a.jpg")?.record == "/out/photos.folder/a.jpg.json")
        let several = try Self.layout(["/out/photos", "/in/more"])
        #expect(several.names(of: "/out/photos/a.jpg")?.record == "/out/photos-2/a.jpg.json")
    }

    @Test func aKeyGivesTheSameNamesInALaterRun() throws {
        let (first, second) = (try Self.layout(["/in/a", "/in/b"]), try Self.layout(["/in/a"]))
        let key = try #require(first.key(for: "/in/a/s/p.jpg"))
        #expect(OutputNames(key: key, output: "/out", originals: nil) == first.names(of: "/in/a/s/p.jpg"))
        let keys = [false, true].map {
            second.key(for: "/in/a/s/p.jpg", isPrefixed: $0).map { String(decoding: $0, as: UTF8.self) }
        }
        #expect(keys == ["s/p.jpg", "a/s/p.jpg"])
    }

    /// The name of the only folder stands in front as it does where there is another one.
    @Test(arguments: [
        ["/in"], ["/out/photos"], ["/x/a.json"], ["/"], ["/x/in", "/y/in"], ["/in", "/in/day1"], [],
    ])
    func aPrefixIsThatOfSeveralRoots(folders: [String]) throws {
        let (folders, files): ([FilePath], [FilePath]) = (folders.map { FilePath($0) }, ["/v/p.jpg", "/w/p.jpg"])
        let layout = try Self.layout(folders, files: files, originals: "/out/originals")
        let alone = try Self.layout(folders, originals: "/out/originals")
        let several = try Self.layout(folders + ["/nowhere"], files: files, originals: "/out/originals")
        for photo in folders.flatMap({ [$0.appending("p.jpg"), $0.appending("s").appending("p.jpg")] }) {
            let expected = several.names(of: photo)
            #expect(layout.names(of: photo, isPrefixed: true) == expected)
            #expect(alone.names(of: photo, isPrefixed: true) == expected)
            let record = try #require(expected?.record.rawBytes.dropFirst(5))
            #expect(alone.names(of: photo, record: Array(record)) == expected)
        }
        #expect(files.map { layout.names(of: $0, isPrefixed: true) } == files.map { layout.names(of: $0) })
    }

    @Test func keepsBytesThatAreNoText() throws {
        let record = try Self.layout(["/in"]).names(of: FilePath("/in").pushing(Samples.broken))?.record
        #expect(record?.rawBytes == Array("/out/".utf8) + Samples.broken.rawBytes + Array(".json".utf8))
    }
}
