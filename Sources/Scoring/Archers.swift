/// Who shot in a session, and how arrows are given to archers where no manual entry names one.
public struct Archers: Sendable, Hashable, Codable {
    /// The archers' names, in their order on the line; empty where none was named.
    public var names: [String]
    /// How arrows are given to archers.
    public var by: Way
    /// The colour of each one's arrows, in the order of the names; nil, or missing at the end, where it was not entered.
    public var colours: [ArrowColour?]

    /// The most characters of a name.
    public static let longestName = 80
    /// The most archers of a session.
    public static let most = 24

    /// Archers by their names and colours, in the order of the line; by default none.
    public init(names: [String] = [], by: Way = .hand, colours: [ArrowColour?] = []) {
        self.names = names
        self.by = by
        self.colours = colours
    }

    /// How arrows are given to archers.
    public enum Way: String, Sendable, Hashable, Codable, CaseIterable {
        /// Arrow by arrow, by hand; with one archer all arrows are that one's.
        case hand
        /// By the face that they stand on, from the left to the right and from the top down.
        case place
        /// By turns: one end each.
        case end
        /// By the colour of the arrow's vanes and nock.
        case colour
        /// By the photo's folder, as the settings say (`scoring.folders`).
        case folder
    }

    /// The archer of an arrow; nil where it is not known.
    ///
    /// - Parameters:
    ///   - end: The end's place in its session, from 0.
    ///   - face: The face's place in its photo in reading order, from 0; nil where it is not known.
    ///   - colour: The colour of its vanes and nock; nil where it is not seen.
    public func archer(ofEnd end: Int, face: Int?, colour: ArrowColour? = nil) -> String? {
        guard !names.isEmpty else { return nil }
        if names.count == 1 { return names[0] }
        switch by {
        case .hand, .folder: return nil
        case .place: return face.flatMap { names.indices.contains($0) ? names[$0] : nil }
        case .end: return names[end % names.count]
        case .colour:
            guard let colour, let place = colours.firstIndex(of: colour), names.indices.contains(place) else {
                return nil
            }
            return names[place]
        }
    }

    /// The colour of one archer's arrows; nil where it was not entered.
    public func colour(of place: Int) -> ArrowColour? { colours.indices.contains(place) ? colours[place] : nil }
}

/// The colour of an arrow's vanes and nock, as archers name it.
public enum ArrowColour: String, Sendable, Hashable, Codable, CaseIterable {
    case red, orange, yellow, green, blue, purple, pink, white, black, grey

    /// The word for a colour.
    ///
    /// - Parameters:
    ///   - red: 0 to 255, as `green` and `blue`, sRGB.
    public init(red: UInt8, green: UInt8, blue: UInt8) {
        let (r, g, b) = (Double(red), Double(green), Double(blue))
        let (high, low) = (max(r, g, b), min(r, g, b))
        let spread = high - low
        guard high >= 50, spread >= 0.28 * high else {
            self = high < 80 ? .black : low > 165 ? .white : .grey
            return
        }
        self.init(hue: Self.hue(r, g, b, high: high, spread: spread), spread: spread / high, value: high)
    }

    /// - Parameter hue: In degrees, 0 is red and 120 green.
    private init(hue: Double, spread: Double, value: Double) {
        switch hue {
        case 14..<42: self = .orange
        case 42..<68: self = .yellow
        case 68..<172: self = .green
        case 172..<255: self = .blue
        case 255..<300: self = .purple
        // What is pale or bright between purple and red is called pink.
        case 300..<348: self = .pink
        default: self = spread < 0.5 && value > 190 ? .pink : .red
        }
    }

    private static func hue(_ r: Double, _ g: Double, _ b: Double, high: Double, spread: Double) -> Double {
        let sixth =
            high == r ? (g - b) / spread : high == g ? (b - r) / spread + 2 : (r - g) / spread + 4
        return sixth < 0 ? 60 * (sixth + 6) : 60 * sixth
    }
}

/// What the names of a photo's folders mean: `{date}/{archer}` for `2026-11-20/Anna`.
public struct FolderPattern: Sendable, Hashable, Codable {
    /// A folder of the pattern.
    private enum Part: String, CaseIterable {
        case date = "{date}"
        case archer = "{archer}"
        /// A folder that means nothing here.
        case any = "*"
    }

    /// As it is written: `{date}`, `{archer}` and `*`, one for each folder, with `/` between them.
    public let text: String

    /// Reads a pattern; nil where it has another word, one of them twice, or none.
    public init?(_ text: String) {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false).map { Part(rawValue: String($0)) }
        let named = parts.compactMap { $0 }.filter { $0 != .any }
        guard parts.allSatisfy({ $0 != nil }), !named.isEmpty, Set(named).count == named.count else { return nil }
        self.text = text
    }

    /// The day and the archer that a folder's path names, from its end; nil for what it does not name.
    ///
    /// - Parameter folder: Such as `season/2026-11-20/Anna/`.
    public func read(_ folder: String) -> (date: String?, archer: String?) {
        let parts = text.split(separator: "/").compactMap { Part(rawValue: String($0)) }
        let names = folder.split(separator: "/").suffix(parts.count).map(String.init)
        guard names.count == parts.count else { return (nil, nil) }
        var found: (date: String?, archer: String?)
        for (part, name) in zip(parts, names) {
            switch part {
            case .date: found.date = CameraClock.isDay(name) ? name : nil
            case .archer: found.archer = name.count <= Archers.longestName ? name : nil
            case .any: break
            }
        }
        return found
    }
}

extension Session {
    /// What each archer shot: the session's archers in their order, then those whom only arrows name.
    public var totals: [(name: String, total: Tally)] {
        archersInOrder.map { ($0, ScoreSheet(only(by: $0)).total) }
    }

    /// What the arrows count that no archer is named for, beside those of archers; nil where there are none of one kind.
    public var unnamedTotal: Tally? {
        guard !archersInOrder.isEmpty else { return nil }
        let total = ScoreSheet(only(by: nil)).total
        return total.arrows == 0 ? nil : total
    }

    /// The session with one archer's arrows that count only; nil stands for the arrows that no archer is named for.
    ///
    /// What an end has too many counts for no archer. Of a round it is known how many are each archer's, and of this one's more
    /// the lowest count; of arrows without an archer it is not known whose they are, so that they have no share of their own.
    /// Nothing is missing in it, since it is not known how many are that archer's.
    public func only(by archer: String?) -> Session {
        var session = self
        for round in session.rounds.indices {
            (session.rounds[round].arrowsPerEnd, session.rounds[round].arrowsOfOne) = (0, 0)
            for end in session.rounds[round].ends.indices {
                let whole = rounds[round].ends[end]
                let most = rounds[round].arrows(of: whole)
                let own = whole.arrowsInOrder.filter { $0.archer == archer }
                session.rounds[round].ends[end].arrows =
                    if let shot = self.round, archer != nil {
                        own.suffix(shot.arrowsPerEnd)
                    } else {
                        whole.arrowsInOrder.dropFirst(whole.surplus(over: most)).filter { $0.archer == archer }
                    }
            }
        }
        return session
    }
}
