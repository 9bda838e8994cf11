import Findings

/// One class in all photos that have it, in truth or among the findings.
struct ClassPhotos: Sendable {
    let label: String
    let photos: [ClassInPhoto]
    /// Of every size, the most confident first, equal ones in the order of the photos.
    let outcomes: [Outcome]
    /// The objects that are to be found, in all photos.
    let positives: Int

    init(label: String, photos: [ClassInPhoto]) {
        self.label = label
        self.photos = photos
        outcomes = Self.sorted(photos, .all)
        positives = photos.reduce(0) { $0 + $1.positives(.all) }
    }

    /// The classes of photos by name.
    static func all(of photos: [EvaluatedPhoto], by shape: EvaluatedShape) -> [ClassPhotos] {
        var parts: [String: [ClassInPhoto]] = [:]
        for (index, photo) in photos.enumerated() {
            let (truth, found) = (
                Dictionary(grouping: photo.truth, by: \.label), Dictionary(grouping: photo.found, by: \.label)
            )
            for label in Set(truth.keys).union(found.keys) {
                parts[label, default: []].append(
                    ClassInPhoto(photo: index, truth: truth[label] ?? [], found: found[label] ?? [], by: shape))
            }
        }
        return parts.sorted { $0.key < $1.key }.map { ClassPhotos(label: $0.key, photos: $0.value) }
    }

    private static func sorted(_ photos: [ClassInPhoto], _ sizes: SizeRange) -> [Outcome] {
        let all = photos.flatMap { $0.outcomes(sizes) }
        return all.indices.sorted { a, b in
            all[a].confidence != all[b].confidence ? all[a].confidence > all[b].confidence : a < b
        }.map { all[$0] }
    }

    /// The curves of some sizes, one for each overlap; nil where truth has no such object.
    func curves(_ sizes: SizeRange, mostFindings: Int = PrecisionGrid.mostFindings) -> [PrecisionCurve]? {
        let count = sizes == .all ? positives : photos.reduce(0) { $0 + $1.positives(sizes) }
        guard count > 0 else { return nil }
        let all = sizes == .all ? outcomes : Self.sorted(photos, sizes)
        return PrecisionGrid.overlaps.indices.map {
            PrecisionCurve(all, at: $0, of: count, mostFindings: mostFindings)
        }
    }
}
