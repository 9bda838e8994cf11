import Findings
import Inference
import Testing

@testable import Detection

/// What a model of vectors answers for a photo.
@Suite struct EmbedderTests {
    private func answer(_ model: FakeModel) throws -> DetectorAnswer {
        let bytes = [UInt8](repeating: 9, count: 64 * 64 * 3)
        let size = PixelSize(width: 64, height: 64)
        let embedder = try Embedder(model, settings: DetectorSettings())
        return try bytes.withUnsafeBytes {
            try embedder.detect(
                PhotoPixels(bytes: $0, size: size, placement: Placement(of: size, in: size, fit: .stretch)))
        }
    }

    @Test(arguments: [[1, 3], [3], [1, 3, 1, 1]]) func oneRowOfNumbersIsAVector(shape: [Int]) throws {
        let found = try answer(FakeModel([Tensor(shape: shape, values: [3, 0, 4])]))
        #expect(found.embedding == Embedding([3, 0, 4]) && found.found == .classes([]))
    }

    @Test func theRowAmongOtherOutputsCounts() throws {
        let all = Tensor(shape: [1, 2, 3], values: [1, 2, 3, 4, 5, 6])
        #expect(try answer(FakeModel([all, Tensor(shape: [1, 2], values: [1, 1])])).embedding == Embedding([1, 1]))
    }

    @Test(arguments: [[[1, 2, 3]], [[1, 2], [1, 4]], [[1, 1]], []] as [[[Int]]])
    func otherModelsAreRefused(shapes: [[Int]]) {
        let outputs = shapes.map { Tensor(shape: $0, values: [Float](repeating: 1, count: $0.reduce(1, *))) }
        let error = #expect(throws: DetectionError.self) {
            try Embedder(FakeModel(outputs), settings: DetectorSettings())
        }
        #expect(error?.code == .taskUnsupported)
    }

    @Test(arguments: [[0, 0, 0], [.nan, 1, 2]] as [[Float]]) func noDirectionIsThePhotosFault(values: [Float]) {
        let error = #expect(throws: DetectionError.self) {
            try answer(FakeModel([Tensor(shape: [1, 3], values: values)]))
        }
        #expect(error?.code == .output && error?.fault == .input)
    }

    @Test func looksWhereClassifiersLook() throws {
        let model = FakeModel([Tensor(shape: [1, 3], values: [1, 2, 3])], metadata: ["crop_pct": "0.9"])
        #expect(try Embedder(model, settings: DetectorSettings()).request.middle == 0.9)
        #expect(try Embedder(model, settings: DetectorSettings(fit: .letterbox)).request.middle == nil)
    }
}
