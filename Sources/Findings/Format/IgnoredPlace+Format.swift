import JSONTree

extension IgnoredPlace {
    /// The keys of a rule, in settings and wherever rules are printed: `class`, `box`, `overlap`, `folder` and `camera`.
    package static let format = ValueFormat.object(
        IgnoredPlace(label: "", box: Box(x: 0, y: 0, width: 0, height: 0)),
        [
            RecordKey("class", \.label, .named), RecordKey("box", \.box, .shares),
            RecordKey("overlap", \.overlap, .overlap, absent: usualOverlap),
            RecordKey("folder", optional: \.folder, .named), RecordKey("camera", optional: \.camera, .named),
        ])

    /// The names of the keys, in their order.
    package static let keyNames = ["class", "box", "overlap", "folder", "camera"]
}

extension ValueFormat where Value == String {
    fileprivate static let named: ValueFormat<String> = text.mapped(to: { $0.isEmpty ? nil : $0 }, from: { $0 })
}

extension ValueFormat where Value == Double {
    /// How much two boxes have in common, of which nothing at all is no place.
    fileprivate static let overlap: ValueFormat<Double> = share(decimals: 3).mapped(
        to: { $0 > 0 && $0 <= 1 ? $0 : nil }, from: { $0 })
}

extension ValueFormat where Value == Box {
    /// `[left, top, width, height]`, each a share of the upright photo's side.
    fileprivate static let shares = ValueFormat<Box>(
        schema: [
            "type": "array", "items": ValueFormat<Double>.share(decimals: 6).schema, "minItems": 4, "maxItems": 4,
        ]
    ) { box in
        .array([box.x, box.y, box.width, box.height].map { .rounded($0, decimals: 6) })
    } read: { (json) throws(RecordFormatError) in
        let numbers = try ValueFormat<[Double]>.list(.share(decimals: 6)).read(json)
        // What was rounded may pass the edge by that much.
        guard numbers.count == 4, numbers.allSatisfy({ (0...1).contains($0) }), numbers[2] > 0, numbers[3] > 0,
            numbers[0] + numbers[2] <= 1.001, numbers[1] + numbers[3] <= 1.001
        else { throw RecordFormatError() }
        return Box(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
    }
}
