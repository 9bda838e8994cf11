import Findings
import JSONTree
import TestSupport
import Testing

@testable import Results

/// What holds of each kind of finding in records, tables and reviews.
@Suite struct RecordKindsTests {
    private static func record(_ kind: any FindingKind.Type, empty: Bool = false) throws -> Record {
        var record = Samples.done
        record.photo.image = .init(width: 400, height: 200, orientation: 1, format: "png")
        let task = try #require(DetectorTask.allCases.first { $0.nothing.kind == kind })
        let found = try empty ? kind.empty : kind.example
        record.photo.results = [DetectorResult(detector: "d", task: task, model: 0, found: found)]
        return record
    }

    @Test(arguments: FindingList.kinds, [false, true])
    func aRecordHasTheListOfTheKindAlone(kind: any FindingKind.Type, isEmpty: Bool) throws {
        let record = try Self.record(kind, empty: isEmpty)
        let result = try #require(record.json["results"]?.items?.first)
        let written = FindingList.kinds.map { $0.listName }.filter { result[$0] != nil }
        #expect(written == [kind.listName])
        #expect(result[kind.listName]?.items?.count == (isEmpty ? 0 : 1))
        let again = try Record.decode(record.line.utf8)
        #expect(again == record && again.photo.results[0].found.kind == kind)
        #expect(try JSONSchemaCheck.problems(of: record.document, against: Record.schema) == [])
    }

    @Test func aCrowdStandsInItsEntry() throws {
        let photo = PixelSize(width: 400, height: 200)
        var record = try Self.record(Pose.self)
        #expect(record.json["results"]?.items?.first?["crowded"] == nil)
        record.photo.results[0].crowd = Crowd(faces: 29, bodies: 25, mask: RunLengthMask(size: photo) { x, _ in x < 9 })
        let crowded = try #require(record.json["results"]?.items?.first?["crowded"])
        #expect(crowded["faces"] == .integer(29) && crowded["bodies"] == .integer(25) && crowded["mask"] != nil)
        #expect(try Record.decode(record.line.utf8) == record)
        #expect(try JSONSchemaCheck.problems(of: record.document, against: Record.schema) == [])
        // A mask is no place that a frame moves.
        let moved = try Record.decode(record.json(in: .vision).line.utf8)
        #expect(moved.photo.results[0].crowd == record.photo.results[0].crowd)
    }

    /// What rules ignore stands beside the list, in the kind's own form, and moves with it.
    @Test(arguments: FindingList.kinds) func whatIsIgnoredStandsByItself(kind: any FindingKind.Type) throws {
        var record = try Self.record(kind, empty: true)
        #expect(record.json["results"]?.items?.first?["ignored"] == nil)
        record.photo.results[0].ignored = try kind.example
        let ignored = try #require(record.json["results"]?.items?.first?["ignored"])
        #expect(ignored[kind.listName]?.items?.count == 1)
        #expect(try Record.decode(record.line.utf8) == record)
        #expect(try JSONSchemaCheck.problems(of: record.document, against: Record.schema) == [])
        #expect(record.photo.findings.isEmpty && record.boxes(of: nil).isEmpty && record.photo.detections.isEmpty)
        let moved = try Record.decode(record.json(in: .normalized).line.utf8).photo.results[0].ignored?.items ?? []
        for (new, old) in zip(moved.flatMap(\.points), try kind.example.items.flatMap(\.points)) {
            let place = CoordinateFrame.normalized.point(old, in: PixelSize(width: 400, height: 200))
            #expect(new.distance(to: place) < 1e-5)
        }
        record.photo.confidenceLevels = .usual
        let levelled = record.json["results"]?.items?.first?["ignored"]?[kind.listName]?.items?.first
        #expect((levelled?["confidence"] == nil) == (levelled?["confidenceLevel"] == nil))
    }

    /// A rule that says that a face is none must not show it.
    @Test func whatIsIgnoredIsBlurredAllTheSame() throws {
        var record = try Self.record(Detection.self)
        let label = try #require(record.photo.findings.first?.finding.label)
        let hidden = record.photo.places(of: [label])
        (record.photo.results[0].ignored, record.photo.results[0].found) = (
            record.photo.results[0].found, .detections([])
        )
        #expect(!hidden.isEmpty && record.photo.places(of: [label]) == hidden)
    }

    /// A record in another frame differs by its places alone, and read as pixels has those of the frame.
    @Test(arguments: FindingList.kinds) func eachPlaceOfARecordIsMoved(kind: any FindingKind.Type) throws {
        let record = try Self.record(kind)
        let photo = PixelSize(width: 400, height: 200)
        let moved = try Record.decode(record.json(in: .normalized).line.utf8).photo.results[0].found.items
        let wanted = record.photo.results[0].found.items.flatMap(\.points)
        #expect(moved.flatMap(\.points).count == wanted.count)
        for (new, old) in zip(moved.flatMap(\.points), wanted) {
            #expect(new.distance(to: CoordinateFrame.normalized.point(old, in: photo)) < 1e-5)
        }
    }

    @Test(arguments: FindingList.kinds) func aFindingIsARowAndABasis(kind: any FindingKind.Type) throws {
        let (record, empty) = (try Self.record(kind), try Self.record(kind, empty: true))
        let finding = try #require(record.photo.findings.first?.finding)
        let row = try #require(CSVTable.rows(of: record).first)
        let cells = Dictionary(uniqueKeysWithValues: zip(CSVTable.columns, row))
        #expect(row.count == CSVTable.columns.count && cells["label"] == finding.label)
        #expect(cells["keypoints"]?.isEmpty == finding.keypoints.isEmpty)
        #expect(cells["mask_area"] == finding.silhouette.map { "\($0.area)" } ?? "")
        #expect(cells["text"] == finding.reading.map { CSVText.cell($0) } ?? "")
        #expect(record.reviewBasis != empty.reviewBasis)
        #expect(record.boxes(of: nil).count == (kind is any BoxedFinding.Type ? 1 : 0))
    }
}

extension FindingKind {
    fileprivate static var empty: FindingList { FindingList([Self]()) }

    fileprivate static var example: FindingList {
        get throws {
            FindingList([try format.read(try JSONParser.parse(#require(KindExamples.json[listName]).utf8).value)])
        }
    }
}

extension JSONValue {
    fileprivate var items: [JSONValue]? { if case .array(let items) = self { items } else { nil } }
}
