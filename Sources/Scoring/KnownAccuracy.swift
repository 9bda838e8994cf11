/// How often scoring is right at places that the model has never seen, for the sentence that people read beside a sheet.
///
/// Measured on `cases/archery` without the photo of a butt that training knows. Change it together with
/// `samples/models/README.md`.
public enum KnownAccuracy {
    /// The share of arrows that was found within 0.03 radii of where they stand.
    public static let recall = 0.92
    /// The share of what was reported as an arrow that is one.
    public static let precision = 0.94
    /// On how many photos that was measured.
    public static let photos = 29

    /// What everybody should read who reads a score sheet.
    public static var sentence: String { "Check every end: on \(finding)." }

    /// The finding, as the README tells it too.
    public static var finding: String {
        func percent(_ share: Double) -> Int { Int((share * 100).rounded()) }
        return "\(photos) photos of places that the model had never seen it found \(percent(recall)) of 100 "
            + "arrows, and \(percent(1 - precision)) of 100 that it reported were none"
    }
}

extension Session {
    /// Whether any end rests on what the model found, so that its accuracy matters.
    public var restsOnModel: Bool {
        rounds.flatMap(\.ends).contains { end in
            end.arrows.isEmpty || end.arrows.contains { $0.value.source == .model }
        }
    }
}
