import Detection
import Findings
import Inference
import Reading
import TextLayout
import WorkerProtocol

/// Reads text: pages with Tesseract, photos of anything else with PaddleOCR, and what may be either with both.
final class TextDetector: Detector {
    let request = PixelRequest.wholePhoto
    /// Empty: lines have no classes.
    let classNames: [String] = []
    private let pages: TesseractReader?
    private let scenes: SceneTextReader?
    private let maximum: Int
    /// Which lines are kept; nil for all.
    private let filter: LineFilter?
    private let layout = LayoutReader()

    /// - Parameters:
    ///   - pages: Nil where Tesseract is not wanted.
    ///   - scenes: Nil where PaddleOCR is not wanted.
    ///   - filter: Which lines are kept; nil for all.
    init(pages: TesseractReader?, scenes: SceneTextReader?, filter: LineFilter? = nil, maximum: Int) {
        self.pages = pages
        self.scenes = scenes
        self.filter = filter
        self.maximum = maximum
    }

    /// With both readers the one whose text is better; the answer says which it was.
    func detect(_ pixels: PhotoPixels) throws -> DetectorAnswer {
        let clock = ContinuousClock()
        let start = clock.now
        let (lines, reader, languages) = try read(pixels)
        let kept = filter?.lines(lines) ?? lines
        return DetectorAnswer(
            found: .texts(Array(kept.prefix(maximum))), infer: clock.now - start, decode: .zero, reader: reader,
            languages: reader == .tesseract && !languages.isEmpty ? languages : nil)
    }

    /// All lines that are read, whichever are kept of an answer.
    func lines(in pixels: PhotoPixels) throws -> [TextLine] { try read(pixels).lines }

    private func read(_ pixels: PhotoPixels) throws -> (lines: [TextLine], reader: TextEngine, languages: [String]) {
        if pages == nil, scenes == nil { return ([], .layer, []) }
        let textHeight = Double(pixels.size.height) / Self.linesOfPage
        guard let pages else {
            let lines = try scenes?.lines(in: pixels.bytes, size: pixels.size) ?? []
            guard Self.isPrint(lines) else { return (lines, .paddleocr, []) }
            let rules = PageRules(pixels: pixels.bytes, size: pixels.size, textHeight: textHeight)
            return (layout.ordered(lines, rules: rules, size: pixels.size), .paddleocr, [])
        }
        var scene: [TextLine]?
        if let scenes, !PageLikeness.isPage(pixels.bytes, size: pixels.size) {
            let lines = try scenes.lines(in: pixels.bytes, size: pixels.size)
            // A page with pictures on it is one all the same: it is known by how much it says.
            guard Self.isPrint(lines) else { return (lines, .paddleocr, []) }
            scene = lines
        }
        let rules = PageRules(pixels: pixels.bytes, size: pixels.size, textHeight: textHeight)
        let (text, isTable) = try Self.without(rules.withoutStems(textHeight: textHeight), pixels) { bytes, isTable in
            let text = try pages.lines(in: bytes, size: pixels.size, isTable: isTable)
            return (text, isTable || text.isSparse)
        }
        let page = layout.ordered(text.lines, rules: rules, size: pixels.size)
        let worth = pages.worth(of: page)
        // Tables in other languages were not measured.
        let readsTable = isTable && pages.isEnglish(text)
        guard let scenes, scene != nil || Self.isCoarse(page, worth) || readsTable else {
            return (page, .tesseract, text.languages)
        }
        // Coarse print, and the single words and numbers of tables: the other reader bears them better.
        let other = try scene ?? scenes.lines(in: pixels.bytes, size: pixels.size, isPrint: true)
        let ordered = layout.ordered(other, rules: rules, size: pixels.size)
        // Where the layout sees no columns in what PaddleOCR read across, its words are right and its sentences are not.
        if let agreement = ReadingOrder.agreement(of: ordered, with: page), agreement < Self.leastAgreement {
            return (page, .tesseract, text.languages)
        }
        let least = worth.score * (readsTable ? Self.tableShare : 1)
        return pages.worth(of: ordered).score > least ? (ordered, .paddleocr, []) : (page, .tesseract, text.languages)
    }

    /// Lends the pixels with the lines of tables painted over, between which Tesseract would leave words unread.
    private static func without<Result>(
        _ rules: PageRules, _ pixels: PhotoPixels,
        _ body: (_ bytes: UnsafeRawBufferPointer, _ isTable: Bool) throws -> Result
    ) rethrows -> Result {
        guard rules.horizontal.count >= 2, rules.vertical.count >= 2 else { return try body(pixels.bytes, false) }
        var copy = Array(pixels.bytes)
        return try copy.withUnsafeMutableBytes { bytes in
            rules.erase(from: bytes, size: pixels.size)
            return try body(UnsafeRawBufferPointer(bytes), true)
        }
    }

    /// Of tables PaddleOCR's answer is taken where it is worth at least this share of Tesseract's.
    private static let tableShare = 0.8
    /// PaddleOCR's answer is not taken where fewer of the common words stand in the page's order: two columns have a half.
    private static let leastAgreement = 0.75
    /// How many lines of ordinary text fit on a page, one below the other.
    private static let linesOfPage = 60.0
    /// A photo with so many lines of so many words each is a page of print.
    private static let print = (lines: 15, words: 4)
    /// Under this mean confidence Tesseract's answer is not taken without a second one.
    private static let leastConfidence = 0.85
    /// Nor where fewer letters of so many words are in words of the dictionary.
    private static let leastKnown = (share: 0.6, words: 20)

    /// Whether lines are those of a page, however it looks.
    private static func isPrint(_ lines: [TextLine]) -> Bool {
        lines.count { $0.text.count(where: \.isWhitespace) >= print.words - 1 } >= print.lines
    }

    private static func isCoarse(_ lines: [TextLine], _ worth: TextWorth) -> Bool {
        let count = lines.reduce(0) { $0 + $1.text.count }
        let sure = lines.reduce(0) { $0 + $1.confidence * Double($1.text.count) }
        return sure < leastConfidence * Double(count) || count == 0
            || worth.words >= leastKnown.words && worth.knownShare < leastKnown.share
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
                            "PaddleOCR's model for the \(kind.rawValue) of text is missing; run 'quiver model fetch text'",
                            fault: .input)
                    }
                    return model
                }
            }
            let contents = settings.text.contents
            return TextDetector(
                pages: pages, scenes: scenes,
                filter: contents.isEmpty ? nil : LineFilter(keeping: contents, options: plan.dataOptions),
                maximum: settings.maxDetections)
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
        chosen.correction = settings.text.correction
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
