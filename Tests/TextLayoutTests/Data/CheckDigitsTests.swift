import Testing

@testable import TextLayout

@Suite("Check digits")
struct CheckDigitsTests {
    static func digits(_ text: String) -> [Int] { text.compactMap(\.wholeNumberValue) }

    @Test(
        "numbers that carriers publish are right, and wrong with another last digit",
        arguments: [
            ("986578788855", "fedex12"), ("799531274483", "fedex12"), ("8487135506", "dhl"), ("3318810025", "dhl"),
            ("9400111202555842332669", "gs1"), ("4006381333931", "gs1"), ("4111111111111111", "luhn"),
            ("473124829", "s10"),
        ])
    func published(number: String, kind: String) {
        let test: ([Int]) -> Bool =
            switch kind {
            case "fedex12": CheckDigits.isFedEx12
            case "dhl": CheckDigits.isDHLExpress
            case "gs1": CheckDigits.isGS1
            case "luhn": CheckDigits.isLuhn
            default: CheckDigits.isS10
            }
        var digits = Self.digits(number)
        #expect(test(digits))
        let right = digits.last
        for wrong in 0...9 where wrong != right {
            digits[digits.count - 1] = wrong
            #expect(!test(digits), "\(digits)")
        }
    }

    @Test("UPS and accounts with letters")
    func letters() {
        #expect(CheckDigits.isUPS(Array("1Z5R89390357567127".unicodeScalars)))
        #expect(!CheckDigits.isUPS(Array("1Z5R89390357567128".unicodeScalars)))
        #expect(!CheckDigits.isUPS([]))
        #expect(CheckDigits.isAccount(Array("DE89370400440532013000".unicodeScalars)))
        #expect(!CheckDigits.isAccount(Array("DE89370400440532013001".unicodeScalars)))
        #expect(!CheckDigits.isS10([]) && !CheckDigits.isGS1([]) && !CheckDigits.isLuhn([]))
    }
}
