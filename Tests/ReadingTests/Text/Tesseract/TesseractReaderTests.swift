import Findings
import Foundation
import Reading
import TestSupport
import Testing

@Suite(.enabled(if: Cases.isAvailable)) struct TesseractReaderTests {
    private static let european = ["eng", "deu", "fra", "ita", "spa", "por"]
    private static let hasEuropean =
        (try? LanguageData().check(european)) != nil

    private func truth(_ name: String) throws -> String {
        try String(contentsOf: Cases.file("ocr/\(name)"), encoding: .utf8)
    }

    @Test(arguments: [(0.0, 0), (90, 90), (180, 180), (270, 270), (3, 0), (-3, 0), (183, 180)])
    func aPageIsReadHoweverItLies(degrees: Double, rotation: Int) throws {
        let level = try TextPicture(case: "ocr/phototest.tif")
        let page = try (degrees == 0 ? level : level.turned(degrees: degrees)).read(by: TesseractReader())
        #expect(characterErrors(page.text, truth: try truth("phototest.gold.txt")) <= 0.02)
        #expect(page.rotation == rotation)
        #expect(abs(page.skew - (degrees - Double(rotation)).remainder(dividingBy: 360)) < 0.5)
        #expect(page.languages == ["eng"])
        #expect(Set(page.lines.map(\.paragraph)) == [0, 1])
    }

    /// One reader for all, as a worker has.
    @Test(.enabled(if: hasEuropean)) func aPageOfSixLanguagesIsReadHoweverItLies() throws {
        let level = try TextPicture(case: "ocr/eurotext.tif")
        let reader = try TesseractReader(settings: TesseractSettings(languages: Self.european))
        let truth = try truth("eurotext.txt")
        for degrees in [0.0, 90, 180, 270, 3, -3] {
            let page = try (degrees == 0 ? level : level.turned(degrees: degrees)).read(by: reader)
            #expect(characterErrors(page.text, truth: truth) <= 0.02, "turned by \(degrees) degrees")
            #expect(Set(page.languages).isSuperset(of: ["eng", "deu"]))
        }
    }

    @Test(arguments: ["phototest-rotated-180.png", "phototest-rotated-L.png", "phototest-rotated-R.png"])
    func pagesThatOthersTurnedAreRead(name: String) throws {
        let page = try TextPicture(case: "ocr/\(name)").read(by: TesseractReader())
        #expect(characterErrors(page.text, truth: try truth("phototest.gold.txt")) <= 0.02)
    }

    @Test func fastReadsUprightPages() throws {
        let reader = try TesseractReader(settings: TesseractSettings(level: .fast))
        let page = try TextPicture(case: "ocr/phototest.tif").read(by: reader)
        #expect(characterErrors(page.text, truth: try truth("phototest.gold.txt")) <= 0.02)
    }

    @Test(arguments: [90.0, 180, 270, 3])
    func cornersLieInThePictureThatWasGiven(degrees: Double) throws {
        let level = try TextPicture(case: "ocr/phototest.tif")
        let reader = try TesseractReader()
        let expected = try level.read(by: reader).lines
        let found = try level.turned(degrees: degrees).read(by: reader).lines
        let turn = Turn(degrees: degrees, size: level.size)
        try #require(found.count == expected.count)
        for (line, upright) in zip(found, expected) {
            for (corner, other) in zip(line.corners.corners, upright.corners.corners) {
                #expect(corner.distance(to: turn.turned(other)) < 8)
            }
            #expect(line.words.count == upright.words.count)
        }
    }

    @Test func aWordIsFoundInItsLine() throws {
        let page = try TextPicture(case: "ocr/phototest.tif").read(by: TesseractReader())
        let line = try #require(page.lines.first { $0.text.contains("format") })
        let word = try #require(line.words.first { $0.text.hasPrefix("format") })
        let found = try #require(line.searchTexts.first?.places(of: SearchQuery("format.")).first)
        #expect(found.topLeft.distance(to: word.corners.topLeft) < 1)
        #expect(found.bottomRight.distance(to: word.corners.bottomRight) < 1)
    }

    @Test func otherReadingsAreGivenWhereAskedFor() throws {
        let reader = try TesseractReader(settings: TesseractSettings(candidates: 3))
        let page = try TextPicture(case: "ocr/eurotext.tif").read(by: reader)
        #expect(page.lines.allSatisfy { $0.candidates != nil && ($0.candidates?.count ?? 0) <= 3 })
        let doubtful = try #require(page.lines.first { $0.text.contains("amet") || $0.text.hasPrefix("The (quick)") })
        let candidates = try #require(doubtful.candidates)
        #expect(!candidates.isEmpty)
        #expect(candidates.allSatisfy { $0.text != doubtful.text && $0.confidence < doubtful.confidence })
        #expect(candidates.map(\.confidence) == candidates.map(\.confidence).sorted(by: >))
    }

    @Test func linesThatAreTooLowAreLeftOut() throws {
        let picture = try TextPicture(case: "ocr/phototest.tif")
        let reader = try TesseractReader(settings: TesseractSettings(minimumHeight: 0.2))
        #expect(try picture.read(by: reader).lines.isEmpty)
    }

    /// Every photo of these that holds no text; what holds some is in their list of references.
    @Test(arguments: [TextLevel.fast, .accurate])
    func picturesWithoutTextGiveNothing(level: TextLevel) throws {
        let reader = try TesseractReader(settings: TesseractSettings(level: level))
        let photos = [
            "face_astronaut.png", "face_down.jpg", "face_portrait.jpg", "face_profile_camera.png", "face_woman.jpg",
            "faces_group.jpg", "hand_call.jpg", "hand_camera.jpg", "hand_pen.jpg", "hand_point.jpeg",
            "hand_thumb_up.jpg", "negative_black.jpg", "object_burger.jpg", "object_cat.png", "object_coffee.png",
            "object_parrot.jpeg", "object_rocket.jpg", "people_hold_object.jpg", "people_reading.jpg",
            "people_sitting.jpg", "people_yoga.jpg", "rot_hand_exif3.jpg", "rot_pose_exif6.jpg",
        ]
        for name in photos {
            let page = try TextPicture(case: "people/photos/\(name)").read(by: reader)
            #expect(page.lines.isEmpty, "\(name): \(page.text)")
            #expect(page.languages.isEmpty)
        }
    }
}
