/// A colour as the camera gave it, 0 to 255 a channel; also a difference of two.
struct Colour: Equatable {
    var red = 0.0
    var green = 0.0
    var blue = 0.0

    /// The brightness with the weights of ITU-R BT.601.
    var luma: Double { 0.299 * red + 0.587 * green + 0.114 * blue }
    var length: Double { dot(self).squareRoot() }
    var largest: Double { max(red, green, blue) }
    var smallest: Double { min(red, green, blue) }

    /// The median of each channel; black where there are no colours.
    static func median(_ colours: [Colour]) -> Colour {
        guard !colours.isEmpty else { return Colour() }
        func middle(_ channel: (Colour) -> Double) -> Double { colours.map(channel).sorted()[colours.count / 2] }
        return Colour(red: middle(\.red), green: middle(\.green), blue: middle(\.blue))
    }

    func dot(_ other: Colour) -> Double { red * other.red + green * other.green + blue * other.blue }

    static func + (a: Colour, b: Colour) -> Colour {
        Colour(red: a.red + b.red, green: a.green + b.green, blue: a.blue + b.blue)
    }
    static func - (a: Colour, b: Colour) -> Colour {
        Colour(red: a.red - b.red, green: a.green - b.green, blue: a.blue - b.blue)
    }
    static func * (a: Colour, factor: Double) -> Colour {
        Colour(red: a.red * factor, green: a.green * factor, blue: a.blue * factor)
    }
}
