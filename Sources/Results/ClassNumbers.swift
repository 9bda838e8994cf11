import Findings

/// One number for each class of a data set, whichever detectors know it.
///
/// The classes of the first detector keep their numbers, and those of the next that are not there yet follow; behind all of
/// them come those that only manual corrections name. So the numbers depend on the models alone, not on what was found, and
/// no correction moves another class's number.
struct ClassNumbers {
    /// A class of the list.
    struct Entry: Sendable, Hashable {
        var number: Int
        var name: String
    }

    /// The names of manual corrections that no model knows.
    let further: [String]
    private let detectors: [DetectorClasses]
    /// The number of each class of each detector, and the one of its first class if it were not known elsewhere.
    private var own: [(start: Int, numbers: [Int])] = []
    private var names: [Int: String] = [:]
    private var numbers: [String: Int] = [:]

    /// The number in records of a manual correction's class, where nothing says which classes the model knows.
    static let unlisted = ModelClasses.most - 1
    /// Numbers left free for a detector that does not say how many classes it knows, where others follow.
    private static let unknownRoom = 1000

    init(_ detectors: [DetectorClasses]) {
        self.detectors = detectors
        var next = 0
        for (index, detector) in detectors.enumerated() {
            let start = next
            var own: [Int] = []
            for (place, name) in detector.classes.enumerated() {
                // A class without a name is no other model's class, though it is called by the same number.
                let isNamed = name != "class \(place)"
                if isNamed, let number = numbers[name] {
                    own.append(number)
                } else {
                    names[next] = numbers[name] == nil ? name : "\(detector.name) \(name)"
                    own.append(next)
                    next += 1
                }
            }
            // Afterwards: two classes of one model stay two, whatever they are called.
            for (name, number) in zip(detector.classes, own) where numbers[name] == nil { numbers[name] = number }
            if detector.classes.isEmpty, index < detectors.count - 1 { next += Self.unknownRoom }
            self.own.append((start, own))
        }
        var further: [String] = []
        let all = Set(detectors.flatMap(\.further)).sorted()
        // Those of an earlier data set first: what was added since moves none of them.
        let former = (detectors.first?.former ?? []).filter(all.contains)
        for name in former + all.filter({ !former.contains($0) }) where numbers[name] == nil {
            (names[next], numbers[name]) = (name, next)
            further.append(name)
            next += 1
        }
        self.further = further
    }

    /// The number of a box's class, from 0.
    ///
    /// The box's label decides; one that no list names gets the model's own number where that is free, else the next.
    mutating func number(of box: FoundBox) -> Int {
        let detector = detectors.firstIndex { $0.name == box.detector }
        if let detector, let place = detectors[detector].place(of: box) { return own[detector].numbers[place] }
        // A class that only has a number is called alike by every model without a list, and is another one in each.
        let isUnnamed = detector.map { detectors[$0].classes.isEmpty } == true && box.label == "class \(box.classId)"
        let key = isUnnamed ? "\(box.detector) \(box.label)" : box.label
        if let number = numbers[key] { return number }
        // Where no detector is known, there is one list for all.
        let start = detector.map { own[$0].start } ?? (detectors.isEmpty ? 0 : nil)
        let wanted = box.classId == Self.unlisted ? nil : start.map { $0 + box.classId }
        let isFree = wanted.map { wanted in
            names[wanted] == nil && own.allSatisfy { $0.start <= (start ?? 0) || wanted < $0.start }
        }
        let number = isFree == true ? wanted ?? next : next
        let isTaken = isUnnamed && names.values.contains(box.label)
        (names[number], numbers[key]) = (isTaken ? key : box.label, number)
        return number
    }

    /// The first number behind all classes, and behind the last detector's where nothing says how many it knows.
    private var next: Int {
        let last = own.last.map { $0.start + (detectors.last?.classes.isEmpty == true ? Self.unknownRoom : 0) } ?? 0
        return max(names.keys.max().map { $0 + 1 } ?? 0, detectors.count > 1 ? last : 0)
    }

    /// Every class that is known, found or not, by number.
    var entries: [Entry] { names.map { Entry(number: $0, name: $1) }.sorted { $0.number < $1.number } }

    /// The names of all numbers up to the last one; a number without a class is called by itself.
    var list: [String] { (0..<(names.keys.max().map { $0 + 1 } ?? 0)).map { names[$0] ?? "class \($0)" } }
}

extension DetectorClasses {
    /// Whether its task is one of some.
    func isOf(_ tasks: Set<DetectorTask>) -> Bool { DetectorTask(rawValue: task).map(tasks.contains) ?? false }

    /// The place of a box's class in the list.
    fileprivate func place(of box: FoundBox) -> Int? {
        if classes.indices.contains(box.classId), classes[box.classId] == box.label { return box.classId }
        return classes.firstIndex(of: box.label)
    }

    /// The number of a class in records: the model's own, or one behind those; nil where nothing names it.
    func number(of label: String) -> Int? {
        classes.firstIndex(of: label) ?? further.firstIndex(of: label).map { classes.count + $0 }
    }
}
