import SystemPackage
import Testing

@testable import Results

@Suite struct OutputNamesTests {
    @Test(arguments: [
        (0, "arrow", "001-arrow.jpg"), (41, "WA face/80 cm", "042-WA-face-80-cm.jpg"), (999, "", "1000-finding.jpg"),
        (1, "箭", "002-箭.jpg"), (1, "../../x", "002-------x.jpg"),
    ])
    func namesCrops(index: Int, label: String, name: String) {
        let names = OutputNames(key: Array("a.jpg".utf8), output: "/out", originals: nil)
        #expect(names.crop(index, label: label) == FilePath("/out/a.jpg.crops").appending(name))
    }

    @Test func aCropsNameIsNeverTooLong() {
        let names = OutputNames(key: [0x61], output: "/out", originals: nil)
        let name = names.crop(Int.max - 1, label: String(repeating: "🇨🇭👩‍👩‍👧‍👦é", count: 500)).lastComponent
        #expect((name?.rawBytes.count ?? 0) <= 255)
    }

    @Test func aRecordFoundAgainHasItsOtherNames() {
        let names = OutputNames(key: Array("day/a.jpg".utf8), output: "/out", originals: nil)
        #expect(OutputNames(besideRecord: names.record) == names)
    }
}

@Suite struct OutputNameTests {
    @Test func aNameThatFitsStays() {
        let name = [UInt8](repeating: 0x61, count: 250)
        #expect(OutputName.file(name, end: ".json") == name + Array(".json".utf8))
    }

    @Test(arguments: [241, 242, 250, 251, 255])
    func noNameIsTooLong(count: Int) {
        for name in [[UInt8](repeating: 0x61, count: count), Array(String(repeating: "é", count: count / 2).utf8)] {
            for end in OutputName.reservedEnds {
                let made = OutputName.file(name, end: end)
                #expect(made.count <= 255)
                #expect(String(validating: made, as: UTF8.self)?.hasSuffix(end) == true)
            }
        }
    }

    @Test func longNamesStayApart() {
        let start = [UInt8](repeating: 0x61, count: 254)
        let names = (UInt8(0x30)...0x39).map { OutputName.file(start + [$0], end: ".annotated.jpg") }
        #expect(Set(names).count == 10)
        // A photo that is called what another one's output was shortened to.
        let shortened = OutputName.shortened(start + [0x30], room: 241)
        #expect(OutputName.shortened(shortened, room: 241) != shortened)
        #expect(OutputName.shortened(shortened, room: 241).count <= 241)
    }

    @Test func theHashIsTheSameForEver() {
        let name = OutputName.shortened([UInt8](repeating: 0x61, count: 255), room: 60)
        #expect(String(decoding: name, as: UTF8.self) == "aaaaaaaaaaaaaaaaaaaaaaaaaaa~d4d01a87f1f4ff9dc18c4a245f738ab6")
    }
}
