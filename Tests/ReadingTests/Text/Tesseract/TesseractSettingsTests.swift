import Reading
import Testing

@Suite struct TesseractSettingsTests {
    @Test(arguments: [("deu", "tesseract-ocr-deu"), ("chi_sim", "tesseract-ocr-chi-sim")])
    func aLanguageComesFromAPackage(language: String, package: String) {
        #expect(LanguageData.package(of: language) == package)
    }

    @Test func aMissingLanguageNamesItsPackage() throws {
        let error = #expect(throws: ReadingError.self) {
            try TesseractReader(settings: TesseractSettings(languages: ["eng", "xyz_old"]))
        }
        #expect(error?.code == .language)
        #expect(error?.description.contains("apt-get install tesseract-ocr-xyz-old") == true)
    }

    @Test(arguments: [[], ["../eng"], ["eng+deu"], ["~eng"], [""], ["osd"], ["en g"], ["eng\0"]] as [[String]])
    func whatIsNoLanguageIsRefused(languages: [String]) {
        let error = #expect(throws: ReadingError.self) {
            try TesseractReader(settings: TesseractSettings(languages: languages))
        }
        #expect(error?.code == .language)
    }

    @Test(arguments: [
        TesseractSettings(candidates: 11), TesseractSettings(candidates: -1), TesseractSettings(minimumHeight: 1.1),
        TesseractSettings(confidence: -0.1), TesseractSettings(confidence: .nan), TesseractSettings(words: ["a b"]),
        TesseractSettings(words: [""]), TesseractSettings(folder: "/nowhere"),
        TesseractSettings(languages: ["auto", "eng"]),
    ])
    func whatIsOutOfRangeIsRefused(settings: TesseractSettings) {
        let error = #expect(throws: ReadingError.self) { try TesseractReader(settings: settings) }
        #expect(error?.code == .setting)
    }
}
