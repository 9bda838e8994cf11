import Findings
import Storage

extension Record {
    /// What each detector found on each page, by its address, as a review of the record is based on it.
    ///
    /// Confidences are no part of it: a review says what is there, and where. Nor is what scoring found, which is reviewed
    /// with its end.
    public var reviewBasis: [String: ReviewBasis] {
        var places: [String: [DetectorResult]] = [:]
        for result in photo.results where !result.isScored { places[result.address, default: []].append(result) }
        return places.mapValues { results in
            var digest = FindingDigest()
            for result in results {
                digest.add("entry")
                digest.add(result.error?.code ?? "")
                for text in [result.found.name] + result.found.gist { digest.add(text) }
            }
            let model = results.lazy.compactMap(\.model).first { photo.models.indices.contains($0) }
            return ReviewBasis(
                task: results.first?.task.rawValue ?? "", model: model.map { photo.models[$0].sha256 },
                digest: digest.text)
        }
    }
}

/// FNV-1a (Fowler, Noll, Vo) over what findings say, each part with its end.
private struct FindingDigest {
    private var state: UInt64 = 0xCBF2_9CE4_8422_2325

    /// Short, and safe in every language's numbers.
    var text: String { String(state, radix: 36) }

    mutating func add(_ text: String) {
        for byte in text.utf8 { mix(byte) }
        // No byte of UTF-8.
        mix(0xFF)
    }

    private mutating func mix(_ byte: UInt8) { state = (state ^ UInt64(byte)) &* 0x100_0000_01B3 }
}
