/// How often scoring is right on photos that the model has never seen, for the sentence that people read beside a sheet.
public enum KnownAccuracy {
    /// The share of arrows that was found within 0.03 radii of where they stand.
    ///
    /// On photos of places that no training set of the model holds: `cases/archery`, and 17 of a club's data set. Change it
    /// together with `samples/models/README.md`.
    public static let recall = 0.70
    /// On how many photos that was measured.
    public static let photos = 47

    /// What everybody should read who reads a score sheet.
    public static var sentence: String {
        let percent = Int((recall * 100).rounded())
        return "Check every end: on \(photos) photos of places that Quiver had never seen it found \(percent) of 100 "
            + "arrows."
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
