import Findings
import TestSupport
import Testing

@testable import Reading

struct GS1ReaderTests {
    private func elements(_ data: String, isGS1: Bool = true) -> [GS1Element] {
        // `<` stands for the separator.
        let bytes = data.unicodeScalars.map { $0 == "<" ? 0x1D : UInt8(truncatingIfNeeded: $0.value) }
        let corners = Quadrilateral(Box(x: 1, y: 2, width: 3, height: 4))
        let code = Code(symbology: .code128, text: "", bytes: bytes, isGS1: isGS1, corners: corners)
        let elements = GS1Reader(year: 2026).elements(of: code)
        #expect(elements.allSatisfy { $0.corners == corners })
        return elements
    }

    private func lines(_ data: String) -> [String] { elements(data).map(\.line) }

    @Test func elementsFollowEachOtherBySeparatorsOrByTheirLength() {
        // GS1 General Specifications, section 7.8: what is of fixed length needs none behind it.
        let wanted = ["(01)09506000134352", "(17)260200=2026-02-28", "(10)ABC123", "(21)X1"]
        #expect(lines("01095060001343521726020010ABC123<21X1") == wanted)
        #expect(lines("0109506000134352<17260200<10ABC123<21X1<") == wanted)
        #expect(lines("10ABC12321X1") == ["(10)ABC12321X1"], "without a separator all of it is the batch")
        #expect(elements("0109506000134352").map(\.title) == ["GTIN"])
        #expect(elements("").isEmpty && elements("<").isEmpty)
        #expect(elements("0109506000134352", isGS1: false).isEmpty)
    }

    @Test(arguments: [
        // Check digits, section 7.9.
        ("00376104250021234569", "(00)376104250021234569"), ("00376104250021234568", "!(00)376104250021234568"),
        ("0109506000134353", "!(01)09506000134353"), ("4145412345000013", "(414)5412345000013"),
        ("800300614141123452A1", "(8003)00614141123452A1"), ("800300614141123453A1", "!(8003)00614141123453A1"),
        // Lengths and characters.
        ("01095060001343", "!(01)095060001343"), ("168901", "!(16)8901"), ("01", "!(01)"), ("10", "!(10)"),
        ("10ABCDEFGHIJKLMNOPQRST", "(10)ABCDEFGHIJKLMNOPQRST"),
        ("10ABCDEFGHIJKLMNOPQRSTU", "!(10)ABCDEFGHIJKLMNOPQRSTU"),
        ("30500", "(30)500"), ("305x", "!(30)5x"), ("101098 1234", "!(10)1098 1234"), ("10é", "!(10)é"),
        ("422056", "(422)056"), ("42205", "!(422)05"), ("423056276", "(423)056276"), ("42305627", "!(423)05627"),
        ("8010ABC-1", "(8010)ABC-1"), ("8010abc", "!(8010)abc"),
    ])
    func anElementIsSoundOrNot(data: String, line: String) {
        #expect(lines(data) == [line])
    }

    @Test(arguments: [
        ("3103001750", "001750=1.750 kg"), ("3100000250", "000250=250 kg"), ("3105000001", "000001=0.00001 kg"),
        ("3202000345", "000345=3.45 lb"), ("3602000150", "000150=1.50 qt (US)"), ("3371000250", "000250=25.0 kg/m²"),
        ("3922795", "795=7.95"), ("39329781299", "9781299=978 12.99"), ("3909123", "123=0.000000123"),
        ("39430125", "0125=0.125 %"), ("3106000001", "3106000001"), ("3932040EUR", "040EUR"),
    ])
    func aMeasureHasItsDecimalsAndItsUnit(data: String, line: String) {
        #expect(elements(data).map(\.meaning) == [line])
    }

    @Test(arguments: [
        ("17260228", "260228=2026-02-28"), ("17260200", "260200=2026-02-28"), ("17280200", "280200=2028-02-29"),
        ("17261231", "261231=2026-12-31"), ("17260229", "260229"), ("17261301", "261301"), ("172601", "2601"),
        // Section 7.12: from 49 years ago to 50 years ahead.
        ("15760101", "760101=2076-01-01"), ("15770101", "770101=1977-01-01"), ("11991231", "991231=1999-12-31"),
        ("70032602281430", "2602281430=2026-02-28T14:30"), ("70032602282430", "2602282430"),
        ("70032602001430", "2602001430"), ("7007260101", "260101=2026-01-01"),
        ("7007260101260131", "260101260131=2026-01-01/2026-01-31"), ("800826010114", "26010114=2026-01-01T14"),
        ("8008260101143059", "260101143059=2026-01-01T14:30:59"), ("80082601011", "2601011"),
        ("725019040229", "19040229=1904-02-29"),
    ])
    func aDateIsTheCalendars(data: String, line: String) {
        #expect(elements(data).map(\.meaning) == [line])
        #expect(elements(data).map(\.isSound) == [line.contains("=")])
    }

