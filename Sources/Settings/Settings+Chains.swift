import Findings

extension Settings {
    /// Refuses a detector that runs on one that is not there, or, by way of others, on itself.
    func checkChains(_ rawSettings: inout RawSettings) {
        let parents = Dictionary(
            detectors.compactMap { detector in detector.on.detector.map { (detector.name, $0) } },
            uniquingKeysWith: { first, _ in first })
        let names = detectors.map(\.name)
        checkSubtractions(&rawSettings)
        checkTiles(&rawSettings)
        checkReading(&rawSettings)
        checkWords(&rawSettings)
        for (index, detector) in detectors.enumerated() {
            guard let parent = detector.on.detector else { continue }
            let key = "detectors[\(index)].on.detector"
            let message: String
            if !names.contains(parent) {
                let near = Suggestion.nearest(to: parent, among: names).map { "; did you mean \"\($0)\"?" }
                let others = names.filter { $0 != detector.name }.map { "\"\($0)\"" }.joined(separator: ", ")
                message = "\(key): no detector is called \"\(parent)\"" + (near ?? "; the others are \(others)")
            } else if let cycle = Self.cycle(from: detector.name, along: parents) {
                let way = cycle.map { "\"\($0)\"" }.joined(separator: " on ")
                message = "\(key): \(way) is a cycle; let one of them run on the whole photo"
            } else {
                continue
            }
            rawSettings.problems.append(.init(.conflict, message, at: rawSettings[key]?.node.position))
        }
    }

    /// Refuses tiles of what has no place, and of what is cut out of the photo already.
    private func checkTiles(_ rawSettings: inout RawSettings) {
        for (index, detector) in detectors.enumerated() where detector.tiles.side != nil {
            let key = "detectors[\(index)].tiles.size"
            let message: String? =
                if [.text, .document, .extract].contains(detector.task) {
                    "\(key): \(detector.task.rawValue) looks at whole photos, since tiles would cut lines and pages; leave it out"
                } else if [.classify, .embed].contains(detector.task) {
                    "\(key): classes and vectors have no place in the photo, so that tiles of it cannot be put together; leave it out"
                } else if detector.on.detector != nil {
                    "\(key): the detector looks at what \"\(detector.on.detector ?? "")\" finds; leave out tiles, or on"
                } else {
                    nil
                }
            guard let message else { continue }
            rawSettings.problems.append(.init(.conflict, message, at: rawSettings[key]?.node.position))
        }
    }

    /// Refuses a text model of a detector that makes no vectors.
    private func checkWords(_ rawSettings: inout RawSettings) {
        for (index, detector) in detectors.enumerated() where detector.words != nil && detector.task != .embed {
            let key = "detectors[\(index)].words"
            let message = "\(key): words find photos by their vectors, which only the task embed makes; leave it out"
            rawSettings.problems.append(.init(.conflict, message, at: rawSettings[key]?.node.position))
        }
    }

    /// Refuses findings that a detector cannot take, and areas that are none.
    private func checkReading(_ rawSettings: inout RawSettings) {
        for (index, detector) in detectors.enumerated() {
            let place = "detectors[\(index)]."
            if let source = detector.task.row.takes,
                let parent = detectors.first(where: { $0.name == detector.on.detector }), parent.task != source.task
            {
                let key = place + "on.detector"
                let message =
                    "\(key): \(detector.task.rawValue) works on \(source.noun), and \"\(parent.name)\" reads none; "
                    + "name a detector of the task \(source.task.rawValue)"
                rawSettings.problems.append(.init(.conflict, message, at: rawSettings[key]?.node.position))
            }
            if detector.task.row.takes != nil, detector.on.otherwise == .photo {
                let key = place + "on.otherwise"
                let message = "\(key): \(detector.task.rawValue) looks at what was read and at no photo; leave it out"
                rawSettings.problems.append(.init(.conflict, message, at: rawSettings[key]?.node.position))
            }
            let area = detector.area
            guard !area.isEmpty else { continue }
            let fits =
                area.count == 4 && area[2] > 0 && area[3] > 0 && area[0] + area[2] <= 1.000_001
                && area[1] + area[3] <= 1.000_001
            let message: String? =
                if !fits {
                    "\(place)area: an area has four shares, left, top, width and height, within the photo, "
                        + "for example [0.25, 0, 0.5, 0.5]"
                } else if detector.on.detector != nil || detector.tiles.side != nil {
                    "\(place)area: the detector does not look at the whole photo; leave out area, or on and tiles"
                } else {
                    nil
                }
            guard let message else { continue }
            rawSettings.problems.append(
                .init(.conflict, message, at: rawSettings[place + "area"]?.node.position))
        }
    }

