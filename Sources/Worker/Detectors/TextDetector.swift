import Detection
import Findings
import Inference
import Reading
import TextLayout
import WorkerProtocol

/// Reads text: pages with Tesseract, photos of anything else with PaddleOCR.
final class TextDetector: Detector {
    let request = PixelRequest.wholePhoto
    /// Empty: lines have no classes.
    let classNames: [String] = []
    private let pages: TesseractReader?
    private let scenes: SceneTextReader?
    private let maximum: Int
    /// Whether PaddleOCR knows the language: it has no accents.
    private let readsTables: Bool

    /// - Parameters:
    ///   - pages: Nil where Tesseract is not wanted.
    ///   - scenes: Nil where PaddleOCR is not wanted.
    ///   - languages: Tesseract's, by its own codes.
    init(pages: TesseractReader?, scenes: SceneTextReader?, languages: [String], maximum: Int) {
        readsTables = languages == ["eng"]
        self.pages = pages
        self.scenes = scenes
        self.maximum = maximum
    }

    /// With both readers the one that suits what the pixels show; the answer says which it was.
    func detect(_ pixels: PhotoPixels) throws -> DetectorAnswer {
        let clock = ContinuousClock()
        let start = clock.now
        let (lines, reader) = try read(pixels)
        return DetectorAnswer(
            found: .texts(Array(lines.prefix(maximum))), infer: clock.now - start, decode: .zero, reader: reader)
    }

    private func read(_ pixels: PhotoPixels) throws -> (lines: [TextLine], reader: TextEngine) {
        if pages == nil, scenes == nil { return ([], .layer) }
        guard let pages else { return (try scenes?.lines(in: pixels.bytes, size: pixels.size) ?? [], .paddleocr) }
        if let scenes, !PageLikeness.isPage(pixels.bytes, size: pixels.size) {
            return (try scenes.lines(in: pixels.bytes, size: pixels.size), .paddleocr)
        }
        let (page, isTable) = try Self.withoutRules(pixels) { bytes, isTable in
            let text = try pages.lines(in: bytes, size: pixels.size, isTable: isTable)
            return (text.lines, isTable || text.isSparse)
        }
        let isCoarse = Self.confidence(of: page) < Self.leastConfidence
        guard let scenes, isCoarse || isTable && readsTables else { return (page, .tesseract) }
        // Coarse print, and the single words and numbers of tables: the other reader bears them better.
        let scene = try scenes.lines(in: pixels.bytes, size: pixels.size, isPrint: true)
        // PaddleOCR knows no columns, however sure it is of their words.
        if let agreement = ReadingOrder.agreement(of: scene, with: page), agreement < Self.leastAgreement {
            return (page, .tesseract)
        }
        let least = Self.certainty(of: page) * (isTable && readsTables ? Self.tableShare : 1)
        return Self.certainty(of: scene) > least ? (scene, .paddleocr) : (page, .tesseract)
    }

    /// Lends the pixels with the lines of tables painted over, between which Tesseract would leave words unread.
    private static func withoutRules<Result>(
        _ pixels: PhotoPixels, _ body: (_ bytes: UnsafeRawBufferPointer, _ isTable: Bool) throws -> Result
    ) rethrows -> Result {
        let text = Double(pixels.size.height) / linesOfPage
        let rules = PageRules(pixels: pixels.bytes, size: pixels.size, textHeight: text).withoutStems(textHeight: text)
        guard rules.horizontal.count >= 2, rules.vertical.count >= 2 else { return try body(pixels.bytes, false) }
        var copy = Array(pixels.bytes)
        return try copy.withUnsafeMutableBytes { bytes in
            rules.erase(from: bytes, size: pixels.size)
            return try body(UnsafeRawBufferPointer(bytes), true)
        }
    }

    /// Of tables PaddleOCR's answer is taken where it is sure of at least this share of what Tesseract is sure of.
    private static let tableShare = 0.8
    /// PaddleOCR's answer is not taken where fewer of the common words stand in the page's order: two columns have a half.
    private static let leastAgreement = 0.75
    /// How many lines of ordinary text fit on a page, one below the other.
    private static let linesOfPage = 60.0
    /// Under this mean confidence Tesseract's answer is not taken without a second one.
    private static let leastConfidence = 0.85

    /// The mean confidence of lines, each as heavy as it is long; 0 where there are none.
    private static func confidence(of lines: [TextLine]) -> Double {
        let count = lines.reduce(0) { $0 + $1.text.count }
        return count == 0 ? 0 : certainty(of: lines) / Double(count)
    }

    /// The sum of the confidences of all characters.
    private static func certainty(of lines: [TextLine]) -> Double {
        lines.reduce(0) { $0 + $1.confidence * Double($1.text.count) }
    }
}

extension DetectorRecipe {
    /// Text, of Tesseract's data, PaddleOCR's three models, or both.
    static let text = DetectorRecipe(
        follows: .flatPages,
        folders: { plan in
            !plan.settings.text.engine.readsPages ? [] : [(try? LanguageData())?.folder].compactMap { $0 }
        },
        make: { models in
            let (plan, settings) = (models.plan, models.plan.settings)
            var (pages, scenes): (TesseractReader?, SceneTextReader?)
            if settings.text.engine.readsPages { pages = try TesseractReader(settings: plan.tesseractSettings) }
            if settings.text.engine.readsScenes {
                scenes = try SceneTextReader(settings: plan.sceneTextSettings) { kind in
                    guard let model = try models.load(kind.role, kind.options(plan.commonOptions)) else {
                        throw PipelineError(
                            .modelRefused,
                            "PaddleOCR's model for the \(kind.rawValue) of text is missing; run scripts/models",
                            fault: .input)
                    }
                    return model
                }
            }
            return TextDetector(
                pages: pages, scenes: scenes, languages: settings.text.languages, maximum: settings.maxDetections)
        })
}

extension SceneTextModel {
    fileprivate var role: ModelNeed.Role {
        switch self {
        case .detection: .main
        case .recognition: .recognizer
        case .angle: .orienter
        }
    }
}

extension WorkPlan.Detector {
    fileprivate var tesseractSettings: TesseractSettings {
        var chosen = TesseractSettings()
        chosen.languages = settings.text.languages
        chosen.level = settings.text.level == .fast ? .fast : .accurate
        chosen.candidates = settings.text.candidates
        chosen.minimumHeight = settings.text.height
        chosen.confidence = settings.confidence ?? chosen.confidence
        chosen.words = settings.text.words
        return chosen
    }

    fileprivate var sceneTextSettings: SceneTextSettings {
        var chosen = SceneTextSettings()
        chosen.confidence = settings.confidence ?? chosen.confidence
        chosen.minimumHeight = settings.text.height
        chosen.candidates = settings.text.candidates
        chosen.level = settings.text.level == .fast ? .fast : .accurate
        return chosen
    }
}
