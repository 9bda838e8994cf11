import Testing

@testable import Reading

@Suite("The languages of a page's script") struct LanguageChoiceTests {
    @Test func languagesAreReadTogetherByTheirScript() {
        let choice = LanguageChoice(of: ["deu", "ell", "eng", "fra", "rus", "ukr"], tellsScripts: true)
        #expect(choice.groups.map(\.script) == ["Latin", "Cyrillic", "Greek"])
        #expect(choice.groups.map(\.languages) == [["eng", "deu", "fra"], ["rus", "ukr"], ["ell"]])
        #expect(choice.left.isEmpty)
    }

    @Test(arguments: [
        ("Latin", 0), ("Cyrillic", 1), ("Korean", 2), ("Hangul", 2), ("Thai", 0), ("", 0), (nil, 0),
    ])
    func aScriptHasItsGroupAndAnotherOneTheFirst(script: String?, place: Int) {
        let choice = LanguageChoice(of: ["eng", "kor", "rus"], tellsScripts: true)
        #expect(choice.index(of: script) == place)
    }

    @Test func withoutDataOfScriptsThereIsOneGroup() {
        let choice = LanguageChoice(of: ["eng", "rus", "deu"], tellsScripts: false)
        #expect(choice.groups.map(\.languages) == [["eng", "deu"]] && choice.left == ["rus"])
    }

    @Test func noneIsTakenTwiceAndManyAreLeft() {
        let many = (0..<40).map { "l\($0 / 10)\($0 % 10)" } + ["eng", "rus", "jpn", "jpn_vert", "spa_old", "equ"]
        let choice = LanguageChoice(of: many.sorted(), tellsScripts: true)
        let taken = choice.groups.flatMap(\.languages)
        #expect(choice.groups.first?.languages.count == LanguageChoice.mostOfScript)
        #expect(taken.count <= LanguageChoice.most && Set(taken).count == taken.count)
        #expect(taken.contains("eng") && taken.contains("rus") && taken.contains("jpn"))
        #expect(Set(taken + choice.left) == Set(many).subtracting(["jpn_vert", "spa_old", "equ"]))
    }
}
