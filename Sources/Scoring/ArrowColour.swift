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