    @Test func theCenturyIsTheNearest() {
        let code = Code(symbology: .qr, text: "", bytes: Array("11991231".utf8), isGS1: true, corners: nowhere)
        #expect(GS1Reader(year: 2050).elements(of: code).first?.value == "2099-12-31")
        #expect(GS1Reader(year: 2048).elements(of: code).first?.value == "1999-12-31")
        let early = Code(symbology: .qr, text: "", bytes: Array("11010101".utf8), isGS1: true, corners: nowhere)
        #expect(GS1Reader(year: 1999).elements(of: early).first?.value == "2001-01-01")
    }

    private var nowhere: Quadrilateral { Quadrilateral(Box(x: 0, y: 0, width: 0, height: 0)) }

    @Test func whatHasNoIdentifierIsKeptAsItIs() {
        #expect(lines("8101054321120021123456") == ["!()8101054321120021123456"])
        #expect(lines("0109506000134352?<10A") == ["(01)09506000134352", "!()?", "(10)A"])
        // Reserved, but of a length that is fixed.
        #expect(lines("1426010121X") == ["!()14260101", "(21)X"])
        #expect(lines("2") == ["!()2"])
        #expect(elements("2").map(\.title) == ["unknown"])
    }

    @Test func identifiersAreToldApartByTheirDigits() {
        for (identifier, known) in GS1Identifier.all {
            #expect(2...4 ~= identifier.count && !known.title.isEmpty && !known.parts.isEmpty)
            for count in 2..<identifier.count {
                #expect(GS1Identifier.all[String(identifier.prefix(count))] == nil, "\(identifier)")
            }
            guard let fixed = ElementString.fixedLengths[String(identifier.prefix(2))] else { continue }
            #expect(known.parts.map(\.lengths) == [(fixed - identifier.count)...(fixed - identifier.count)])
        }
    }
}

/// GS1 codes in pictures.
struct GS1PictureTests {
    private func elements(_ picture: CasePicture) throws -> [GS1Element] {
        try picture.codes().flatMap(GS1Reader(year: 2026).elements)
    }

    /// `(01)09506000134352(10)A1(17)260200`, a hexadecimal digit for four modules.
    @Test(arguments: [
        """
        FEDBF8 82A208 BAD2E8 BAEAE8 BA02E8 828208 FEABF8 007000 CE0978 88A398 9FD1E0 C9D220 F3CE10 00DDD8 FE7110
        82D8E0 BAFF18 BA43E8 BA2B80 82F5F0 FEC828
        """,
        """
        AAAA8 CF6DC 8A5A0 BE01C EDA90 82864 90968 B2084 E4388 D0C1C E7658 E3EB4 C26F0 ED074 DF130 95144 A6CA8 FFFFC
        """,
    ])
    func aDrawnCodeTellsThatItIsGS1s(modules: String) throws {
        let rows = modules.split(whereSeparator: \.isWhitespace).map { $0.compactMap(\.hexDigitValue) }
        let side = rows.count
        var picture = CasePicture(width: (side + 8) * 6, height: (side + 8) * 6)
        for (y, row) in rows.enumerated() {
            for x in 0..<side where row[x / 4] >> (3 - x % 4) & 1 == 1 {
                picture = picture.with(CasePicture(width: 6, height: 6, grey: 0), atX: (x + 4) * 6, y: (y + 4) * 6)
            }
        }
        #expect(
            try elements(picture).map(\.line) == ["(01)09506000134352", "(10)A1", "(17)260200=2026-02-28"])
    }

    @Test(
        .enabled(if: Cases.isAvailable),
        arguments: [
            ("code128-1/1.png", ["!(16)8901"]), ("code128-1/5.png", ["!()8101054321120021123456"]),
            ("code128-1/3.webp", []), ("qrcode-2/16.webp", []), ("rss14-1/7.webp", nil),
            ("rssexpanded-3/5.png", ["(01)90012345678908", "(3103)001750=1.750 kg"]),
            ("rssexpandedstacked-1/24.png", ["(10)5678", "(11)010101=2001-01-01"]),
        ] as [(String, [String]?)])
    func aRealCodeHasItsElements(name: String, lines: [String]?) throws {
        let found = try elements(CasePicture(name)).map(\.line)
        guard let lines else {
            // DataBar is a GTIN, whatever its number is.
            let payload = String(decoding: try CasePicture.payload(name), as: UTF8.self)
            #expect(found == ["(01)" + payload.dropFirst(2)])
            return
        }
        #expect(found == lines)
    }
}

extension GS1Element {
    /// The text with what it means, as in `260200=2026-02-28`.
    fileprivate var meaning: String { [text, value].compactMap { $0 }.joined(separator: "=") }

    /// The same after the identifier, with an exclamation mark where it is not sound.
    fileprivate var line: String { (isSound ? "" : "!") + "(\(identifier))" + meaning }
}
