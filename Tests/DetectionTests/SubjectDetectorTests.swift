import Findings
import Inference
import ModelFiles
import Testing

@testable import Detection

@Suite("What a photo is of")
struct SubjectDetectorTests {
    private static let side = 64
    private static let photo = PixelSize(width: 256, height: 128)

    /// A mask of the input that is as sure as is said of some columns, and of the rest that there is nothing.
    private static func mask(_ columns: [Range<Int>], _ value: Float = 0.9, rest: Float = 0.01) -> Tensor {
        let values = (0..<side * side).map { place in
            columns.contains { $0.contains(place % side) } && (8..<56).contains(place / side) ? value : rest
        }
        return Tensor(shape: [1, 1, side, side], values: values)
    }

    private static func model(_ tensor: Tensor, masks: Int = 7) -> FakeModel {
        FakeModel([tensor] + Array(repeating: mask([]), count: masks - 1))
    }

    private func masks(
        _ model: FakeModel, _ settings: DetectorSettings? = nil
    ) throws -> [InstanceMask] {
        let detector = try settings.map { try SubjectDetector(model, settings: $0) } ?? SubjectDetector(model)
        let size = model.description.inputSize
        let pixels = [UInt8](repeating: 90, count: size.area * 3)
        return try pixels.withUnsafeBytes { bytes in
            let placement = Placement(of: Self.photo, in: size, fit: detector.request.fit)
            return try #require(
                try detector.detect(PhotoPixels(bytes: bytes, size: size, placement: placement)).found.masks)
        }
    }

    @Test func eachPartThatTouchesNoOtherIsASubjectAtThePhotosSize() throws {
        let found = try masks(Self.model(Self.mask([4..<12, 20..<44])))
        #expect(found.map(\.label) == ["subject", "subject"] && found.allSatisfy { $0.mask.size == Self.photo })
        // The largest first; a pixel of the mask is four of the photo wide and two high.
        #expect(abs(found[0].box.x - 80) <= 2 && abs(found[0].box.right - 176) <= 2)
        #expect(abs(found[1].box.x - 16) <= 2 && abs(found[1].box.right - 48) <= 2)
        #expect(abs(found[0].box.y - 16) <= 1 && abs(found[0].box.bottom - 112) <= 1)
        #expect(abs(found[0].confidence - 0.9) < 1e-5, "the mean of its pixels")
        #expect(found[0].mask.intersectionOverUnion(found[1].mask) == 0)
    }

    @Test func crumbsAreLeftOutAndTheSettingsChooseHowManyThereAre() throws {
        // A column of 48 beside a block of 48 x 60: less than a fiftieth.
        #expect(try masks(Self.model(Self.mask([0..<60, 63..<64]))).count == 1)
        let three = Self.model(Self.mask([0..<10, 20..<34, 40..<60]))
        #expect(try masks(three).count == 3)
        let two = try masks(three, DetectorSettings(confidence: 0.5, maximumDetections: 2))
        #expect(two.count == 2 && two[0].mask.area > two[1].mask.area)
        #expect(try masks(three, DetectorSettings(confidence: 0.95)).isEmpty)
        #expect(try masks(Self.model(Self.mask([]))).isEmpty)
    }

    @Test func logitsBecomeProbabilities() throws {
        let found = try masks(Self.model(Self.mask([4..<40], 2, rest: -8)))
        #expect(found.count == 1)
        #expect(abs((found.first?.confidence ?? 0) - 0.880_797) < 1e-5, "1 / (1 + e^-2)")
        #expect(try masks(Self.model(Self.mask([4..<40], -1, rest: -8))).isEmpty)
    }

    /// A model by what a family is known by, and its family.
    struct Known: Sendable {
        var masks = 1
        var side = 64
        var input = "input"
        var isOpen = false
        var family: SubjectLayout?

        var model: FakeModel {
            let mask = Tensor(shape: [1, 1, side, side], values: [Float](repeating: 0, count: side * side))
            return FakeModel(
                Array(repeating: mask, count: masks), size: PixelSize(width: side, height: side), input: input,
                isOpen: isOpen)
        }
    }

    @Test(
        "a family is known by its masks, its names and its size",
        arguments: [
            Known(masks: 7, input: "input.1", family: .u2net), Known(masks: 6, family: .isNet),
            Known(side: 1024, family: .isNet), Known(side: 1024, input: "input_image", family: .birefnet),
            Known(side: 512, input: "pixel_values", family: .birefnet), Known(side: 512, family: .modnet),
            Known(side: 640, isOpen: true, family: .modnet),
            // PP-OCR's detector gives such a map too.
            Known(side: 640, input: "x", isOpen: true), Known(side: 320),
        ])
    func families(known: Known) throws {
        let (model, family) = (known.model, known.family)
        #expect(SubjectLayout(of: model.description) == family)
        guard family == nil else { return }
        let error = try #require(throws: DetectionError.self) { try SubjectDetector(model) }
        #expect(error.code == .layoutAmbiguous && error.message.contains("birefnet for BiRefNet"), "\(error)")
        for layout in SubjectLayout.allCases {
            #expect(SubjectLayout(of: model.description, setting: layout.setting) == layout)
        }
    }

    /// An export of another family may have the name of BiRefNet's input, but BiRefNet's gives logits.
    @Test func theNameOfAnInputAloneDecidesNothing() throws {
        let model = FakeModel([Self.mask([4..<40])], input: "input_image")
        let error = try #require(throws: DetectionError.self) { try SubjectDetector(model) }
        #expect(error.code == .layoutAmbiguous && error.message.contains("is-net for IS-Net"), "\(error)")
        #expect(try masks(model, DetectorSettings(confidence: 0.5, layout: .isNet)).count == 1)
        #expect(try masks(FakeModel([Self.mask([4..<40], 2, rest: -8)], input: "input_image")).count == 1)
        #expect(try masks(FakeModel([Self.mask([4..<40])], input: "pixel_values")).count == 1)
    }

    @Test func valuesThatAreKnownMakeAFamilyNeedless() throws {
        let plain = try #require(Normalization(mean: [0, 0, 0], deviation: [1, 1, 1]))
        let model = FakeModel([Self.mask([4..<40])], normalization: plain)
        #expect(try masks(model).count == 1)
        #expect(try SubjectDetector(model).layout == nil)
        #expect(throws: DetectionError.self) { try SubjectDetector(FakeModel([Self.mask([4..<40])])) }
    }

    @Test func refusesAnotherModelAnotherLayoutAndWhatIsCutOff() throws {
        let boxes = FakeModel([Tensor(shape: [1, 84, 100], values: [Float](repeating: 0, count: 8400))])
        let error = try #require(throws: DetectionError.self) { try SubjectDetector(boxes) }
        #expect(error.code == .taskUnsupported && error.message.contains("[1,1,64,64] is needed"), "\(error)")
        let model = Self.model(Self.mask([4..<40]))
        #expect(throws: DetectionError.self) {
            try SubjectDetector(model, settings: DetectorSettings(confidence: 0.5, layout: .yolov8))
        }
        #expect(throws: DetectionError.self) {
            try SubjectDetector(model, settings: DetectorSettings(confidence: 0.5, fit: .crop))
        }
        #expect(throws: DetectionError.self) {
            try SubjectDetector(model, settings: DetectorSettings(confidence: 0.5, classes: ["cat"]))
        }
        let boxed = DetectorSettings(confidence: 0.5, layout: .u2net)
        #expect(throws: DetectionError.self) { try YOLODetector(boxes, settings: boxed) }
    }
}

