import Findings
import Testing

struct SymbologyTests {
    @Test(arguments: Symbology.allCases)
    func isFoundByItsNameInSettingsAndForPeople(_ symbology: Symbology) {
        #expect(Symbology.named(symbology.rawValue) == symbology)
        #expect(Symbology.named(symbology.name) == symbology)
    }

    @Test func namesAreForgiving() {
        #expect(Symbology.named("EAN-13") == .ean13)
        #expect(Symbology.named("qr_code") == .qr)
        #expect(Symbology.named("") == nil)
    }

    @Test(arguments: Symbology.unreadable.keys)
    func noUnreadableNameIsTaken(_ name: String) {
        #expect(Symbology.named(name) == nil)
        #expect(Symbology.refusal(of: name).contains("zxing-cpp 1.4"))
    }

    @Test func refusesByName() {
        #expect(Symbology.refusal(of: "Micro-PDF417").contains("MicroPDF417"))
        #expect(Symbology.refusal(of: "foo").contains("no kind of code named 'foo'"))
        #expect(Symbology.refusal(of: "foo").contains("dataMatrix"))
    }
}
