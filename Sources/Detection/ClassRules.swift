import Findings

/// Which classes count, from which confidence, and what they are called.
struct ClassRules: Hashable, Sendable {
    private let names: [String]
    /// By class number; infinite for a class that is not looked for.
    private let thresholds: [Float]
    /// For class numbers that no name is known of.
    private let otherThreshold: Float
    /// No score below this counts for any class.
    let lowest: Float

    /// Resolves the settings' class names for a detector of boxes; throws a sentence for one that it does not have.
    init(_ settings: DetectorSettings, choice: LayoutChoice) throws(DetectionError) {
        try self.init(settings, names: choice.names, count: choice.layout.classes)
    }

    /// The same for any model.
    ///
    /// - Parameter count: How many classes it has; nil where its output does not say.
    init(_ settings: DetectorSettings, names: [String], count modelCount: Int?) throws(DetectionError) {
        self.names = names
        let selection = ClassSelection(names: names, count: modelCount)
        var wanted: Set<Int> = []
        for selector in settings.classes { wanted.insert(try selection.number(selector)) }
        var own: [Int: Double] = [:]
        for (selector, value) in settings.confidenceByClass { own[try selection.number(selector)] = value }
        let unwanted = Set(try selection.renamed(settings.rename).filter { $0.value == nil }.keys)
        let highest = [wanted.max(), own.keys.max(), unwanted.max()].compactMap { $0 }.max() ?? -1
        thresholds = (0..<max(selection.known, highest + 1)).map { index in
            let isWanted = wanted.isEmpty || wanted.contains(index)
            return isWanted && !unwanted.contains(index) ? Float(own[index] ?? settings.confidence) : .infinity
        }
        otherThreshold = wanted.isEmpty ? Float(settings.confidence) : .infinity
        lowest = min(thresholds.min() ?? .infinity, modelCount == nil ? otherThreshold : .infinity)
    }

    /// Whether a class is looked for at all.
    func wants(_ classId: Int) -> Bool {
        (thresholds.indices.contains(classId) ? thresholds[classId] : otherThreshold) < .infinity
    }

    /// True where a score is finite and reaches the class's threshold.
    ///
    /// A score of 0 says that the class is not there, and reaches no threshold.
    func accepts(_ score: Float, _ classId: Int) -> Bool {
        score.isFinite && score > 0
            && score >= (thresholds.indices.contains(classId) ? thresholds[classId] : otherThreshold)
    }

    /// The class's name, or its number where none is known.
    func label(_ classId: Int) -> String {
        names.indices.contains(classId) ? names[classId] : "class \(classId)"
    }
}

/// Finds the classes of a model that settings name.
struct ClassSelection {
    private let names: [String]
    /// How many classes are known of, named or not.
    let known: Int

    /// - Parameter count: How many classes the model has; nil where its output does not say.
    init(names: [String], count: Int?) {
        self.names = names
        known = max(names.count, count ?? 0)
    }

    /// The number of a class by its name or its number; throws a sentence for one that the model does not have.
    func number(_ selector: String) throws(DetectionError) -> Int {
        // A name wins over a number: on some cards the class called "10" is number 2.
        if let index = names.firstIndex(of: selector) { return index }
        if let index = Int(selector), index >= 0, known == 0 || index < known, index < 100_000 { return index }
        let shown = names.prefix(20).joined(separator: ", ") + (names.count > 20 ? ", …" : "")
        throw DetectionError(
            .classes,
            "The settings name a class \"\(selector)\", which the model does not have. "
                + (shown.isEmpty ? "It names none; use a class's number." : "It has \(shown)."))
    }

    /// The other names of classes by their numbers, nil for those that are left out.
    func renamed(_ names: [String: String?]) throws(DetectionError) -> [Int: String?] {
        var renamed: [Int: String?] = [:]
        var selectors: [Int: String] = [:]
        for (selector, name) in names.sorted(by: { $0.key < $1.key }) {
            let number = try number(selector)
            if let other = selectors.updateValue(selector, forKey: number) {
                throw DetectionError(
                    .classes,
                    "The settings rename one class twice, as \"\(other)\" and as \"\(selector)\". Leave one of them out."
                )
            }
            renamed.updateValue(name?.plainName, forKey: number)
        }
        return renamed
    }

    /// Values of classes, such as thresholds, by the labels that findings have; of classes that have one label the highest.
    ///
    /// - Parameter naming: What the classes are called; nil for what the model calls them.
    func labelled(_ values: [String: Double], as naming: ClassNaming? = nil) -> [String: Double] {
        let labelled = values.compactMap { selector, value -> (String, Double)? in
            guard let number = try? number(selector) else { return nil }
            if let naming { return naming[number].map { ($0.name, value) } }
            return (names.indices.contains(number) ? names[number] : "class \(number)", value)
        }
        return Dictionary(labelled, uniquingKeysWith: max)
    }
}

/// Keeps of a detector's poses those of the wanted classes that reach the thresholds of the settings.
public final class ClassFilter: Detector {
    /// As the detector's own.
    public var request: PixelRequest { detector.request }
    /// As the detector's own.
    public var classNames: [String] { detector.classNames }
    /// As the detector's own.
    public var ownConfidence: Double? { detector.ownConfidence }
    private let detector: any Detector
    private let rules: ClassRules

    /// Checks that the settings name classes that the detector has; throws a sentence where not.
    ///
    /// - Parameter settings: Of them `classes` and `confidenceByClass` count; the detector has its own confidence.
    public init(_ detector: any Detector, settings: DetectorSettings) throws {
        var settings = settings
        settings.confidence = 0
        rules = try ClassRules(settings, names: detector.classNames, count: detector.classNames.count)
        self.detector = detector
    }

    /// The poses that are wanted.
    public func detect(_ pixels: PhotoPixels) throws -> DetectorAnswer {
        var answer = try detector.detect(pixels)
        answer.found.poses = answer.found.poses?.filter { rules.accepts(Float($0.confidence), $0.classId) }
        return answer
    }
}
