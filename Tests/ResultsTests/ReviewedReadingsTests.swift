import Findings
import Storage
import Testing

@testable import Results

/// Records in which a person corrected lines of text and codes.
@Suite struct ReviewedReadingsTests {
    private static func place(_ y: Double) -> Quadrilateral {
        Quadrilateral(Box(x: 10, y: y, width: 200, height: 20))
    }

    private static func line(_ text: String, _ y: Double, confidence: Double = 0.5) -> TextLine {
        TextLine(
            text: text, confidence: confidence, corners: place(y),
            words: [TextWord(text: text, confidence: confidence, corners: place(y))],
            candidates: [TextCandidate(text: text + "?", confidence: 0.1)], paragraph: 3)
    }

    private let code = Code(symbology: .qr, text: "a", bytes: [0xFF, 0x61], corners: place(300))

    private func record(_ lists: [[TextLine]]) -> Record {
        var record = Samples.done
        record.photo.results =
            lists.map { DetectorResult(detector: "notes", task: .text, found: .texts($0)) }
            + [DetectorResult(detector: "codes", task: .barcodes, found: .codes([code]))]
        return record
    }

    private func lines(_ record: Record, as lines: [ReviewedReading]) -> [[TextLine]] {
        record.reviewed(as: FindingReview(isAccepted: true, texts: ["notes": lines]), by: []).photo.results
            .compactMap(\.found.texts)
    }

    private func codes(as codes: [ReviewedReading]) -> [Code] {
        record([[]]).reviewed(as: FindingReview(isAccepted: true, codes: ["codes": codes]), by: []).photo.results
            .flatMap { $0.found.codes ?? [] }
    }

    private let three = [line("one", 0), line("two", 40, confidence: 0.7), line("three", 80)]

    @Test func aChangedLineIsCertainAndADeletedOneGoes() throws {
        let found = lines(
            record([three]),
            as: [
                ReviewedReading(text: "0ne", origin: 0, corners: Self.place(0)),
                ReviewedReading(text: "two", confidence: 0.7, origin: 1, corners: Self.place(40)),
            ])[0]
        try #require(found.map(\.text) == ["0ne", "two"])
        #expect(found[0].confidence == 1 && found[0].words.isEmpty && found[0].candidates == nil)
        #expect(found[0].corners == Self.place(0) && found[0].paragraph == 3)
        #expect(found[1] == three[1], "what nobody changed stays whole")
    }

    @Test func aLineThatAPersonConfirmsIsCertainAndKeepsItsWords() throws {
        let found = lines(record([three]), as: [ReviewedReading(text: "two", origin: 1)])[0]
        try #require(found.count == 1)
        #expect(found[0].confidence == 1 && found[0].words == three[1].words)
    }

    @Test func theFormOfUnicodeIsNoChangeOfALine() throws {
        let composed = [Self.line("caf\u{E9}", 0)]
        let found = lines(record([composed]), as: [ReviewedReading(text: "cafe\u{301}", confidence: 0.5, origin: 0)])[0]
        #expect(found == composed)
        let written = lines(record([three]), as: [ReviewedReading(text: "cafe\u{301}", origin: 0)])[0]
        #expect(written.first.map { Array($0.text.unicodeScalars.map(\.value)) } == [0x63, 0x61, 0x66, 0xE9])
    }

    @Test func aLineIsFoundAgainWhereAnotherRunNumbersItOtherwise() throws {
        let moved = [Self.line("new", 200), Self.line("lne", 3), Self.line("two", 40)]
        let found = lines(
            record([moved]),
            as: [
                ReviewedReading(text: "0ne", origin: 0, corners: Self.place(0)),
                ReviewedReading(text: "three", confidence: 0.5, origin: 2, corners: Self.place(80)),
            ])[0]
        try #require(found.map(\.text) == ["0ne", "three"])
        #expect(found[0].corners == Self.place(3) && found[0].confidence == 1, "the run's own corners")
        #expect(found[1].corners == Self.place(80) && found[1].confidence == 0.5, "the run did not read it")
    }

    @Test func linesStayOnTheirOwnPage() throws {
        let found = lines(
            record([[three[0]], [three[1], three[2]]]),
            as: [
                ReviewedReading(text: "TWO", origin: 1, corners: Self.place(40)),
                ReviewedReading(text: "one", confidence: 0.5, origin: 0, corners: Self.place(0)),
            ])
        #expect(found.map { $0.map(\.text) } == [["one"], ["TWO"]])
    }

    @Test func aDetectorThatNobodySpokeOfKeepsItsLines() {
        let reviewed = record([three]).reviewed(as: FindingReview(isAccepted: true, texts: ["other": []]), by: [])
        #expect(reviewed == record([three]))
        #expect(lines(record([three]), as: []) == [[]], "all were deleted")
        #expect(lines(record([three]), as: [ReviewedReading(text: "x", origin: 9)]) == [[]], "nothing is known of it")
    }

    @Test func aCodesPayloadIsReplacedWithItsBytes() throws {
        let same = ReviewedReading(text: "a", origin: 0, corners: code.corners, symbology: .qr)
        #expect(codes(as: [same]) == [code], "the bytes are the engine's own")
        let other = ReviewedReading(text: "é", origin: 0, corners: code.corners, symbology: .qr)
        try #require(codes(as: [other]).count == 1)
        #expect(codes(as: [other])[0].bytes == [0xC3, 0xA9] && codes(as: [other])[0].symbology == .qr)
        #expect(codes(as: []).isEmpty)
        let lost = ReviewedReading(text: "b", origin: 7, corners: Self.place(700), symbology: .ean13)
        #expect(codes(as: [lost]) == [Code(symbology: .ean13, text: "b", bytes: [0x62], corners: Self.place(700))])
    }
}
