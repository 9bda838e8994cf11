import Scoring
import Testing

@Suite("Colours of arrows")
struct ArrowColourTests {
    @Test(
        "a colour has the word that archers use",
        arguments: [
            ((220, 20, 30), ArrowColour.red), ((255, 130, 0), .orange), ((240, 230, 40), .yellow),
            ((60, 220, 60), .green), ((20, 60, 210), .blue), ((0, 180, 216), .blue), ((140, 60, 220), .purple),
            ((255, 90, 190), .pink), ((250, 160, 170), .pink), ((245, 245, 240), .white), ((20, 22, 25), .black),
            ((128, 126, 130), .grey),
        ])
    func words(_ rgb: (Int, Int, Int), _ word: ArrowColour) {
        #expect(ArrowColour(red: UInt8(rgb.0), green: UInt8(rgb.1), blue: UInt8(rgb.2)) == word)
    }

    @Test("an arrow belongs to the archer whose colour it has, and to nobody without one")
    func archers() {
        let archers = Archers(names: ["Ana", "Ben", "Cem"], by: .colour, colours: [.red, nil, .green])
        #expect(archers.archer(ofEnd: 0, face: nil, colour: .red) == "Ana")
        #expect(archers.archer(ofEnd: 5, face: 1, colour: .green) == "Cem")
        #expect(archers.archer(ofEnd: 0, face: 0, colour: .blue) == nil)
        #expect(archers.archer(ofEnd: 0, face: 0, colour: nil) == nil)
        #expect(
            Archers(names: ["Ana", "Ben"], by: .colour, colours: []).archer(ofEnd: 0, face: 0, colour: .red) == nil)
    }
}

@Suite("Folders that say the day and the archer")
struct FolderPatternTests {
    @Test(
        "the last folders are read",
        arguments: [
            ("{date}/{archer}", "season/2026-11-20/Anna/", "2026-11-20", "Anna"),
            ("{date}/{archer}", "2026-11-20/Anna", "2026-11-20", "Anna"),
            ("{archer}/*", "Anna/IMG", nil, "Anna"), ("{date}", "2026-13-40/", nil, nil),
            ("{date}/{archer}", "Anna/", nil, nil),
        ] as [(String, String, String?, String?)])
    func read(_ pattern: String, _ folder: String, _ date: String?, _ archer: String?) throws {
        let said = try #require(FolderPattern(pattern)).read(folder)
        #expect(said.date == date)
        #expect(said.archer == archer)
    }

    @Test(
        "a pattern that names nothing, another word, or a word twice is none",
        arguments: ["", "*", "{day}", "{date}/{date}", "a/{archer}", "{archer}/"])
    func refused(_ pattern: String) { #expect(FolderPattern(pattern) == nil) }
}
