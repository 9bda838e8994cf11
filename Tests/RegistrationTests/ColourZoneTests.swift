import Testing

@testable import Registration

@Suite struct ColourZoneTests {
    @Test(arguments: [
        // Prints in sunlight, in the shade, under a violet pane and in the evening.
        (Colour(red: 240, green: 225, blue: 50), ColourZone.gold), (Colour(red: 90, green: 80, blue: 25), .gold),
        (Colour(red: 172, green: 132, blue: 90), .gold), (Colour(red: 220, green: 45, blue: 50), .red),
        (Colour(red: 100, green: 30, blue: 35), .red), (Colour(red: 170, green: 80, blue: 120), .red),
        (Colour(red: 30, green: 150, blue: 210), .blue), (Colour(red: 60, green: 85, blue: 230), .blue),
        (Colour(red: 90, green: 205, blue: 195), .blue), (Colour(red: 40, green: 40, blue: 42), .black),
        (Colour(red: 15, green: 12, blue: 20), .black), (Colour(red: 235, green: 235, blue: 230), .white),
        (Colour(red: 250, green: 150, blue: 80), .orange), (Colour(red: 80, green: 160, blue: 60), .other),
    ])
    func namesWhatAPixelMayBe(colour: Colour, zone: ColourZone) { #expect(ColourZone(colour) == zone) }
}
