import Scoring

/// The sessions that every report is tried on, by short names.
enum Sample: String, CaseIterable {
    case full, triple, card, oneEnd, small, longNames, empty

    var session: Session {
        switch self {
        case .full: Samples.full
        case .triple: Samples.triple
        case .card: Samples.card
        case .oneEnd: Samples.oneEnd
        case .small: Samples.small
        case .longNames: Samples.longNames
        case .empty: Samples.empty
        }
    }
}
