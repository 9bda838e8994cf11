import Testing

@testable import Worker

/// How like a line of a text layer is to what its picture says.
@Suite struct SoundLayerTests {
    @Test(arguments: [
        ("Invoice 2026-17", "Invoice 2026-17", 1.0...1.0), ("Invoice 2026-17", "INVOICE 2026 – 17", 1.0...1.0),
        ("Terms of delivery", "Terrns of de1ivery", 0.5...0.9), ("Terms of delivery", "Ufsnt pg efmjwfsz", 0.0...0.1),
        ("", "", 1.0...1.0), ("a", "b", 1.0...1.0), ("ab", "", 0.0...0.0),
    ])
    func likeness(one: String, other: String, range: ClosedRange<Double>) {
        let likeness = LoadedModels.Loaded.likeness(of: one, and: other)
        #expect(range.contains(likeness) && likeness == LoadedModels.Loaded.likeness(of: other, and: one))
    }
}
