import Findings
import Inference
import ModelFiles
import Testing

@testable import Reading

@Suite("The reader of text in photos")
struct SceneTextReaderTests {
    private let size = PixelSize(width: 800, height: 800)

    private func lines(
        probability: Float = 0.75, angle: Float = 0, size: PixelSize? = nil, bytes: Int? = nil,
        settings: SceneTextSettings = SceneTextSettings()
    ) throws -> [TextLine] {
        let reader = try SceneTextReader(
            detection: FakeSceneModel.detection(), recognition: FakeSceneModel.recognition(probability),
            angle: FakeSceneModel.angle(angle), settings: settings)
        let size = size ?? self.size
        return try [UInt8](repeating: 200, count: bytes ?? max(size.area, 0) * 3).withUnsafeBytes {
            try reader.lines(in: $0, size: size)
        }
    }

    @Test("gives lines with words in the photo's pixels")
    func photo() throws {
        let line = try #require(try lines().first)
        #expect(line.text == "a b" && line.confidence == 0.75)
        #expect(line.words.map(\.text) == ["a", "b"])
        #expect(abs(line.corners.bounds.y + line.corners.bounds.height / 2 - 400) < 5)
        #expect(abs(line.corners.bounds.x + line.corners.bounds.width / 2 - 400) < 5)
        #expect(line.words[0].corners.bounds.right <= line.words[1].corners.bounds.x)
    }

    @Test("gives the corners of lines on their heads as they are read", arguments: [(0.95, true), (0.9, false)])
    func heads(probability: Float, isTurned: Bool) throws {
        let corners = try #require(try lines(angle: probability).first).corners
        #expect((corners.topLeft.x > corners.topRight.x) == isTurned)
        let fast = try lines(angle: probability, settings: SceneTextSettings(level: .fast))
        #expect(try #require(fast.first).corners.topLeft.x < 400)
    }

    @Test("scales large photos down, and their corners back")
    func large() throws {
        let line = try #require(try lines(size: PixelSize(width: 4000, height: 3000)).first)
        #expect(abs(line.corners.bounds.x + line.corners.bounds.width / 2 - 2000) < 10)
        #expect(abs(line.corners.bounds.y + line.corners.bounds.height / 2 - 1500) < 10)
    }

    @Test("leaves out what is not sure or not high enough")
    func settings() throws {
        #expect(try lines(probability: 0.49).isEmpty)
        #expect(try lines(probability: 0.49, settings: SceneTextSettings(confidence: 0.4)).count == 1)
        #expect(try lines(settings: SceneTextSettings(minimumHeight: 0.1)).count == 1)
        #expect(try lines(settings: SceneTextSettings(minimumHeight: 0.5)).isEmpty)
        #expect(try lines(settings: SceneTextSettings(candidates: 2)).first?.candidates != nil)
    }

    @Test(
        "takes photos of any size",
        arguments: [[1, 1], [1, 3000], [3000, 1], [20, 5000], [5000, 20], [31, 31]])
    func extremes(sides: [Int]) throws {
        let size = PixelSize(width: sides[0], height: sides[1])
        for line in try lines(size: size) {
            for corner in line.corners.corners + line.words.flatMap(\.corners.corners) {
                #expect((0...Double(size.width)).contains(corner.x) && (0...Double(size.height)).contains(corner.y))
            }
        }
    }

    @Test("refuses pixels that do not fit the size", arguments: [(800, 5), (0, 0), (-3, 9)])
    func wrong(side: Int, bytes: Int) {
        let error = #expect(throws: InferenceError.self) {
            try lines(size: PixelSize(width: side, height: side), bytes: bytes)
        }
        #expect(error?.fault == .quiver)
    }

    @Test("refuses models that are others")
    func otherModels() {
        let (detection, recognition) = (FakeSceneModel.detection(), FakeSceneModel.recognition())
        #expect(throws: InferenceError.self) {
            try SceneTextReader(detection: detection, recognition: detection, angle: nil)
        }
        #expect(throws: InferenceError.self) {
            try SceneTextReader(detection: detection, recognition: recognition, angle: recognition)
        }
        let wrong = FakeSceneModel { _ in Tensor(shape: [1, 3], values: [0, 0, 0]) }
        #expect(throws: InferenceError.self) {
            let reader = try SceneTextReader(detection: wrong, recognition: recognition, angle: nil)
            _ = try [UInt8](repeating: 0, count: 300).withUnsafeBytes {
                try reader.lines(in: $0, size: PixelSize(width: 10, height: 10))
            }
        }
    }
}
