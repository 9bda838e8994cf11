extension RoundDefinition {
    /// The rounds that every Quiver knows.
    ///
    /// Their facts are those of the bodies whose rounds they are, looked up in: World Archery's rulebook, Book 2, 4.5
    /// ("Rounds"), with the tournament program ianseo (set `FITA`, types 3, 6 and 10) and the library archeryutils
    /// (`round_data_files`) as witnesses of ends, arrows and faces; Archery GB's Portsmouth as its clubs print it (60
    /// arrows in threes at 20 yards, 60 cm, ten zones); nfaausa.com, "The Vegas Shoot rules" (ten ends of three at 20
    /// yards, three-spot or single 40 cm face, the X for ties) and "Indoor Nationals: how the event works" (twelve ends of
    /// five, 300 points, the X for ties; three games of four ends).
    public static let known: [RoundDefinition] = [
        RoundDefinition(
            id: "wa-70", name: "WA 720, 70 m", faces: [.wa122], ends: 12, arrowsPerEnd: 6, parts: 2, ties: .tensXs),
        RoundDefinition(
            id: "wa-60", name: "WA 720, 60 m", faces: [.wa122], ends: 12, arrowsPerEnd: 6, parts: 2, ties: .tensXs),
        RoundDefinition(
            id: "wa-50", name: "WA 720, 50 m", faces: [.wa80SixRing], ends: 12, arrowsPerEnd: 6, parts: 2,
            ties: .tensXs),
        RoundDefinition(
            id: "wa-50-barebow", name: "WA 720, 50 m barebow", faces: [.wa122], ends: 12, arrowsPerEnd: 6, parts: 2,
            ties: .tensXs),
        RoundDefinition(
            id: "wa-18", name: "WA 18 m", faces: [.wa40, .wa40Triple], ends: 20, arrowsPerEnd: 3, parts: 2,
            ties: .tensNines),
        RoundDefinition(
            id: "wa-18-compound", name: "WA 18 m compound", faces: [.wa40TripleCompound, .wa40Compound], ends: 20,
            arrowsPerEnd: 3, parts: 2, ties: .tensNines),
        RoundDefinition(
            id: "portsmouth", name: "Portsmouth", faces: [.wa60], ends: 20, arrowsPerEnd: 3, parts: 2,
            ties: .hitsGolds),
        RoundDefinition(
            id: "vegas", name: "Vegas 300", faces: [.wa40Triple, .wa40], ends: 10, arrowsPerEnd: 3, ties: .xs),
        RoundDefinition(
            id: "nfaa-300", name: "NFAA 300", faces: [.nfaa40, .nfaa40FiveSpot], ends: 12, arrowsPerEnd: 5, parts: 3,
            ties: .xs),
        RoundDefinition(
            id: "wa-field-24", name: "WA field, 24 targets", faces: [.field80, .field60, .field40, .field20], ends: 24,
            arrowsPerEnd: 3, ties: .sixesFives),
    ]
}
