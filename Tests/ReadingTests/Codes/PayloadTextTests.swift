import Findings
import Testing

@testable import Reading

struct PayloadTextTests {
    @Test(arguments: [
        ("01234565", "0012345000065"), ("01234531", "0012300000451"), ("05096893", "0050968000093"),
        ("01264904", "0012000006494"), ("04965802", "0049000006582"), ("04963406", "0049000006346"),
    ])
    func writesUPCEWithItsZeros(_ short: String, _ long: String) {
        #expect(PayloadText(short, bytes: [], of: .upcE, lines: 9).text == long)
    }

    @Test func leavesAnUnlikelyUPCEAsItIs() {
        #expect(PayloadText.expanded("123") == "123")
    }

    @Test(arguments: [
        (Symbology.upcA, "036602301467", "0036602301467"), (.ean13, "9780201752847 55999", "978020175284755999"),
        (.upcA, "071831007995 19868", "007183100799519868"), (.ean13, "9780735619937 92", "9780735619937"),
        (.ean13, "9770317847001 03", "977031784700103"), (.upcE, "04965802 01", "0049000006582"),
        (.ean8, "12345670", "12345670"), (.databar, "04412345678909", "0104412345678909"),
    ])
    func writesNumbersOfGoodsByTheirStandard(_ symbology: Symbology, _ read: String, _ text: String) {
        #expect(PayloadText(read, bytes: [], of: symbology, lines: 20).text == text)
    }

    @Test func believesAnAddOnOfTwoDigitsOnManyRowsOnly() {
        #expect(PayloadText("9770317847001 03", bytes: [], of: .ean13, lines: 7).text == "9770317847001")
    }

    @Test(arguments: [
        ("(01)90012345678908(3202)001750(11)100312", "0190012345678908320200175011100312"),
        ("(10)56789(11)010101", "1056789\u{1D}11010101"),
        ("(10)12A(422)123(21)123456", "1012A\u{1D}422123\u{1D}21123456"),
        ("(01)90012345678908(3922)795", "01900123456789083922795"), ("(10)1098(1234", "101098(1234"),
        ("(10)1;:/0123(15)991231", "101;:/0123\u{1D}15991231"), ("(10)", "10"), ("(15)99", "1599"),
        ("no brackets", "no brackets"), ("(x)", "(x)"), ("(", "("), ("", ""), ("(01)123(", "01123("),
    ])
    func writesElementStringsWithoutBrackets(_ bracketed: String, _ plain: String) {
        #expect(ElementString.plain(bracketed) == plain)
    }

    @Test func showsBytesOfAnUnknownEncodingAsDigits() {
        #expect(PayloadText("", bytes: [0x0A, 0xFF], of: .qr, lines: 0).text == "0AFF")
    }
}
