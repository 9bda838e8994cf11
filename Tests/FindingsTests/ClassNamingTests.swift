import Testing

@testable import Findings

@Suite struct ClassNamingTests {
    private static let model = ["car", "motorbike", "bus", "motorcycle", "car"]

    @Test(
        arguments: [
            ([:], ["car", "motorbike", "bus", "motorcycle", "car"], [0, 1, 2, 3, 4]),
            ([1: "motorcycle"], ["car", "motorcycle", "bus", "car"], [0, 1, 2, 1, 3]),
            ([0: "vehicle", 2: "vehicle"], ["vehicle", "motorbike", "motorcycle", "car"], [0, 1, 0, 2, 3]),
            ([2: nil, 3: nil], ["car", "motorbike", "car"], [0, 1, nil, nil, 2]),
            ([0: "bus", 2: "car"], ["bus", "motorbike", "car", "motorcycle"], [0, 1, 2, 3, 2]),
            ([9: "x"], ["car", "motorbike", "bus", "motorcycle", "car"], [0, 1, 2, 3, 4]),
        ] as [([Int: String?], [String], [Int?])])
    func aListBecomesAnother(renamed: [Int: String?], names: [String], places: [Int?]) {
        let naming = ClassNaming(of: Self.model, renamed: renamed)
        #expect(naming.names == names && naming.places == places)
        #expect(naming.joinsClasses == (places.compactMap { $0 }.count > names.count))
    }

    @Test func namesAloneSayWhichClassesAreMeant() {
        let naming = ClassNaming(of: Self.model, renamed: ["motorbike": "motorcycle", "car": nil, "lynx": "cat"])
        #expect(naming.names == ["motorcycle", "bus"] && naming.places == [nil, 0, 1, 0, nil])
        #expect(naming[1]?.name == "motorcycle" && naming[0] == nil && naming[9] == nil && naming[-1] == nil)
    }

    @Test func findingsAreRenamedLeftOutAndClassesAdded() throws {
        let box = Box(x: 0, y: 0, width: 2, height: 2)
        let boxes = FindingList.detections([
            Detection(label: "a", classId: 0, confidence: 0.9, box: box),
            Detection(label: "b", classId: 1, confidence: 0.8, box: box),
        ])
        let renamed = boxes.renamed { $0.label == "a" ? ("z", 7) : nil }
        #expect(renamed.detections?.map(\.label) == ["z"] && renamed.detections?.first?.classId == 7)
        let scores = FindingList.classes([
            ClassScore(label: "a", confidence: 0.5), ClassScore(label: "b", confidence: 0.3),
            ClassScore(label: "c", confidence: 0.25),
        ])
        let joined = try #require(scores.renamed { ($0.label == "a" ? "a" : "z", 0) }.classes)
        #expect(joined.map(\.label) == ["z", "a"] && abs((joined.first?.confidence ?? 0) - 0.55) < 1e-9)
        // What has no class stays as it is.
        let page = FindingList([Page]())
        #expect(page.renamed { _ in nil } == page)
    }
}
