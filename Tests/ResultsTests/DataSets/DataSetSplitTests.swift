import SystemPackage
import Testing

@testable import Results

@Suite struct DataSetSplitTests {
    private func split(
        _ shares: [Double] = [0.8, 0.1, 0.1], seed: Int = 0, _ grouping: DataSetSplit.Grouping = .content
    ) throws -> DataSetSplit {
        let distance = grouping == .alike ? 20 : nil
        return try #require(DataSetSplit(shares: shares, seed: seed, grouping: grouping, distance: distance))
    }

    @Test(
        arguments: [[], [1], [0.5, 0.6], [0.5, 0.4], [-0.5, 1.5], [0.25, 0.25, 0.25, 0.25], [.nan, 1]] as [[Double]])
    func sharesAreTwoOrThreeThatAreOne(shares: [Double]) { #expect(DataSetSplit(shares: shares) == nil) }

    @Test(arguments: [(.alike, nil), (.alike, -1), (.alike, 121), (.folder, 20)] as [(DataSetSplit.Grouping, Int?)])
    func onlyWhatGoesByADistanceHasOne(grouping: DataSetSplit.Grouping, distance: Int?) {
        #expect(DataSetSplit(shares: [0.5, 0.5], grouping: grouping, distance: distance) == nil)
    }

    @Test func sharesAreMet() throws {
        let split = try split()
        let parts = (0..<20_000).map { split.part(of: "content \($0)") }
        for (part, share) in zip(SplitPart.allCases, split.shares) {
            let met = Double(parts.count { $0 == part }) / 20_000
            #expect(abs(met - share) < 0.01, "\(part): \(met)")
        }
        #expect(try self.split([0, 1]).part(of: "x") == .val)
        let other = try self.split(seed: 1)
        #expect((0..<1_000).count { split.part(of: "content \($0)") != other.part(of: "content \($0)") } > 100)
    }

    /// Written once: a change would tear every set that was divided before.
    @Test func aPhotoStaysWhereItIs() throws {
        let split = try split([0.5, 0.25, 0.25])
        var groups = SplitGroups(split)
        let before = (0..<100).map { groups.part(of: "\($0)") }
        let parts = SplitPart.allCases
        #expect(before.prefix(12).map { parts.firstIndex(of: $0) } == [0, 1, 0, 0, 0, 2, 2, 0, 0, 1, 0, 1])
        for index in 100..<200 { groups.note("\(index)", in: []) }
        #expect((0..<100).map { groups.part(of: "\($0)") } == before)
    }

    /// The parts of photos with these numbers.
    private func parts(of numbers: Range<Int>, in groups: SplitGroups) -> Set<SplitPart> {
        var parts: Set<SplitPart> = []
        for number in numbers { parts.insert(groups.part(of: "content \(number)")) }
        return parts
    }

    @Test func groupsAndCopiesAreNotTorn() throws {
        var groups = SplitGroups(try split([0.5, 0.5]))
        for index in 0..<400 { groups.note("content \(index)", in: ["folder \(index / 10)"]) }
        for folder in 0..<40 {
            #expect(parts(of: folder * 10..<folder * 10 + 10, in: groups).count == 1)
        }
        #expect(parts(of: 0..<400, in: groups).count == 2)
        // A copy in another folder joins the two, whatever comes first.
        for folder in 1..<40 { groups.note("content 0", in: ["folder \(folder)"]) }
        #expect(parts(of: 0..<400, in: groups).count == 1)
    }

    @Test(arguments: [DataSetSplit.Grouping.content, .folder, .alike])
    func anExportIsDivided(grouping: DataSetSplit.Grouping) throws {
        let scene = try DataSetScene()
        try ClassList.write([DataSetScene.dogs], in: scene.results)
        for index in 0..<12 {
            let photo = try scene.photo(FilePath("day\(index % 3)/\(index).gif"))
            // Copies of one photo, by what the records say.
            let record = scene.record(of: photo, [(0, "cat")], sha256: DataSetScene.content, format: "gif")
            try scene.keep(record, as: FilePath("day\(index % 3)/\(index).gif.json"))
        }
        let summary = try #require(DataSetExport(format: "coco", copiesPhotos: true)).write(
            results: scene.results, to: scene.set,
            choosing: .init(split: split([0.5, 0.5], grouping)))
        #expect(summary.parts?.values.sorted() == [0, 12], "copies stay together")
        #expect(summary.withoutLikeness == (grouping == .alike ? 12 : nil))
        let part = try #require(summary.parts?.first { $0.value == 12 }?.key)
        #expect(scene.files(in: "images").allSatisfy { $0.hasPrefix("\(part)/day") })
        #expect(
            scene.text(FilePath("annotations-\(part).json"))?.contains("\"file_name\":\"\(part)/day0/0.gif\"") == true)
    }

    @Test(
        arguments: [
            ([.train, .val, .test], "train: images/train\nval: images/val\ntest: images/test\n"),
            ([.train, .test], "train: images/train\nval: images/train\ntest: images/test\n"),
            ([.val], "train: images/val\nval: images/val\n"),
        ] as [([SplitPart], String)])
    func trainersAreToldThePartsOfAYOLOSetThatHavePhotos(filled: [SplitPart], lines: String) throws {
        let scene = try DataSetScene()
        let parts: [SplitPart] = [.train, .val, .test]
        let table = try YOLODataSet(.init(place: scene.set, classes: [DataSetScene.dogs], parts: parts))
        for part in filled {
            let photo = try scene.photo(FilePath("\(part).jpg"))
            var row = TableRow(scene.record(of: photo, [(0, "cat")]), place: Array("d/\(part).jpg.json".utf8))
            row.part = part
            try table.append(row)
        }
        try table.finish()
        #expect(scene.files(in: "labels") == Set(filled.map { "\($0)/d/\($0).txt" }))
        #expect(scene.files(in: "images") == Set(filled.map { "\($0)/d/\($0).jpg" }))
        #expect(scene.text("data.yaml")?.hasPrefix("# made by Quiver\n\(lines)names:\n") == true)
    }
}
