import Results

/// What two detectors found in the same photo.
extension JobsAPI {
    var comparison: Operation {
        Operation(
            id: "compareJob", method: .get, path: "/jobs/{job}/comparison",
            summary: "What two detectors found in a photo, side by side: what only one has, and what both have.",
            parameters: [
                Self.job,
                .query(
                    "first", ["type": "string"], example: "small",
                    "A detector; without it the first one that has boxes."),
                .query("second", ["type": "string"], example: "large", "Another detector; without it the next one."),
            ],
            answer: .json(ComparisonJSON.format),
            refusals: [404: "There is no such photo, or no two detectors of its run that can be compared."]
        ) { [library, place] call in
            let number = try call.number("job")
            let record = try await library.read { try JobJSON(number, in: $0, place).record }
            let detectors = DetectorComparison.detectors(in: record)
            let first = call.query["first"] ?? detectors.first { $0 != call.query["second"] }
            let second = call.query["second"] ?? detectors.first { $0 != first }
            guard let first, let second, first != second, detectors.contains(first), detectors.contains(second),
                let comparison = DetectorComparison(record, between: first, and: second)
            else {
                throw Problem(
                    .notFound, code: .unknown,
                    "No two detectors of these names found boxes in this photo; there are "
                        + "\(detectors.isEmpty ? "none" : detectors.joined(separator: ", ")).")
            }
            return .json(
                ComparisonJSON.format.write(
                    ComparisonJSON(detectors: detectors, first: first, second: second, objects: comparison.objects)))
        }
    }
}
