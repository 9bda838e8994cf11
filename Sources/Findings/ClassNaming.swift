/// The names that a user gives the classes of a model: several may get one, and some are left out.
///
/// It is the one place where a list of a model's classes becomes another list.
public struct ClassNaming: Sendable, Hashable {
    /// The classes as they are called from now on, in the order of the model's first class of each.
    public let names: [String]
    /// The place in ``names`` of each of the model's classes; nil for one that is left out.
    public let places: [Int?]

    /// A list from the model's and the names that some of its classes get.
    ///
    /// Two classes of one model that nothing renames stay two, whatever they are called.
    /// - Parameter renamed: By the class's number in the model; nil for one that is left out.
    public init(of model: [String], renamed: [Int: String?]) {
        let joining = Set(renamed.values.compactMap { $0 })
        var (names, places): ([String], [Int?]) = ([], [])
        for (number, own) in model.enumerated() {
            guard let name = renamed[number] ?? own else {
                places.append(nil)
                continue
            }
            if joining.contains(name), let place = names.firstIndex(of: name) {
                places.append(place)
            } else {
                places.append(names.count)
                names.append(name)
            }
        }
        (self.names, self.places) = (names, places)
    }

    /// The same where classes are known by their names alone.
    ///
    /// - Parameter renamed: By the class's name; nil for one that is left out.
    public init(of model: [String], renamed: [String: String?]) {
        var numbers: [Int: String?] = [:]
        for (number, own) in model.enumerated() {
            if let name = renamed[own] { numbers.updateValue(name, forKey: number) }
        }
        self.init(of: model, renamed: numbers)
    }

    /// Whether several of the model's classes have one name.
    public var joinsClasses: Bool { places.count { $0 != nil } > names.count }

    /// The name and the number of the model's class of this number; nil for one that is left out, or that the model does not have.
    public subscript(number: Int) -> (name: String, number: Int)? {
        guard places.indices.contains(number), let place = places[number] else { return nil }
        return (names[place], place)
    }
}

extension FindingList {
    /// The findings under other names; those without one are left out.
    ///
    /// Classes of a whole photo that get one name become one, whose confidence is the sum of theirs.
    ///
    /// - Parameter name: The name and the class's number of a finding that has a class.
    public func renamed(_ name: (any Finding) -> (name: String, number: Int)?) -> FindingList {
        if let scores = classes {
            return .classes(
                ClassScore.joined(
                    scores.compactMap { score in
                        name(score).map { ClassScore(label: $0.name, confidence: score.confidence) }
                    }))
        }
        return (kind as? any BoxedFinding.Type)?.renamed(self, name) ?? self
    }
}

extension BoxedFinding {
    fileprivate static func renamed(
        _ found: FindingList, _ name: (any Finding) -> (name: String, number: Int)?
    ) -> FindingList? {
        found[of: Self.self].map { list in
            FindingList(
                list.compactMap { one -> Self? in
                    guard let (label, number) = name(one) else { return nil }
                    var named = one
                    (named.label, named.classId) = (label, number)
                    return named
                })
        }
    }
}

extension ClassScore {
    /// One for each name, with the sum of the confidences, by descending confidence.
    fileprivate static func joined(_ scores: [ClassScore]) -> [ClassScore] {
        var order: [String] = []
        var sums: [String: Double] = [:]
        for score in scores {
            if sums[score.label] == nil { order.append(score.label) }
            sums[score.label, default: 0] += score.confidence
        }
        return order.enumerated().sorted { (sums[$0.element] ?? 0, $1.offset) > (sums[$1.element] ?? 0, $0.offset) }
            .map { ClassScore(label: $0.element, confidence: min(sums[$0.element] ?? 0, 1)) }
    }
}
