import Findings
import Inference
import Testing

@testable import Detection

@Suite("A mask of people")
struct PersonSegmenterTests {
    private static let photo = PixelSize(width: 512, height: 128)

    /// A model that is as sure of the left part of its input as is said, and of the rest that nobody is there.
    private static func model(_ probability: Float, columns: Int = 64, last: Int = 1) -> FakeModel {
        let values = (0..<256 * 256).map { $0 % 256 < columns ? probability : 0 }
        return FakeModel(
            [Tensor(shape: [1, 256, 256 / last, last], values: values)], size: PixelSize(width: 256, height: 256))
    }

    private func masks(_ model: FakeModel, _ settings: DetectorSettings? = nil) throws -> [InstanceMask] {
        let detector = try settings.map { try PersonSegmenter(model, settings: $0) } ?? PersonSegmenter(model)
        let pixels = [UInt8](repeating: 90, count: 256 * 256 * 3)
        return try pixels.withUnsafeBytes { bytes in
            let size = PixelSize(width: 256, height: 256)
            let placement = Placement(of: Self.photo, in: size, fit: detector.request.fit)
            return try #require(
                try detector.detect(PhotoPixels(bytes: bytes, size: size, placement: placement)).found.masks)
        }
    }

    @Test func hasThePixelsOverAHalfAtThePhotosSize() throws {
        let found = try masks(Self.model(0.9))
        #expect(found.map(\.label) == ["person"] && found.map(\.classId) == [0])
        #expect(abs(found[0].confidence - 0.9) < 1e-5, "the mean of those pixels")
        #expect(found[0].mask.size == Self.photo)
        // A quarter of the width, and what is more than a half between the last column and the first one without.
        #expect(found[0].box.x == 0 && abs(found[0].box.right - 128) <= 2)
        #expect(found[0].box.y == 0 && found[0].box.bottom == 128)
    }

    @Test func isNoneWhereNobodyIsSeen() throws {
        #expect(try masks(Self.model(0.5)).isEmpty)
        #expect(try masks(Self.model(0.9, columns: 0)).isEmpty)
    }

    @Test func countsFromTheConfidenceOfTheSettings() throws {
        #expect(try masks(Self.model(0.7), DetectorSettings(confidence: 0.8)).isEmpty)
        #expect(try masks(Self.model(0.7), DetectorSettings(confidence: 0.6)).count == 1)
        #expect(throws: DetectionError.self) { try masks(Self.model(0.7), DetectorSettings(classes: ["cat"])) }
    }

    @Test func refusesAnotherModel() {
        #expect(throws: DetectionError.self) { try PersonSegmenter(Self.model(0.9, last: 2)) }
    }
}
