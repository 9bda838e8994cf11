import Detection
import Findings
import Inference
import Reading
import TextLayout
import WorkerProtocol

/// The detectors of what is read: text, codes, pages, and what the text holds.
extension WorkPlan.Detector {
    /// The detector of a task that has no model.
    func makeWithoutModel() throws -> any Detector {
        switch settings.task {
        case .barcodes: BarcodeDetector(symbologies: settings.symbologies, maximum: settings.maxDetections)
        case .document: DocumentDetector(confidence: settings.confidence, maximum: settings.maximum)
        case .extract: ExtractDetector(options: dataOptions, maximum: settings.maxDetections)
        case .detect, .classify, .faces, .hands, .pose, .segment, .obb, .text:
            throw PipelineError(
                .modelRefused, "the task \(settings.task.rawValue) needs a model; name one with --model", fault: .input)
        }
    }

    /// The detector of text.
    ///
    /// - Parameter load: Loads one of PaddleOCR's models with its options.
    func makeText(cache: String?, _ load: (WorkPlan.Model, EngineOptions) throws -> any LoadedModel) throws
        -> any Detector
    {
        var (pages, scenes): (TesseractReader?, SceneTextReader?)
        if settings.text.engine != .paddleocr { pages = try TesseractReader(settings: tesseractSettings) }
        if settings.text.engine != .tesseract {
            let files = [
                SceneTextModel.detection: model, .recognition: readers.recognizer, .angle: readers.orienter,
            ]
            let common = secondOptions(cache: cache)
            scenes = try SceneTextReader(settings: sceneTextSettings) { kind in
                guard let file = files[kind] ?? nil else {
                    throw PipelineError(
                        .modelRefused,
                        "PaddleOCR's model for the \(kind.rawValue) of text is missing; run scripts/models",
                        fault: .input)
                }
                return try load(file, kind.options(common))
            }
        }
        return TextDetector(
            pages: pages, scenes: scenes, languages: settings.text.languages, maximum: settings.maxDetections)
    }

    private var tesseractSettings: TesseractSettings {
        var chosen = TesseractSettings()
        chosen.languages = settings.text.languages
        chosen.level = settings.text.level == .fast ? .fast : .accurate
        chosen.candidates = settings.text.candidates
        chosen.minimumHeight = settings.text.height
        chosen.confidence = settings.confidence ?? chosen.confidence
        chosen.words = settings.text.words
        return chosen
    }

    private var sceneTextSettings: SceneTextSettings {
        var chosen = SceneTextSettings()
        chosen.confidence = settings.confidence ?? chosen.confidence
        chosen.minimumHeight = settings.text.height
        chosen.candidates = settings.text.candidates
        chosen.level = settings.text.level == .fast ? .fast : .accurate
        return chosen
    }

    private var dataOptions: DataOptions {
        DataOptions(
            region: settings.text.country,
            dateOrder: settings.text.dates.map { $0 == .dayFirst ? .dayFirst : .monthFirst })
    }
}
