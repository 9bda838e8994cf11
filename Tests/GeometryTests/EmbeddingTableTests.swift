import Findings
import Geometry
import Testing

/// Vectors that are compared with each other.
@Suite struct EmbeddingTableTests {
    /// Points around so many middles, all in directions that a seed gives.
    static func clusters(
        _ classes: Int, of count: Int, size: Int, spread: Double, seed: UInt64
    ) throws -> (vectors: [Embedding], classes: [Int]) {
        var dice = Dice(state: seed)
        let middles = (0..<classes).map { _ in
            let raw = (0..<size).map { _ in dice.normal() }
            let length = raw.reduce(0) { $0 + $1 * $1 }.squareRoot()
            return raw.map { $0 / length }
        }
        let numbers = (0..<count).map { $0 % classes }
        let vectors = try numbers.map { number in
            let point = middles[number].map { Float($0 + spread * dice.normal() / Double(size).squareRoot()) }
            return try #require(Embedding(point))
        }
        return (vectors, numbers)
    }

    @Test(arguments: [2, 3, 7, 8, 13, 64, 130]) func neighboursAreThoseOfPlainArithmetic(size: Int) throws {
        let (vectors, _) = try Self.clusters(5, of: 300, size: size, spread: 1, seed: UInt64(size))
        let table = try #require(EmbeddingTable(vectors))
        let neighbours = table.neighbours(4)
        #expect(neighbours.count == 300)
        for place in stride(from: 0, to: 300, by: 17) {
            let plain = vectors.indices.filter { $0 != place }
                .map { (place: $0, similarity: vectors[place].similarity(to: vectors[$0])) }
                .sorted { $0.similarity > $1.similarity }
            for (found, expected) in zip(neighbours[place], plain) {
                #expect(abs(Double(found.similarity) - expected.similarity) < 1e-5)
            }
            #expect(neighbours[place].count == 4 && !neighbours[place].contains { $0.place == place })
        }
    }

    @Test func fewVectorsHaveFewNeighbours() throws {
        let (vectors, _) = try Self.clusters(1, of: 3, size: 4, spread: 1, seed: 1)
        #expect(try #require(EmbeddingTable(vectors)).neighbours(10).map(\.count) == [2, 2, 2])
        #expect(try #require(EmbeddingTable([vectors[0]])).neighbours(10) == [[]])
        #expect(try #require(EmbeddingTable([])).neighbours(10).isEmpty)
    }

