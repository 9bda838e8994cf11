import Findings
import Inference
import ModelFiles
import SystemValues

/// What `quiver model inspect` says of a model file.
public struct ModelReport: Hashable, Sendable, Codable {
    /// The model file's path, as it was given.
    public var path: String
    /// What the model takes and gives, and the engine that runs it.
    public var model: ModelDescription
    /// What a detector with this model looks for; nil where no layout fits.
    public var task: DetectorTask?
    /// The layout that will be used, nil where none fits.
    public var layout: String?
    /// How photos are made to fit.
    public var fit: Fit?
    /// True where boxes are parts of the input's sides.
    public var isNormalized: Bool?
    /// Class names in the model's order; empty where neither the settings nor the model names them.
    public var labels: [String]
    /// Why no layout fits.
    public var problem: String?

    /// Loads a model and reports on it; throws where it cannot be loaded at all.
    ///
    /// The settings are those it would run with, so that the report holds for the run.
    public init(
        of path: String, engine: any Engine, options: EngineOptions = EngineOptions(),
        settings: DetectorSettings = DetectorSettings()
    ) throws {
        let loaded = try engine.load(try ModelFile(path), options: options)
        self.path = path
        model = loaded.description
        labels = settings.labels.isEmpty ? model.metadata.names ?? [] : settings.labels.map(\.plainName)
        do {
            // A classifier's one row of numbers is no layout of boxes.
            if let classifier = try? Classifier(loaded, settings: settings) {
                task = .classify
                layout = "classifier of \(classifier.classNames.count) classes"
                // A square from the middle is a crop, whatever becomes of its sides.
                fit = classifier.request.middle == nil ? classifier.request.fit : .crop
                return
            }
            if let (other, words) = try Self.other(loaded, settings) {
                (task, layout) = (other, words)
                fit = words.hasPrefix("MediaPipe") ? nil : settings.fit ?? (other == .subject ? .stretch : .letterbox)
                return
            }
            let detector = try YOLODetector(loaded, settings: settings)
            task = .detect
            layout = detector.choice.layout.summary
            fit = detector.request.fit
            isNormalized = detector.isNormalized
        } catch let error as DetectionError {
            problem = error.description
        }
    }

    /// What a model is for that gives no plain boxes, by its own words or its shapes; nil where it may give boxes.
    private static func other(
        _ loaded: any LoadedModel, _ settings: DetectorSettings
    ) throws -> (DetectorTask, String)? {
        switch loaded.description.metadata.task {
        case "segment":
            let detector = try SegmentDetector(loaded, settings: settings)
            return (.segment, "masks of \(detector.classNames.count) classes")
        case "pose":
            let detector = try YOLOPoseDetector(loaded, settings: settings)
            return (.pose, "keypoints of \(detector.classNames.count) classes")
        case "obb":
            let detector = try RotatedBoxDetector(loaded, settings: settings)
            return (.obb, "turned boxes of \(detector.classNames.count) classes")
        default: break
        }
        if YuNetDetector.recognises(loaded) { return (.faces, "YuNet") }
        let kinds: [(KeypointDetector.Kind, DetectorTask)] = [
            (.faceShort, .faces), (.faceFull, .faces), (.palm, .hands), (.pose, .pose),
        ]
        for (kind, task) in kinds where (try? KeypointDetector(loaded, kinds: [kind], confidence: nil)) != nil {
            return (task, "MediaPipe's \(kind.name)")
        }
        if (try? PersonSegmenter(loaded)) != nil { return (.people, "MediaPipe's selfie_segmentation") }
        if let family = SubjectLayout(of: loaded.description, setting: settings.layout) {
            _ = try SubjectDetector(loaded, settings: settings)
            return (.subject, "\(family.setting.rawValue): one mask of what a photo is of (\(family.name))")
        }
        if (try? HandLandmarks(loaded, presence: 0.5)) != nil {
            return (.hands, "MediaPipe's hand_landmark, a second model")
        }
        if (try? FaceMesh(loaded, presence: 0.5)) != nil {
            return (.faces, "MediaPipe's face_landmark, a second model")
        }
        if (try? BodyLandmarks(loaded, presence: 0.5, wantsMask: false)) != nil {
            return (.pose, "MediaPipe's pose_landmark, a second model")
        }
        return nil
    }

    /// The report in lines to read.
    public var text: String {
        var lines = [path.forTerminal, "format      \(model.format.name)"]
        lines.append("engine      \(model.engine) on \(model.device), \(model.arithmetic)")
        if model.device == "CPU" { lines.append("numbers     \(ProcessorArithmetic.current.gain)") }
        lines += model.inputs.map { "input       \($0.name.quotable) \($0.shapeText) \($0.type)" }
        lines += model.outputs.map { "output      \($0.name.quotable) \($0.shapeText) \($0.type)" }
        lines.append("input size  \(model.inputSize.width)x\(model.inputSize.height)")
        if let task { lines.append("task        \(task.rawValue)") }
        if let layout { lines.append("layout      \(layout)") }
        if let fit { lines.append("fit         \(fit.rawValue)") }
        if let isNormalized { lines.append("boxes       \(isNormalized ? "parts of the sides" : "pixels")") }
        if !labels.isEmpty {
            lines.append("classes     \(labels.count): \(Self.short(labels.joined(separator: ", ")))")
        }
        if model.metadata.isEmpty { lines.append("metadata    none") }
        for (key, value) in model.metadata.entries.sorted(by: <) where key != "names" {
            lines.append("metadata    \(key.quotable) = \(Self.short(value))")
        }
        if let problem { lines.append("problem     \(problem.forTerminal)") }
        return lines.joined(separator: "\n")
    }

    private static func short(_ text: String) -> String {
        let start = text.prefix(201)
        return start.count > 200 ? String(start.prefix(199)).forTerminal + "…" : text.forTerminal
    }
}
