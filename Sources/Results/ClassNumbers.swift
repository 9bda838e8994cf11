/// One number for each class of each detector: a data set has one list of classes, and two models both begin at zero.
///
/// The classes of the first detector keep their numbers, and those of the next follow. The numbers depend on the models
/// alone, not on what was found.
struct ClassNumbers {
    /// A class of the list.
    struct Entry: Sendable, Hashable {
        var number: Int
        var name: String
        /// The name of its detector, empty where that is not known.
        var detector: String
    }

    /// The detectors of the list.
    let detectors: [DetectorClasses]
    /// The number of each detector's first class.
    private let starts: [Int]
    /// Classes that were found and that no list names.
    private var unlisted: [Int: Entry] = [:]

    /// Room for a detector that does not say how many classes it knows.
    private static let unknownRoom = 1000

    init(_ detectors: [DetectorClasses]) {
        self.detectors = detectors.isEmpty ? [DetectorClasses(name: "", task: "", model: "", classes: [])] : detectors
        var next = 0
        starts = self.detectors.map { detector in
            defer { next += detector.classes.isEmpty ? Self.unknownRoom : detector.classes.count }
            return next
        }
    }

    /// The number of a box's class, from 0.
    mutating func number(of box: FoundBox) throws(ResultsError) -> Int {
        let detector = detectors[box.detector]
        if detector.classes.indices.contains(box.classId) { return starts[box.detector] + box.classId }
        let room = detector.classes.isEmpty ? Self.unknownRoom : detector.classes.count
        // Behind the last detector's classes there is room for any.
        guard box.detector == detectors.count - 1 || box.classId < room else {
            throw ResultsError(
                .failed,
                "the detector \(detector.name) does not name its class \(box.classId); name its classes in "
                    + "detectors[].labels", fault: .environment)
        }
        let number = starts[box.detector] + box.classId
        unlisted[number] = unlisted[number] ?? Entry(number: number, name: box.label, detector: detector.name)
        return number
    }

    /// Every class that is known, found or not, by number.
    var entries: [Entry] {
        let listed = zip(detectors, starts).flatMap { detector, start in
            detector.classes.enumerated().map { index, name in
                Entry(number: start + index, name: name, detector: detector.name)
            }
        }
        return (listed + unlisted.values).sorted { $0.number < $1.number }
    }

    /// The names of all numbers up to the last one; a number without a class is called by itself.
    var names: [String] {
        var names: [String] = []
        for entry in entries {
            while names.count < entry.number { names.append("class \(names.count)") }
            names.append(entry.name)
        }
        return names
    }
}
