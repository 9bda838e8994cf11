import Findings
import JSONTree
import SystemPackage

extension Settings {
    /// Puts the files of models in the place of their names, and notes names that no model has.
    ///
    /// - Returns: What to tell the user of models that a newer one has replaced.
    mutating func nameModels(
        _ raw: inout RawSettings, _ library: ModelLibrary, exists: (FilePath) -> Bool
    ) -> [String] {
        var warnings: [String] = []
        for index in detectors.indices where raw["detectors[\(index)].name"] == nil {
            let task = detectors[index].task
            if task != .detect { detectors[index].name = task.rawValue }
        }
        addReaders()
        for index in detectors.indices {
            let row = detectors[index].task.row
            let place = "detectors[\(index)]."
            if row.hasOwnConfidence, raw[place + "confidence"] == nil { detectors[index].confidence = nil }
            if let most = row.maxDetections, raw[place + "maxDetections"] == nil {
                detectors[index].maxDetections = most
            }
            guard let main = row.models.first(where: { $0.role == .main }), detectors[index].needs(main, raw, place)
            else {
                detectors[index].model = nil
                continue
            }
            nameMain(main, index, &raw, library, exists: exists)
            if let iou = row.iou, raw[place + "iou"] == nil, detectors[index].model?.extension != "tflite" {
                detectors[index].iou = iou
            }
            nameOthers(row.models, index, &raw, library, exists: exists)
            for need in row.models where raw[place + need.role.rawValue] == nil {
                guard let old = detectors[index].formerModel(need.role) else { continue }
                warnings.append("\(place)\(need.role.rawValue): \(old)")
            }
        }
        return warnings
    }

    /// The model that looks at the photo.
    private mutating func nameMain(
        _ main: ModelNeed, _ index: Int, _ raw: inout RawSettings, _ library: ModelLibrary, exists: (FilePath) -> Bool
    ) {
        let (task, place) = (detectors[index].task, "detectors[\(index)].")
        let named = Self.name(raw[place + "model"], exists)
        guard raw[place + "model"] == nil || named != nil else { return }
        if let name = named ?? main.standard.name {
            if let file = library.locate(name, or: named == nil ? main.standard.former : [], exists: exists) {
                detectors[index].model = file
            } else {
                raw.problems.append(Self.missing(name, for: task, place + "model", raw))
            }
        } else if main.standard == .own {
            let message = "\(place)model: no model for \(task.rawValue) comes with Quiver; name your own (--model)"
            raw.problems.append(.init(.conflict, message, at: raw[place + "task"]?.node.position))
        }
    }

    /// The further models; one of landmarks may be named for any task.
    private mutating func nameOthers(
        _ needs: [ModelNeed], _ index: Int, _ raw: inout RawSettings, _ library: ModelLibrary,
        exists: (FilePath) -> Bool
    ) {
        var others = needs.filter { $0.role != .main }
        if !others.contains(where: { $0.role == .landmarks }) {
            others.append(ModelNeed(role: .landmarks, standard: .own))
        }
        for other in others {
            let place = "detectors[\(index)]."
            let key = place + other.role.rawValue
            let isStandard = raw[key] == nil && detectors[index].needs(other, raw, place)
            guard let name = Self.name(raw[key], exists) ?? (isStandard ? other.standard.name : nil) else { continue }
            detectors[index][other.role] = library.locate(
                name, or: isStandard ? other.standard.former : [], exists: exists)
            if detectors[index][other.role] == nil, raw.problems.isEmpty {
                raw.problems.append(Self.missing(name, for: detectors[index].task, key, raw))
            }
        }
    }

    /// The name of a model where the settings give a name and not a file.
    static func name(_ given: RawValue?, _ exists: (FilePath) -> Bool) -> String? {
        guard let given, case .string(let text) = given.node.content, ModelLibrary.isName(text),
            !exists(given.folder.pushing(FilePath(text)))
        else { return nil }
        return text
    }

    private static func missing(
        _ name: String, for task: DetectorTask, _ key: String, _ raw: RawSettings
    ) -> SettingsError.Problem {
        let standards = task.row.models.map(\.standard)
        let advice =
            standards.contains { $0.name == name } || name.hasPrefix("ppocr_")
            ? "'quiver model fetch \(name)' fetches it, or name a file"
            : "'quiver model list' shows those that are here, 'quiver model add' adds one"
        return .init(
            .conflict, "\(key): there is no model \"\(name)\" (task \(task.rawValue)); \(advice)",
            at: raw[key]?.node.position)
    }
}

extension Settings.Detector {
    /// The file of the model that has a role; nil where it has none.
    public subscript(role: ModelNeed.Role) -> FilePath? {
        get { self[keyPath: Self.file(of: role)] }
        set { self[keyPath: Self.file(of: role)] = newValue }
    }

    private static func file(of role: ModelNeed.Role) -> WritableKeyPath<Settings.Detector, FilePath?> {
        switch role {
        case .main: \.model
        case .landmarks: \.landmarks
        case .faces: \.faces
        case .segmenter: \.segmenter
        case .recognizer: \.text.recognizer
        case .orienter: \.text.orienter
        }
    }

    /// What to tell the user where a model is one that earlier versions fetched; else nil.
    public func formerModel(_ role: ModelNeed.Role) -> String? {
        guard let standard = task.row.models.first(where: { $0.role == role })?.standard, let newer = standard.name,
            let old = self[role]?.stem, standard.former.contains(old)
        else { return nil }
        return "\(old) is the model of an earlier version; 'quiver model fetch \(newer)' fetches the newer one"
    }

    /// Whether a detector with these settings needs one of its task's models.
    fileprivate func needs(_ need: ModelNeed, _ raw: RawSettings, _ place: String) -> Bool {
        switch need.when {
        case .always: return true
        case .mesh: return mesh
        case .paddleOCR: return text.engine.readsScenes
        case .mainIsStandard: return mainIsStandard(raw, place)
        case .looksCloser: return looksCloser && mainIsStandard(raw, place)
        case .masksCrowds: return mask && looksCloser && mainIsStandard(raw, place)
        }
    }

    private func mainIsStandard(_ raw: RawSettings, _ place: String) -> Bool {
        let standard = task.row.models.first?.standard.name ?? ""
        return raw[place + "model"] == nil || model?.stem?.hasPrefix(standard) == true
    }
}
