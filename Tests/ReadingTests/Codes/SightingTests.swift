import Findings
import Testing

@testable import Reading

struct SightingTests {
    func sighting(
        _ symbology: Symbology, _ text: String, x: Double, y: Double, lines: Int = 9, addOn: String = ""
    ) -> Sighting {
        let box = Box(x: x, y: y, width: 100, height: symbology.isLinear ? 4 : 100)
        return Sighting(
            symbology: symbology, text: text, bytes: [], addOn: addOn, corners: Quadrilateral(box).corners,
            lines: lines)
    }

    func merged(_ sightings: Sighting...) -> [String] {
        var list: [Sighting] = []
        for sighting in sightings { Sighting.add(sighting, to: &list) }
        return list.map(\.text)
    }

    @Test func keepsOneOfTwoLooksAtOneCode() {
        #expect(merged(sighting(.qr, "a", x: 0, y: 0), sighting(.qr, "a", x: 3, y: -2)) == ["a"])
        #expect(merged(sighting(.code128, "a", x: 0, y: 0), sighting(.code128, "a", x: 0, y: 30)) == ["a"])
    }

    @Test func keepsEqualCodesThatLieApart() {
        #expect(merged(sighting(.qr, "a", x: 0, y: 0), sighting(.qr, "a", x: 120, y: 0)).count == 2)
        #expect(merged(sighting(.ean13, "1", x: 0, y: 0), sighting(.ean13, "1", x: 0, y: 60)).count == 2)
    }

    @Test func keepsTheReadingWithMoreWitnesses() {
        let wrong = sighting(.ean13, "7", x: 0, y: 0, lines: 4)
        let right = sighting(.upcA, "5", x: 0, y: 20, lines: 5)
        #expect(merged(wrong, right) == ["5"])
        #expect(merged(right, wrong) == ["5"])
    }

    @Test func keepsTheAddOnThatFewerRowsShow() {
        let long = sighting(.ean13, "978020175284755999", x: 0, y: 20, lines: 4, addOn: "55999")
        #expect(merged(sighting(.ean13, "9780201752847", x: 0, y: 0), long) == ["978020175284755999"])
    }

    @Test func looksForAnAddOnBesideCodesThatMayHaveOne() {
        let code = sighting(.upcA, "1", x: 200, y: 50)
        #expect(code.mayHaveAddOn && code.surroundings == Box(x: 130, y: 35, width: 240, height: 34))
        #expect(!sighting(.ean13, "155999", x: 0, y: 0, addOn: "55999").mayHaveAddOn)
        #expect(!sighting(.upcA, "1", x: 0, y: 0, lines: 3).mayHaveAddOn)
        #expect(!sighting(.ean8, "1", x: 0, y: 0).mayHaveAddOn && !sighting(.qr, "1", x: 0, y: 0).mayHaveAddOn)
    }

    @Test func believesAnAddOnThatManyRowsShowBesideTheSameCode() {
        let code = sighting(.upcA, "1", x: 0, y: 0)
        #expect(sighting(.upcA, "155999", x: 0, y: 0, lines: 8, addOn: "55999").hasAddOn(to: code))
        #expect(!sighting(.upcA, "155999", x: 0, y: 0, lines: 7, addOn: "55999").hasAddOn(to: code))
        #expect(!sighting(.upcA, "255999", x: 0, y: 0, addOn: "55999").hasAddOn(to: code))
        #expect(!sighting(.upcA, "101", x: 0, y: 0, addOn: "01").hasAddOn(to: code))
        #expect(!sighting(.upcA, "1", x: 0, y: 0).hasAddOn(to: code))
    }

    @Test func keepsLinesOfALabelThatLieClose() {
        #expect(merged(sighting(.code128, "a", x: 0, y: 0), sighting(.code128, "b", x: 0, y: 10)).count == 2)
    }

    @Test func asksFourWitnessesOfALinearCode() {
        #expect(!sighting(.upcA, "5", x: 0, y: 0, lines: 3).isFirm)
        #expect(sighting(.upcA, "5", x: 0, y: 0, lines: 4).isFirm)
        #expect(sighting(.qr, "5", x: 0, y: 0, lines: 0).isFirm)
    }
}
