import Findings
import Foundation
import Geometry
import Testing

/// The plane in which vectors lie farthest apart, and the vectors as rows have them.
@Suite struct EmbeddingPlaneTests {
    private func found(in vectors: [Embedding]) -> EmbeddingPlane? {
        EmbeddingPlane(size: vectors.first?.count ?? 0) { body in
            for vector in vectors {
                vector.bytes.withUnsafeBytes { bytes in
                    if let start = bytes.baseAddress { body(start) }
                }
            }
        }
    }

    private func places(_ vectors: [Embedding], in plane: EmbeddingPlane) throws -> [[Double]] {
        try vectors.map { vector in
            let (x, y) = try vector.bytes.withUnsafeBytes { plane.place(of: try #require($0.baseAddress)) }
            return [Double(x), Double(y)]
        }
    }

    /// How much places differ along each axis, and how much both go together.
    private func spread(_ places: [[Double]]) -> (x: Double, y: Double, both: Double) {
        places.reduce((0, 0, 0)) { ($0.0 + $1[0] * $1[0], $0.1 + $1[1] * $1[1], $0.2 + $1[0] * $1[1]) }
    }

    @Test("no other plane shows more of the differences", arguments: [2, 3, 7, 8, 13, 64, 130], [40, 3_000])
    func isTheBest(size: Int, count: Int) throws {
        let (vectors, _) = try EmbeddingTableTests.clusters(5, of: count, size: size, spread: 0.7, seed: UInt64(size))
        let plane = try #require(found(in: vectors))
        #expect(plane.count == count)
        let own = spread(try places(vectors, in: plane))
        #expect(own.x >= own.y && abs(own.both) < 0.01 * own.x)
        // What all differ by, about their mean.
        let values = vectors.map { $0.values.map(Double.init) }
        let mean = (0..<size).map { column in values.reduce(0) { $0 + $1[column] } / Double(count) }
        let centred = values.map { row in zip(row, mean).map { $0 - $1 } }
        let all = centred.reduce(0) { $0 + $1.reduce(0) { $0 + $1 * $1 } }
        #expect(abs(plane.share - (own.x + own.y) / all) < 0.02)
        // No direction among many shows more than the first axis does.
        var dice = Dice(state: 9)
        for _ in 0..<50 {
            let raw = (0..<size).map { _ in dice.normal() }
            let length = raw.reduce(0) { $0 + $1 * $1 }.squareRoot()
            let along = centred.reduce(0) { sum, row in
                let one = zip(row, raw).reduce(0) { $0 + $1.0 * $1.1 } / length
                return sum + one * one
            }
            #expect(along <= own.x * 1.001)
        }
    }

    @Test("clusters that differ most lie apart, and the same vectors give the same plane")
    func clustersLieApart() throws {
        let (vectors, classes) = try EmbeddingTableTests.clusters(3, of: 600, size: 48, spread: 0.4, seed: 4)
        let first = try places(vectors, in: try #require(found(in: vectors)))
        #expect(first == (try places(vectors, in: try #require(found(in: vectors)))))
        let middles = (0..<3).map { number in
            let own = zip(first, classes).filter { $0.1 == number }.map(\.0)
            return own.reduce([0, 0]) { [$0[0] + $1[0], $0[1] + $1[1]] }.map { $0 / Double(own.count) }
        }
        let nearest = first.map { place in
            (0..<3).min { one, other in
                hypot(place[0] - middles[one][0], place[1] - middles[one][1])
                    < hypot(place[0] - middles[other][0], place[1] - middles[other][1])
            }
        }
        #expect(zip(nearest, classes).filter { $0 == $1 }.count > 590)
    }

    @Test("few vectors, and such that are all the same, have a plane too", arguments: [1, 2, 5])
    func fewHaveOne(count: Int) throws {
        let vectors = try (0..<count).map { _ in try #require(Embedding([1, 2, 3])) }
        let plane = try #require(found(in: vectors))
        #expect(plane.share == 0)
        #expect(try places(vectors, in: plane).allSatisfy { abs($0[0]) < 1e-3 && abs($0[1]) < 1e-3 })
        #expect(found(in: []) == nil)
    }

    @Test("in a photo's row the first vector of each maker is found, and none that is too long")
    func rowsAreRead() throws {
        let one = try #require(Embedding([1, 0, 0]))
        let other = try #require(Embedding([0, 1, 0]))
        func thing(_ index: Int) -> DetectorResult.Parent { .init(detector: "things", index: index) }
        let rows = [
            [PhotoEmbedding(detector: "look", model: [1], vector: one)],
            [PhotoEmbedding(detector: "look", model: [1], vector: other)],
            [
                PhotoEmbedding(detector: "look", model: [2], vector: one),
                PhotoEmbedding(detector: "parts", model: [1], parent: thing(0), vector: other),
                PhotoEmbedding(detector: "parts", model: [1], parent: thing(1), vector: one),
            ],
        ].map(\.bytes)
        var finder = EmbeddingFinder()
        func makers(_ bytes: [UInt8]) -> [EmbeddingFinder.Maker] {
            bytes.withUnsafeBytes { row in finder.first(in: row).map(\.maker) }
        }
        #expect(makers(rows[0]).map(\.detector) == ["look"] && makers(rows[1]) == makers(rows[0]))
        #expect(makers(rows[2]).map(\.detector) == ["look", "parts"] && makers(rows[2]).map(\.size) == [3, 3])
        #expect(makers(rows[2])[0] != makers(rows[0])[0])
        var long = rows[1]
        long[long.count - 3] = 0x40
        #expect(makers(long).isEmpty && makers(Array(long.dropLast())).isEmpty && makers([]).isEmpty)
        var narrow = EmbeddingFinder(makers(rows[0])[0])
        #expect(rows.map { $0.withUnsafeBytes { narrow.first(in: $0).count } } == [1, 1, 0])
    }
}
