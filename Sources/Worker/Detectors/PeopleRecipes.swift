import Detection
import Findings
import Inference
import ModelFiles
import WorkerProtocol

/// Faces, hands and people: MediaPipe's models, and those that others have for the same.
extension DetectorRecipe {
    /// Values from -1 to 1, as MediaPipe's detectors of faces and people take them.
    private static let signed = Normalization(mean: [0.5, 0.5, 0.5], deviation: [0.5, 0.5, 0.5])

    /// Faces of MediaPipe or, where the model is one, of a YuNet.
    static let faces = DetectorRecipe(options: ofMediaPipe(signed)) { models in
        let plan = models.plan
        // A YuNet takes other values, which only its outputs tell: it is loaded as one of MediaPipe's first.
        let (model, mesh) = try models.pair { YuNetDetector.recognises($0) ? plan.yuNetOptions : nil }
        guard YuNetDetector.recognises(model) else {
            return try plan.filtered(
                FaceDetector(detector: model, landmarks: mesh, settings: plan.mediaPipeSettings))
        }
        guard !plan.settings.mesh else {
            throw PipelineError(
                .setting, "a mesh needs MediaPipe's detector of faces, and this model is a YuNet; set mesh off",
                fault: .input)
        }
        return try YuNetDetector(model, settings: plan.detectorSettings(confidence: YuNetDetector.confidence))
    }

    static let hands = DetectorRecipe(options: ofMediaPipe(nil)) { models in
        let (model, landmarks) = try models.pair()
        return try models.plan.filtered(
            HandDetector(detector: model, landmarks: landmarks, settings: models.plan.mediaPipeSettings))
    }

    /// People of MediaPipe or, where there is no second model, whatever a YOLO pose model knows.
    static let pose = DetectorRecipe(
        options: { plan, role in
            plan[.landmarks] == nil ? usual(plan, role) : ofMediaPipe(signed)(plan, role)
        },
        make: { models in
            let plan = models.plan
            let (model, landmarks) = try models.pair()
            return try plan[.landmarks] == nil
                ? YOLOPoseDetector(model, settings: plan.detectorSettings())
                : plan.filtered(
                    BodyDetector(
                        detector: model, landmarks: landmarks, faces: models.load(.faces),
                        segmenter: models.load(.segmenter), settings: plan.mediaPipeSettings))
        })

    /// The people of a photo in one mask, by their faces also where these are small.
    static let people = DetectorRecipe(options: ofMediaPipe(nil)) { models in
        let (model, _) = try models.pair()
        let settings = models.plan.detectorSettings(confidence: PersonSegmenter.confidence)
        guard let faces = try models.load(.faces) else { return try PersonSegmenter(model, settings: settings) }
        return try CrowdSegmenter(model, faces: faces, settings: settings, crowd: models.plan.settings.crowd)
    }

    /// What a photo is of, with whichever model of one mask there is.
    ///
    /// Such a model takes other values and another size, which only its outputs tell: it is loaded as its file has it first.
    static let subject = DetectorRecipe { models in
        let plan = models.plan
        let (model, _) = try models.pair { plan.subjectOptions(for: $0.description) }
        return try SubjectDetector(model, settings: plan.detectorSettings(confidence: SubjectDetector.confidence))
    }

    /// How the engine runs MediaPipe's models, which have one input size each.
    ///
    /// - Parameter normalization: What the main model takes where the settings do not say, as its file does not either; nil for
    ///   values from 0 to 1.
    static func ofMediaPipe(_ normalization: Normalization?) -> Options {
        { plan, role in
            var options = plan.exactOptions
            if role == .main { options.normalization = plan.normalization ?? normalization }
            if role == .faces { options.normalization = signed }
            return options
        }
    }
}

extension WorkPlan.Detector {
    /// How the engine runs models whose keypoints are compared with the original library's, which computes with 32 bits.
    fileprivate var exactOptions: EngineOptions {
        var options = commonOptions
        if options.precision == .auto { options.precision = .fp32 }
        return options
    }

    /// How the engine runs a YuNet.
    fileprivate var yuNetOptions: EngineOptions {
        var options = exactOptions
        options.take(sizeOf: self)
        options.normalization = normalization ?? YuNetDetector.normalization
        return options
    }

    /// How the engine runs a model of what a photo is of; nil where it runs so already.
    fileprivate func subjectOptions(for model: ModelDescription) -> EngineOptions? {
        guard let layout = SubjectLayout(of: model, setting: settings.layout) else { return nil }
        let isOpen = model.inputs.first?.shape.suffix(2).contains(nil) == true
        var options = mainOptions
        if options.inputSize == nil, isOpen, model.metadata.imageSize == nil { options.inputSize = layout.usualSize }
        if model.normalization == nil { options.normalization = layout.normalization }
        return options == mainOptions ? nil : options
    }

    /// How faces, hands and people are chosen.
    var mediaPipeSettings: MediaPipeSettings {
        MediaPipeSettings(
            confidence: settings.confidence, presence: settings.presence, maximum: mostFollowed,
            maximumDetections: settings.maxDetections, mask: settings.mask, mesh: settings.mesh,
            looksCloser: settings.looksCloser, crowd: settings.crowd)
    }

    /// The settings' number; around each finding of another detector one person, whose neighbours are others' findings.
    private var mostFollowed: Int? {
        settings.maximum ?? (settings.task == .pose && settings.on.detector != nil ? 1 : nil)
    }

    /// A detector that knows no classes of the settings, with those that they choose.
    fileprivate func filtered(_ detector: any Detector) throws -> any Detector {
        settings.classes.isEmpty && settings.thresholds.isEmpty
            ? detector : try ClassFilter(detector, settings: detectorSettings())
    }
}
