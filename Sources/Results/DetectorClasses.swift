import Findings
import Foundation
import JSONTree
import Storage
import SystemPackage

/// A detector with every class that its model knows, also those that no photo showed.
public struct DetectorClasses: Sendable, Hashable, Codable {
    /// The detector's name in the settings.
    public var name: String
    /// What it does: `detect`.
    public var task: String
    /// The SHA-256 of its model in hexadecimal.
    public var model: String
    /// The names of the classes in the model's order; empty where neither the model nor the settings name them.
    public var classes: [String]
    /// The names of classes that only manual corrections of this detector's findings name.
    var further: [String] = []
    /// Further classes of an earlier data set, whose order stays.
    var former: [String] = []

    private enum CodingKeys: CodingKey { case name, task, model, classes }

    /// Describes a detector.
    public init(name: String, task: String, model: String, classes: [String]) {
        self.name = name
        self.task = task
        self.model = model
        self.classes = classes
    }
}

/// The detectors of a folder of results, kept with the records: `.quiver-models`.
///
/// Records name only the classes that were found.
public enum ClassList {
    static let name: FilePath.Component = ".quiver-models"
    /// More than any list of classes.
    private static let largest = 64 << 20

    private struct Document: Codable {
        var version: String
        var detectors: [DetectorClasses]
    }

    /// The detectors that a folder's results were made by; nil where that is not known; blocks.
    public static func read(in results: FilePath) -> [DetectorClasses]? {
        guard let bytes = FileCalls.beginning(of: results.appending(name), limit: largest) else { return nil }
        return (try? JSONDecoder().decode(Document.self, from: Data(bytes)))?.detectors
    }

    /// Keeps the detectors with the results; blocks.
    ///
    /// - Throws: `ResultsError`, also where a file lies there that Quiver did not make.
    public static func write(_ detectors: [DetectorClasses], in results: FilePath) throws(ResultsError) {
        let place = results.appending(name)
        let former = read(in: results)
        guard former != detectors else { return }
        if former == nil, FileCalls.exists(place) {
            throw ResultsError(
                .taken,
                "\(EscapedName.printable(place)) is not Quiver's and stays as it is; move it away, so that exports "
                    + "know every class", fault: .environment)
        }
        try AtomicFile.write(Array((json(of: detectors).document + "\n").utf8), to: place)
    }

    private static func json(of detectors: [DetectorClasses]) -> JSONValue {
        [
            "version": "1.0",
            "detectors": .array(
                detectors.map { detector in
                    [
                        "name": .string(detector.name), "task": .string(detector.task),
                        "model": .string(detector.model), "classes": .array(detector.classes.map { .string($0) }),
                    ]
                }),
        ]
    }
}

extension [DetectorClasses] {
    /// The detectors with the classes of manual corrections that their models do not know.
    ///
    /// A detector without a list of classes stays as it is: no number is known to be free.
    func withClasses(of reviews: [String: FindingReview], in records: ResultsRecords) -> Self {
        let reviews = named(reviews)
        guard contains(where: { detector in reviews.values.contains { !detector.further(in: $0).isEmpty } }) else {
            return self
        }
        // Reviews of photos that are not in this folder add no class.
        var contents: Set<String> = []
        records.forEach(make: \.record.source.sha256) { contents.insert($0) }
        return adding(further(in: reviews.filter { contents.contains($0.key) }))
    }

    /// The classes that reviews name and the models do not know, by detector.
    public func further(in reviews: [String: FindingReview]) -> [String: Set<String>] {
        let reviews = named(reviews).values
        return Dictionary(
            map { detector in
                (detector.name, reviews.reduce(into: Set<String>()) { $0.formUnion(detector.further(in: $1)) })
            }, uniquingKeysWith: { $0.union($1) })
    }

    /// The detectors with further classes, which their models do not know.
    public func adding(_ further: [String: Set<String>]) -> Self {
        map { detector in
            var detector = detector
            detector.further = (further[detector.name] ?? []).sorted()
            return detector
        }
    }

    /// The reviews under the names that the detectors have now.
    private func named(_ reviews: [String: FindingReview]) -> [String: FindingReview] {
        let detectors = Dictionary(
            map { ($0.name, ReviewBasis(task: $0.task, model: $0.model, digest: "")) }, uniquingKeysWith: { $1 })
        return reviews.mapValues { $0.named(as: detectors) }
    }
}

extension DetectorClasses {
    /// The labels of a review that the model does not know.
    fileprivate func further(in review: FindingReview) -> Set<String> {
        guard !classes.isEmpty else { return [] }
        // What a photo as a whole is called stands in no data set.
        let labels = FindingReview.kinds.filter { $0 != ClassScore.self }.flatMap { $0.labels(of: review, by: name) }
        return Set(labels).subtracting(classes)
    }
}