    @Test func vectorsOfTwoSizesAreNoTable() throws {
        let vectors = try [#require(Embedding([1, 2])), #require(Embedding([1, 2, 3]))]
        #expect(EmbeddingTable(vectors) == nil)
    }

    /// What no photo shows is held against the vectors of one detector and model.
    @Test func aVectorOfNoPhotoIsCompared() throws {
        let vector = try #require(Embedding([3, 4]))
        let scan = try #require(EmbeddingScan(vector, detector: "look", model: [1, 2]))
        func compared(_ photos: [PhotoEmbedding]) -> (isLike: Bool, found: [Float]) {
            photos.bytes.withUnsafeBytes { row in
                var found: [Float] = []
                scan.compare(with: row) { similarity, _ in found.append(similarity) }
                return (scan.isLike(row), found)
            }
        }
        let same = PhotoEmbedding(detector: "look", model: [1, 2], vector: try #require(Embedding([1, 0])))
        let one = compared([same])
        #expect(one.isLike && one.found.count == 1 && abs(one.found[0] - 0.6) < 0.01)
        var (other, wider) = (same, same)
        other.model[0] = 9
        wider.vector = try #require(Embedding([1, 0, 0]))
        #expect(!compared([other]).isLike && compared([other]).found.isEmpty && compared([wider]).found.isEmpty)
        #expect(!compared([same, other]).isLike && compared([other, same]).found.count == 1)
        #expect(EmbeddingScan(vector, detector: String(repeating: "x", count: 256), model: []) == nil)
    }

    /// Rows are not read one by one: what is stored too long must not come first.
    @Test(arguments: [0x3F80, 0x4000, 0x7F80, 0x7FC0] as [UInt16]) func aVectorThatIsTooLongIsNotCompared(
        half: UInt16
    ) throws {
        let vector = try #require(Embedding([1, 0]))
        let row = [PhotoEmbedding(detector: "look", model: [1], vector: vector)].bytes
        let place = try #require(PhotoEmbedding.places(in: row)?.first)
        let scan = try #require(EmbeddingScan(place, in: row))
        var other = row
        other.replaceSubrange(
            place.numbers.lowerBound..<place.numbers.lowerBound + 2, with: [UInt8(half & 0xFF), UInt8(half >> 8)])
        var found: [Float] = []
        other.withUnsafeBytes { scan.compare(with: $0) { similarity, _ in found.append(similarity) } }
        #expect(found == (half == 0x3F80 ? [1] : []))
    }

    @Test func whatIsFarFromAllOthersIsAnOutlier() throws {
        var (vectors, _) = try Self.clusters(3, of: 90, size: 32, spread: 0.3, seed: 5)
        var dice = Dice(state: 77)
        vectors.insert(try #require(Embedding((0..<32).map { _ in Float(dice.normal()) })), at: 40)
        let outliers = EmbeddingTable.outliers(try #require(EmbeddingTable(vectors)).neighbours(5))
        #expect(outliers.count == 91 && outliers[0].place == 40 && outliers[0].distance > 2 * outliers[1].distance)
    }

    /// Asked for: of 5 % labels that were changed by chance among 5,000, at least 80 % within the first 8 % suggested.
    @Test(arguments: [(10, 64, 2.0), (20, 128, 2.5)]) func changedLabelsAreSuggestedFirst(
        classes: Int, size: Int, spread: Double
    ) throws {
        let count = 5_000
        let (vectors, numbers) = try Self.clusters(classes, of: count, size: size, spread: spread, seed: 3)
        var (dice, labels, changed): (Dice, [Int], Set<Int>) = (Dice(state: 9), numbers, [])
        while changed.count < count / 20 {
            let place = Int(dice.next() % UInt64(count))
            guard changed.insert(place).inserted else { continue }
            labels[place] = (numbers[place] + 1 + Int(dice.next() % UInt64(classes - 1))) % classes
        }
        let neighbours = try #require(EmbeddingTable(vectors)).neighbours(20)
        let suggestions = LabelSuggestion.all(labels.map { "class \($0)" }, neighbours: neighbours)
        let found = suggestions.prefix(count * 8 / 100).filter { changed.contains($0.place) }
        #expect(found.count * 10 >= changed.count * 8, "\(found.count) of \(changed.count)")
        let right = found.filter { $0.suggested == "class \(numbers[$0.place])" }
        #expect(right.count * 10 >= found.count * 9, "\(right.count) of \(found.count)")
    }

    @Test func whatHasNoLabelIsLeftOut() throws {
        let (vectors, _) = try Self.clusters(1, of: 4, size: 8, spread: 0.1, seed: 2)
        let neighbours = try #require(EmbeddingTable(vectors)).neighbours(3)
        #expect(LabelSuggestion.all([nil, nil, nil, "cat"], neighbours: neighbours).isEmpty)
        let found = LabelSuggestion.all(["dog", nil, "dog", "cat"], neighbours: neighbours)
        #expect(found.map(\.place) == [3] && found[0].suggested == "dog" && found[0].share == 1)
    }
}

/// Chance from a seed: SplitMix64.
struct Dice {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// A number of about the normal distribution: the sum of twelve even ones.
    mutating func normal() -> Double {
        (0..<12).reduce(-6.0) { sum, _ in sum + Double(next() >> 11) / Double(1 << 53) }
    }
}
