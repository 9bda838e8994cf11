import Findings
import Inference
import ModelFiles

/// Reads text in photos: signs, labels, numbers on bibs.
///
/// It runs three models of PP-OCR as RapidOCR does: where lines are (version 4), whether they stand on their heads, and their
/// text (version 6). Owned by one worker, as its models are.
public final class SceneTextReader {
    private let detection: any ResizableModel
    private let angle: LineAngle?
    private let recognizer: LineRecognizer
    private let settings: SceneTextSettings

    /// A reader of loaded models, each loaded with its own ``SceneTextModel/options(_:)``.
    ///
    /// - Parameter angle: Nil where every line is to be taken as it lies.
    /// - Throws: `InferenceError` where a model is another one than it should be.
    public init(
        detection: any ResizableModel, recognition: any ResizableModel, angle: (any LoadedModel)?,
        settings: SceneTextSettings = SceneTextSettings()
    ) throws {
        self.detection = detection
        self.angle = try angle.map { angle throws(InferenceError) in try LineAngle(angle) }
        recognizer = try LineRecognizer(recognition, settings: settings)
        self.settings = settings
    }

    /// A reader of models that `load` gives, for example from a folder with ``SceneTextModel/fileName``.
    ///
    /// - Throws: What `load` throws, and `InferenceError` where a model is another one than it should be.
    public convenience init(
        settings: SceneTextSettings = SceneTextSettings(), load: (SceneTextModel) throws -> any LoadedModel
    ) throws {
        func resizable(_ kind: SceneTextModel) throws -> any ResizableModel {
            guard let model = try load(kind) as? any ResizableModel else {
                throw InferenceError(
                    .modelUnsuitable, "The model for the \(kind.rawValue) of text does not take pictures of any size.")
            }
            return model
        }
        try self.init(
            detection: resizable(.detection), recognition: resizable(.recognition), angle: load(.angle),
            settings: settings)
    }

    /// The lines of a photo, from top to bottom and from left to right; those of nothing but space are left out.
    ///
    /// - Parameters:
    ///   - pixels: 8-bit RGB, interleaved, row by row, of the upright photo.
    ///   - size: The photo's size; corners are in its pixels.
    ///   - isPrint: Whether it shows a page, a form or a receipt: parts of one word are then joined, and spaces kept that the
    ///     model doubts. The original does neither.
    /// - Throws: `InferenceError` where there are more or fewer pixels, or a model fails.
    public func lines(
        in pixels: UnsafeRawBufferPointer, size: PixelSize, isPrint: Bool = false
    ) throws -> [TextLine] {
        guard let scale = SceneScale(photo: size), let picture = picture(pixels, scale) else {
            throw InferenceError(
                .inference,
                "A photo of \(size.width)x\(size.height) pixels came with \(pixels.count) bytes. Please report this.",
                fault: .quiver)
        }
        let cuts = try turned(cuts(in: picture, scale, isPrint: isPrint), of: picture)
        return zip(cuts, try recognizer.read(cuts, of: picture, isPrint: isPrint)).compactMap { cut, reading in
            reading.text.isEmpty || reading.confidence < settings.confidence ? nil : line(cut, reading, scale)
        }
    }

    /// The picture from which lines are cut.
    private func picture(_ pixels: UnsafeRawBufferPointer, _ scale: SceneScale) -> ScenePicture? {
        guard let scaled = ScenePicture(resizing: pixels, of: scale.photo, order: .redFirst, to: scale.scaled) else {
            return nil
        }
        guard scale.picture != scale.scaled else { return scaled }
        var padded = ScenePicture(size: scale.picture, filledWith: 0)
        padded.place(scaled, x: scale.paddingX, y: scale.paddingY)
        return padded
    }

    /// Where there are lines.
    private func cuts(in picture: ScenePicture, _ scale: SceneScale, isPrint: Bool) throws -> [LineCut] {
        let input = picture.size == scale.detection ? picture : picture.resized(to: scale.detection)
        var boxes: [Quadrilateral] = []
        try input.bytes.withUnsafeBytes { pixels in
            try detection.infer(pixels, size: input.size) { outputs in
                boxes = TextBoxes.boxes(in: try TextMap(outputs, of: input.size), of: picture.size)
            }
        }
        if isPrint { boxes = TextBoxes.joined(boxes) }
        return boxes.compactMap(LineCut.init).filter { cut in
            Double(cut.size.height) >= settings.minimumHeight * Double(scale.scaled.height)
        }
    }

    /// The lines, those on their heads turned around.
    private func turned(_ cuts: [LineCut], of picture: ScenePicture) throws -> [LineCut] {
        guard let angle, settings.level == .accurate else { return cuts }
        return try cuts.map { try angle.isOnItsHead($0.pixels(of: picture)) ? $0.onItsHead : $0 }
    }

    private func line(_ cut: LineCut, _ reading: LineReading, _ scale: SceneScale) -> TextLine {
        let words = reading.words.map { word in
            TextWord(
                text: word.text, confidence: word.confidence,
                corners: cut.part(from: word.start, to: word.end).mapped(scale.photo))
        }
        return TextLine(
            text: reading.text, confidence: reading.confidence, corners: cut.corners.mapped(scale.photo), words: words,
            candidates: reading.candidates)
    }
}

/// The three models that read text in photos: PP-OCR in ONNX, as `quiver model fetch text` fetches them.
public enum SceneTextModel: String, Sendable, Hashable, CaseIterable {
    /// Where there is text.
    case detection
    /// The text of a line.
    case recognition
    /// Whether a line stands on its head.
    case angle

    /// The name of its file.
    public var fileName: String {
        switch self {
        case .detection: "ppocr_v4_det.onnx"
        case .recognition: "ppocr_v6_rec.onnx"
        case .angle: "ppocr_cls.onnx"
        }
    }

    /// How the model is to be loaded, on the device and with the precision, threads and cache of common options.
    ///
    /// A precision that is left to the engine becomes 32 bits: with bfloat16 one line of six is read otherwise.
    public func options(_ common: EngineOptions) -> EngineOptions {
        var options = common
        if options.precision == .auto { options.precision = .fp32 }
        options.normalization = Normalization(mean: [0.5, 0.5, 0.5], deviation: [0.5, 0.5, 0.5])
        switch self {
        case .detection:
            let sides = SceneScale.detectionStep...SceneScale.longestDetectionSide
            options.inputSizes = InputSizes(width: sides, height: sides)
            options.inputSize = nil
        case .recognition:
            options.inputSizes = InputSizes(
                width: LineInput.leastWidth...LineInput.greatestWidth, height: LineInput.height...LineInput.height)
            options.inputSize = nil
        case .angle:
            options.inputSizes = nil
            options.inputSize = LineAngle.inputSize
        }
        return options
    }
}

/// What is asked of the reading of text in photos.
public struct SceneTextSettings: Hashable, Sendable, Codable {
    /// Lines that are read with less than this, 0 to 1, are left out.
    public var confidence: Double
    /// Lines lower than this share of the photo's height are left out before they are read.
    public var minimumHeight: Double
    /// How many other readings are given with each line; 0 for none, which is quicker.
    public var candidates: Int
    /// `fast` takes every line as it lies; `accurate` looks at each whether it stands on its head.
    public var level: TextLevel

    /// Settings of which those left out are the ones that the models were published with.
    public init(
        confidence: Double = 0.5, minimumHeight: Double = 0, candidates: Int = 0, level: TextLevel = .accurate
    ) {
        self.confidence = confidence
        self.minimumHeight = minimumHeight
        self.candidates = candidates
        self.level = level
    }
}
