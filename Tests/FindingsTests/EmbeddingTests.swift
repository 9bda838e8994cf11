import Findings
import Foundation
import Testing

/// Vectors of photos: what is kept of a model's numbers.
@Suite struct EmbeddingTests {
    private static func values(_ count: Int, _ step: Int) -> [Float] {
        (0..<count).map { Float(($0 * step + 7) % 101) / 50 - 1 }
    }

    @Test(arguments: [1, 2, 7, 512, 1_280]) func hasLengthOneAndLosesLittle(count: Int) throws {
        let (first, second) = (Self.values(count, 37), Self.values(count, 53))
        let (one, other) = (try #require(Embedding(first)), try #require(Embedding(second)))
        func plain(_ a: [Float], _ b: [Float]) -> Double { zip(a, b).reduce(0) { $0 + Double($1.0) * Double($1.1) } }
        let cosine = plain(first, second) / (plain(first, first) * plain(second, second)).squareRoot()
        #expect(abs(one.similarity(to: other) - cosine) < 0.005)
        #expect(abs(one.similarity(to: one) - 1) < 0.005)
        #expect(count < 512 || abs(one.similarity(to: other) - cosine) < 0.001)
    }

    @Test(arguments: [[], [0, 0], [.nan, 1], [.infinity, 1]] as [[Float]])
    func whatHasNoDirectionIsNoVector(values: [Float]) {
        #expect(Embedding(values) == nil)
    }

    @Test func tooManyNumbersAreNoVector() {
        #expect(Embedding([Float](repeating: 1, count: Embedding.most + 1)) == nil)
        #expect(Embedding([Float](repeating: 1, count: Embedding.most)) != nil)
    }

    @Test func isKeptAndAnsweredAsItIs() throws {
        let vector = try #require(Embedding(Self.values(130, 37)))
        #expect(vector.bytes.count == 260 && Embedding(bytes: vector.bytes) == vector)
        #expect(try JSONDecoder().decode(Embedding.self, from: JSONEncoder().encode(vector)) == vector)
    }

    /// Bytes that another program wrote, or another user.
    @Test(arguments: [[], [0x80], [0, 0], [0x80, 0x7F], [0xC0, 0x7F], [0, 0x40]] as [[UInt8]])
    func otherBytesAreNoVector(bytes: [UInt8]) {
        #expect(Embedding(bytes: bytes) == nil)
        let text = Data("\"\(Data(bytes).base64EncodedString())\"".utf8)
        #expect(throws: DecodingError.self) { try JSONDecoder().decode(Embedding.self, from: text) }
    }

    private func photo() throws -> [PhotoEmbedding] {
        let vector = try #require(Embedding(Self.values(9, 37)))
        let other = try #require(Embedding(Self.values(4, 53)))
        return [
            PhotoEmbedding(detector: "look", model: Array(1...32), vector: vector),
            PhotoEmbedding(
                detector: "Ansicht ä", model: [9], parent: .init(detector: "things", index: 70_000), vector: other),
        ]
    }

    @Test func vectorsOfAPhotoAreOneRowOfBytes() throws {
        let photo = try photo()
        #expect(photo[0].model == Array(1...8) && photo[1].model == [9, 0, 0, 0, 0, 0, 0, 0])
        #expect([PhotoEmbedding](bytes: photo.bytes) == photo)
        #expect([PhotoEmbedding]().bytes.isEmpty)
        let places = try #require(PhotoEmbedding.places(in: photo.bytes))
        #expect(Array(photo.bytes[places[0].numbers]) == photo[0].vector.bytes)
        #expect(places[0].maker != places[1].maker)
    }

    @Test func aRowThatIsCutOffHasNone() throws {
        let bytes = try photo().bytes
        let first = try #require(PhotoEmbedding.places(in: bytes)).first?.numbers.upperBound
        for count in 0..<bytes.count where count != first && count != 1 {
            #expect([PhotoEmbedding](bytes: Array(bytes.prefix(count))) == nil, "\(count)")
        }
        #expect([PhotoEmbedding](bytes: [2] + bytes.dropFirst()) == nil)
    }

    @Test func resultsHaveVectorsWithTheirModels() throws {
        let vector = try #require(Embedding([1, 2]))
        var results = [
            DetectorResult(detector: "look", task: .embed, model: 1, found: .classes([])),
            DetectorResult(detector: "other", task: .classify, model: 0, found: .classes([])),
        ]
        results[0].embedding = vector
        let models: [[UInt8]] = [[1], [2]]
        #expect(results.embeddings(models: models) == [PhotoEmbedding(detector: "look", model: [2], vector: vector)])
        results[0].page = 2
        #expect(results.embeddings(models: models).isEmpty)
    }
}