    /// Lets a detector that takes another one's findings and names none run on the one that is there, or on one of its own.
    mutating func addReaders() {
        for index in detectors.indices where detectors[index].on.detector == nil {
            guard let source = detectors[index].task.row.takes else { continue }
            if let reader = detectors.first(where: { $0.task == source.task }) {
                detectors[index].on.detector = reader.name
                continue
            }
            var reader = Detector()
            reader.task = source.task
            reader.name = source.task.rawValue
            reader.text = detectors[index].text
            // What is looked for may stand on several lines.
            reader.text.contents = []
            if source.task == .barcodes { reader.symbologies = detectors[index].symbologies }
            reader.area = detectors[index].area
            detectors[index].area = []
            detectors[index].on.detector = reader.name
            detectors.append(reader)
        }
    }

    /// Refuses hands that no detector finds, or masks that no detector makes.
    private func checkSubtractions(_ rawSettings: inout RawSettings) {
        for (index, detector) in detectors.enumerated() {
            guard let hands = detector.without else { continue }
            let key = "detectors[\(index)].without"
            let other = detectors.first { $0.name == hands }
            let message: String? =
                if detector.task.nothing.masks == nil, detector.task != .pose || !detector.mask {
                    "\(key): only masks can lose a hand, and the task of \"\(detector.name)\" is \(detector.task.rawValue)"
                        + (detector.task == .pose ? " without masks; set mask" : "")
                } else if other == nil {
                    "\(key): no detector is called \"\(hands)\""
                } else if other?.task != .hands {
                    "\(key): \"\(hands)\" is no detector of hands; name one of the task hands"
                } else if other?.on.detector == detector.name {
                    "\(key): \"\(hands)\" runs on \"\(detector.name)\" itself; let it run on the whole photo"
                } else {
                    nil
                }
            guard let message else { continue }
            rawSettings.problems.append(.init(.conflict, message, at: rawSettings[key]?.node.position))
        }
    }

    /// Whether a detector looks at the whole photo where the one that it runs on finds nothing.
    ///
    /// A page that was not found is still to be read.
    public func looksAtPhotoOtherwise(_ detector: Detector) -> Bool {
        if let chosen = detector.on.otherwise { return chosen == .photo }
        let parent = detectors.first { $0.name == detector.on.detector }
        return parent?.task == .document && [.text, .barcodes].contains(detector.task)
    }

    /// The detectors in the order in which each can run after the one that it runs on.
    public var detectorsInOrder: [Int] {
        var order: [Int] = []
        var ready: Set<String> = []
        let names = Set(detectors.map(\.name))
        while order.count < detectors.count {
            let next = detectors.indices.filter { index in
                !order.contains(index) && detectors[index].on.detector.map(ready.contains) ?? true
                    && detectors[index].without.map { ready.contains($0) || !names.contains($0) } ?? true
            }
            guard !next.isEmpty else { break }
            order += next
            ready.formUnion(next.map { detectors[$0].name })
        }
        return order
    }

    /// The names from a detector along its parents back to itself; nil where the way ends.
    private static func cycle(from name: String, along parents: [String: String]) -> [String]? {
        var way = [name]
        while let next = parents[way[way.count - 1]] {
            way.append(next)
            if next == name { return way }
            if way.count > parents.count + 1 { return nil }
        }
        return nil
    }
}
