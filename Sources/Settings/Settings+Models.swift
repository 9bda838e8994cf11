import Findings
import JSONTree
import SystemPackage

extension DetectorTask {
    /// The names of the models that it uses where the settings name none; nil where there is none.
    var standardModels: (model: String?, landmarks: String?) {
        switch self {
        case .detect, .segment, .obb, .barcodes, .document, .extract: (nil, nil)
        case .text: ("ppocr_v4_det", nil)
        case .classify: ("efficientnet_lite0", nil)
        case .faces: ("face_detection_full_range_sparse", "face_landmark")
        case .hands: ("palm_detection_full", "hand_landmark_full")
        case .pose: ("pose_detection", "pose_landmark_full")
        }
    }

    /// Whether its confidence is the model's own where the settings name none.
    var hasOwnConfidence: Bool {
        switch self {
        case .faces, .hands, .pose, .text, .document: true
        case .detect, .classify, .segment, .obb, .barcodes, .extract: false
        }
    }

    /// Whether it runs without a model.
    var hasNoModel: Bool { self == .barcodes || self == .document || self == .extract }
}

extension Settings {
    /// The lines of a dense page, and what is extracted of them, where the settings name no number.
    private static let mostLines = 3_000

    /// Puts the files of models in the place of their names, and notes names that no model has.
    mutating func nameModels(_ raw: inout RawSettings, _ library: ModelLibrary, exists: (FilePath) -> Bool) {
        for index in detectors.indices where raw["detectors[\(index)].name"] == nil {
            let task = detectors[index].task
            if task != .detect { detectors[index].name = task.rawValue }
        }
        addReaders()
        for index in detectors.indices {
            let task = detectors[index].task
            let place = "detectors[\(index)]."
            if task.hasOwnConfidence, raw[place + "confidence"] == nil { detectors[index].confidence = nil }
            if task == .text || task == .extract, raw[place + "maxDetections"] == nil {
                detectors[index].maxDetections = Self.mostLines
            }
            if task.hasNoModel || task == .text && detectors[index].text.engine == .tesseract {
                detectors[index].model = nil
                continue
            }
            let named = Self.name(raw[place + "model"], exists)
            if raw[place + "model"] == nil || named != nil {
                if let name = named ?? task.standardModels.model {
                    if let file = library.locate(name, exists: exists) {
                        detectors[index].model = file
                    } else {
                        raw.problems.append(Self.missing(name, for: task, place + "model", raw))
                    }
                } else if task == .segment || task == .obb {
                    let message =
                        "\(place)model: no model for \(task.rawValue) comes with Quiver; name your own (--model)"
                    raw.problems.append(.init(.conflict, message, at: raw[place + "task"]?.node.position))
                }
            }
            // YuNet's own; MediaPipe's models have none.
            if task == .faces, raw[place + "iou"] == nil, detectors[index].model?.extension != "tflite" {
                detectors[index].iou = 0.3
            }
            if task == .text { nameReaders(index, &raw, library, exists: exists) }
            let name =
                Self.name(raw[place + "landmarks"], exists) ?? detectors[index].standardLandmarks(named, raw, place)
            guard let name else { continue }
            detectors[index].landmarks = library.locate(name, exists: exists)
            if detectors[index].landmarks == nil, raw.problems.isEmpty {
                raw.problems.append(Self.missing(name, for: task, place + "landmarks", raw))
            }
        }
    }

    /// The two further models that read lines of text.
    private mutating func nameReaders(
        _ index: Int, _ raw: inout RawSettings, _ library: ModelLibrary, exists: (FilePath) -> Bool
    ) {
        let readers: [(String, WritableKeyPath<Reading, FilePath?>, String)] = [
            ("text.recognizer", \.recognizer, "ppocr_v4_rec"), ("text.orienter", \.orienter, "ppocr_cls"),
        ]
        for (key, path, standard) in readers {
            let place = "detectors[\(index)].\(key)"
            guard let name = Self.name(raw[place], exists) ?? (raw[place] == nil ? standard : nil) else { continue }
            detectors[index].text[keyPath: path] = library.locate(name, exists: exists)
            if detectors[index].text[keyPath: path] == nil, raw.problems.isEmpty {
                raw.problems.append(Self.missing(name, for: .text, place, raw))
            }
        }
    }

    /// The name of a model where the settings give a name and not a file.
    private static func name(_ given: RawValue?, _ exists: (FilePath) -> Bool) -> String? {
        guard let given, case .string(let text) = given.node.content, ModelLibrary.isName(text),
            !exists(given.folder.pushing(FilePath(text)))
        else { return nil }
        return text
    }

    private static func missing(
        _ name: String, for task: DetectorTask, _ key: String, _ raw: RawSettings
    ) -> SettingsError.Problem {
        let standard =
            [task.standardModels.model, task.standardModels.landmarks].contains(name) || name.hasPrefix("ppocr_")
        let advice =
            standard
            ? "run scripts/models\(task == .classify ? " --classifier" : ""), which fetches it, or name a file"
            : "'quiver model list' shows those that are here, 'quiver model add' adds one"
        return .init(
            .conflict, "\(key): there is no model \"\(name)\" (task \(task.rawValue)); \(advice)",
            at: raw[key]?.node.position)
    }
}

extension Settings.Detector {
    /// The second model that the task needs where the settings name none; nil where it needs none.
    ///
    /// A pose model of the user's own has all in one.
    fileprivate func standardLandmarks(_ named: String?, _ raw: RawSettings, _ place: String) -> String? {
        guard raw[place + "landmarks"] == nil else { return nil }
        switch task {
        case .faces: return mesh ? task.standardModels.landmarks : nil
        case .hands: return task.standardModels.landmarks
        case .pose:
            let isOwn = raw[place + "model"] != nil && model?.stem?.hasPrefix("pose_detection") != true
            return isOwn ? nil : task.standardModels.landmarks
        case .detect, .classify, .segment, .obb, .text, .barcodes, .document, .extract: return nil
        }
    }
}
