import Foundation
import JSONTree
import TestSupport
import Testing

@testable import Findings

/// What holds of each kind in the table of kinds.
@Suite struct FindingKindTests {
    private static let photo = PixelSize(width: 400, height: 200)

    @Test func noTwoHaveOneName() {
        let names = FindingList.kinds.map { $0.listName }
        #expect(Set(names).count == names.count)
        #expect(Set(KindExamples.json.keys) == Set(names))
        #expect(Set(DetectorTask.allCases.map(\.nothing.name)) == Set(names), "no task looks for a kind")
    }

    @Test(arguments: FindingList.kinds) func anEmptyListKeepsItsKind(kind: any FindingKind.Type) throws {
        let empty = kind.empty
        let again = try JSONDecoder().decode(FindingList.self, from: try JSONEncoder().encode(empty))
        let region = Region(Box(x: 1, y: 2, width: 3, height: 4))
        for list in [empty, again, empty.first(0), empty.mapped(from: region, in: Self.photo)] {
            #expect(list == empty && list.name == kind.listName && list.kind == kind && list.items.isEmpty)
        }
        for other in FindingList.kinds {
            #expect((kind.empty == other.empty) == (other == kind))
            #expect(other.isThere(in: empty) == (other == kind), "\(other) in an empty list of \(kind)")
        }
        #expect(
            String(decoding: try JSONEncoder().encode(empty), as: UTF8.self) == #"{"\#(kind.listName)":[]}"#)
    }

    @Test(arguments: FindingList.kinds) func aFindingIsWrittenAndReadAgain(kind: any FindingKind.Type) throws {
        let list = try kind.example
        let one = try #require(list.items.first as? any FindingKind)
        #expect(list.kind == kind && list.items.count == 1 && one.isWellFormed)
        #expect(one.written.line == KindExamples.json[kind.listName])
        let again = try JSONDecoder().decode(FindingList.self, from: try JSONEncoder().encode(list))
        #expect(again == list && list != kind.empty)
        #expect(list.answers.count == 1 && list.gist != kind.empty.gist)
    }

    /// What has no text of its own can only be found by what it is.
    @Test(arguments: FindingList.kinds) func aFindingIsSearchedForByWhatItHas(kind: any FindingKind.Type) throws {
        let one = try #require(try kind.example.items.first)
        let first = try #require(one.searchTexts.first)
        #expect(first.source == (one.reading == nil ? .label : .reading))
        #expect(first.text == one.reading ?? one.label && !first.text.isEmpty)
        #expect(first.parts.isEmpty == (one.region == nil))
        for text in one.searchTexts {
            #expect(text.parts.allSatisfy { $0.characters.upperBound <= text.text.count && !$0.characters.isEmpty })
        }
    }

    /// Every place that a finding names is moved, whatever the key that it stands under.
    @Test(arguments: FindingList.kinds) func eachPlaceIsMovedToAnotherFrame(kind: any FindingKind.Type) throws {
        let places = FramedPlaces(.normalized, in: Self.photo)
        let one = try #require(try kind.example.items.first as? any FindingKind)
        let moved = try one.moved(places)
        #expect(moved.points.count == one.points.count)
        for (new, old) in zip(moved.points, one.points) {
            #expect(new.distance(to: CoordinateFrame.normalized.point(old, in: Self.photo)) < 1e-6)
        }
        #expect(moved.silhouette == one.silhouette)
    }

    @Test(arguments: FindingList.kinds) func aFindingMovesWithItsRegion(kind: any FindingKind.Type) throws {
        let list = try kind.example
        let region = Region(Box(x: 100, y: 50, width: 400, height: 200))
        let photo = PixelSize(width: 800, height: 400)
        let one = try #require(list.items.first)
        let moved = try #require(list.mapped(from: region, in: photo).items.first)
        #expect(moved.points.prefix(4).map { $0 - Point(x: 100, y: 50) } == Array(one.points.prefix(4)))
        // What is more than corners is not moved by a map alone.
        #expect((list.mapped { $0 } == nil) == (kind is any BoxedFinding.Type))
    }

    @Test func alienListsAreRefused() {
        for text in ["{}", #"{"things":[]}"#, #"{"masks":{}}"#, "[]"] {
            #expect(throws: DecodingError.self) {
                try JSONDecoder().decode(FindingList.self, from: Data(text.utf8))
            }
        }
    }
}

extension FindingKind {
    fileprivate static var empty: FindingList { FindingList([Self]()) }

    fileprivate static func isThere(in list: FindingList) -> Bool { list[of: Self.self] != nil }

    fileprivate static var example: FindingList {
        get throws {
            FindingList([try format.read(try JSONParser.parse(#require(KindExamples.json[listName]).utf8).value)])
        }
    }

    fileprivate var written: JSONValue { Self.format.write(self) }

    /// As it is read from its JSON in another frame.
    fileprivate func moved(_ places: FramedPlaces) throws -> any Finding {
        try Self.format.read(Self.format.move?(written, places) ?? written)
    }
}