@Suite("Parts of a mask")
struct ConnectedPartsTests {
    private static let size = PixelSize(width: 6, height: 4)

    private static func parts(_ rows: [String]) -> ConnectedParts {
        ConnectedParts(of: rows.joined().map { $0 == "." ? 0.1 : 0.8 }, size: size)
    }

    @Test func cellsThatTouchAtACornerAreOnePart() {
        let parts = Self.parts(["##....", "..#...", "....##", "....##"])
        #expect(parts.all.map(\.area) == [3, 4])
        #expect(parts.all.map(\.columns) == [0...2, 4...5] && parts.all.map(\.rows) == [0...1, 2...3])
        #expect(parts.kept.map(\.area) == [4, 3])
        #expect(parts.all[0].box(grownBy: 1) == Box(left: -1, top: -1, right: 4, bottom: 3))
        #expect(parts.all.allSatisfy { abs($0.confidence - 0.8) < 1e-6 })
    }

    @Test func theOthersAreTakenOutOfAPartsValues() {
        let parts = Self.parts(["##....", "......", "....##", "....##"])
        let values = parts.values(of: parts.kept[0])
        #expect(values.count { $0 > 0 } == 4)
        #expect(values[0] == -0.5 && abs(values[3] + 0.4) < 1e-6)
    }

    @Test func nothingHasNoParts() {
        #expect(Self.parts(Array(repeating: "......", count: 4)).kept.isEmpty)
        #expect(Self.parts(Array(repeating: "######", count: 4)).kept.map(\.area) == [24])
    }
}
