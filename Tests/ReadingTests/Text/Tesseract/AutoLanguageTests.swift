import Findings
import Foundation
import TestSupport
import Testing

@testable import Reading

/// Which engine reads a page is what counts here: the language of Cyrillic letters is English data under its name, so that no
/// more languages are needed than any machine has.
@Suite(
    "Languages by the page's script",
    .enabled(if: Cases.isAvailable && (try? LanguageData().tellsOrientation) == true))
struct AutoLanguageTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        let data = try LanguageData()
        for (name, file) in [("eng", "eng"), ("rus", "eng"), ("osd", "osd")] {
            try FileManager.default.createSymbolicLink(
                at: folder["\(name).traineddata"],
                withDestinationURL: URL(fileURLWithPath: "\(data.folder)/\(file).traineddata"))
        }
    }

    private func reader(_ level: TextLevel = .accurate) throws -> TesseractReader {
        try TesseractReader(
            settings: TesseractSettings(
                languages: [LanguageChoice.word], level: level, folder: folder.url.path))
    }

    private static let russian = Cases.packageRoot.appendingPathComponent("Tests/PipelineTests/Fixtures/russian.png")

    @Test(arguments: [TextLevel.accurate, .fast])
    func eachPageIsReadInItsScript(level: TextLevel) throws {
        let reader = try reader(level)
        let (english, russian) = (try TextPicture(case: "ocr/phototest.tif"), try TextPicture(file: Self.russian))
        for _ in 0..<2 {
            _ = try russian.read(by: reader)
            #expect(reader.languages == ["rus"])
            let page = try english.read(by: reader)
            #expect(reader.languages == ["eng"] && page.languages == ["eng"] && reader.isEnglish(page))
        }
    }

    @Test(arguments: [90.0, 180, 270])
    func aTurnedPageIsToo(degrees: Double) throws {
        let reader = try reader()
        _ = try TextPicture(file: Self.russian).turned(degrees: degrees).read(by: reader)
        #expect(reader.languages == ["rus"])
    }

    @Test func aPictureWithoutTextGivesNone() throws {
        let reader = try reader()
        let page = try TextPicture(case: "people/photos/object_cat.png").read(by: reader)
        #expect(page.lines.isEmpty && page.languages.isEmpty)
    }

    @Test(.enabled(if: (try? LanguageData().check(["rus"])) != nil))
    func whereItIsInstalledTheLanguageIsRead() throws {
        let reader = try TesseractReader(settings: TesseractSettings(languages: [LanguageChoice.word]))
        let page = try TextPicture(file: Self.russian).read(by: reader)
        #expect(page.text.contains("Все счастливые семьи похожи") && page.languages == ["rus"])
    }
}
