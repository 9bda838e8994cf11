import Findings
import JSONTree
import SystemPackage
import SystemValues

/// What a data set calls classes, and which findings of several detectors it takes for one object.
///
/// It counts last: queries and thresholds know the names in the records.
public struct ExportClasses: Sendable, Hashable {
    /// Other names of classes, several may get one; nil leaves a class out.
    public var names: [String: String?]
    /// The overlap from which on findings of one class by several detectors are one object, of which the surest is kept; nil where each
    /// stays.
    public var overlap: Double?
    /// Classes of manual corrections in the order of an earlier export: those that came since follow.
    public var further: [String] = []

    /// A choice from its parts, by default classes and findings as they are.
    public init(names: [String: String?] = [:], overlap: Double? = nil) {
        self.names = names
        self.overlap = overlap
    }

    /// The names that no detector and no correction has; empty where a detector does not say which it has.
    func strangers(to detectors: [DetectorClasses]) -> [String] {
        // Vectors have no labels, so that nothing is open there.
        let naming = detectors.filter { $0.task != DetectorTask.embed.rawValue }
        guard !detectors.isEmpty, naming.allSatisfy({ !$0.classes.isEmpty }) else { return [] }
        return Set(names.keys).subtracting(detectors.flatMap { $0.classes + $0.further }).sorted()
    }

    /// A record with these classes.
    ///
    /// - Parameter tasks: Those whose findings the data set can say; nil for all.
    func applied(to record: Record, tasks: Set<DetectorTask>?) -> Record {
        var record = record
        if !names.isEmpty {
            for index in record.photo.results.indices {
                record.photo.results[index].found = record.photo.results[index].found.renamed { one in
                    (names[one.label] ?? one.label).map { ($0, one.classIndex ?? 0) }
                }
            }
        }
        if let overlap { record.joinObjects(over: overlap, of: tasks) }
        return record
    }
}

extension ExportClasses {
    /// More than any map of classes.
    private static let largest = 4 << 20

    /// Takes the names of a file too, `{"motorbike": "motorcycle", "toothbrush": null}`; blocks.
    ///
    /// - Throws: `ResultsError` with what is wrong in the file.
    public mutating func addNames(in file: FilePath) throws(ResultsError) {
        let shown = EscapedName.printable(file)
        guard let bytes = FileCalls.beginning(of: file.resolvedPath, limit: Self.largest + 1) else {
            throw ResultsError(.missing, "\(shown) is no file that can be read; name one, or say a=b", fault: .input)
        }
        guard bytes.count <= Self.largest else {
            throw ResultsError(.failed, "\(shown) is larger than \(Self.largest) bytes", fault: .input)
        }
        let node: JSONNode
        do throws(JSONSyntaxError) { node = try JSONParser.parse(bytes) } catch {
            throw ResultsError(.failed, "\(shown), \(error)", fault: .input)
        }
        guard case .object(let members) = node.content else {
            throw ResultsError(
                .failed, "\(shown) holds no object of names, such as {\"motorbike\": \"motorcycle\"}", fault: .input)
        }
        for member in members {
            switch member.node.content {
            case .string(let name) where !name.isEmpty: names.updateValue(name.plainName, forKey: member.name)
            case .null: names.updateValue(nil, forKey: member.name)
            default:
                let line = member.node.position.map { ", line \($0.line)" } ?? ""
                throw ResultsError(
                    .failed,
                    "\(shown)\(line): \(member.name.plainName) is to have a name as text, or null to be left out",
                    fault: .input)
            }
        }
    }
}

extension [DetectorClasses] {
    /// The detectors with the classes as an export calls them.
    func called(by classes: ExportClasses) -> Self {
        let names = classes.names
        guard !names.isEmpty || !classes.further.isEmpty else { return self }
        return map { detector in
            var named = detector
            named.former = classes.further
            guard !names.isEmpty else { return named }
            named.classes = ClassNaming(of: detector.classes, renamed: names).names
            let further = detector.further.compactMap { names[$0] ?? $0 }
            named.further = Set(further).subtracting(named.classes).sorted()
            return named
        }
    }
}

extension Record {
    /// Drops findings that a surer one of another detector overlaps, of the same class.
    fileprivate mutating func joinObjects(over overlap: Double, of tasks: Set<DetectorTask>?) {
        struct Place: Hashable {
            let result: Int
            let item: Int
        }
        var byClass: [String: [(place: Place, box: Box, confidence: Double)]] = [:]
        for (index, result) in photo.results.enumerated() where tasks?.contains(result.task) ?? true {
            guard result.found.kind is any BoxedFinding.Type else { continue }
            for (item, finding) in result.found.items.enumerated() {
                guard let box = finding.region?.bounds else { continue }
                byClass["\(result.page) \(finding.label)", default: []].append(
                    (Place(result: index, item: item), box, finding.confidence))
            }
        }
        var dropped: Set<Place> = []
        for (_, objects) in byClass {
            let order = objects.enumerated().sorted {
                ($0.element.confidence, $1.offset) > ($1.element.confidence, $0.offset)
            }
            var kept: [(detector: String, box: Box)] = []
            for (_, object) in order {
                let detector = photo.results[object.place.result].detector
                let isCovered = kept.contains {
                    $0.detector != detector && $0.box.intersectionOverUnion(object.box) >= overlap
                }
                if isCovered { dropped.insert(object.place) } else { kept.append((detector, object.box)) }
            }
        }
        for index in Set(dropped.map(\.result)) {
            var item = -1
            photo.results[index].found = photo.results[index].found.filtered { _ in
                item += 1
                return !dropped.contains(Place(result: index, item: item))
            }
        }
    }
}
