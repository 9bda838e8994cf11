import Findings
import Testing

@testable import Evaluation

@Suite struct VOCLabelsTests {
    private func file(_ object: String, head: String = "") -> String {
        """
        \(head)<annotation><folder>JPEGImages/day1</folder><filename>a &amp; b.jpg</filename>
        <size><width>100</width><height>50</height><depth>3</depth></size>\(object)</annotation>
        """
    }

    private static let object =
        "<object><name>c&lt;d</name><bndbox><xmin>1</xmin><ymin>2.5</ymin><xmax>11</xmax><ymax>21</ymax></bndbox></object>"

    @Test(arguments: [
        "", "<?xml version='1.0'?>", "<!-- > & --><!DOCTYPE annotation [<!ENTITY a \"b\">]>",
        "<?xml version='1.0'?><!-- a --><!-- b --><?c?>",
    ])
    func pixelsAreCountedFromOne(head: String) throws {
        let image = try VOCLabels.image(file(Self.object, head: head))
        #expect(image.name == "JPEGImages/day1/a & b.jpg" && image.size == PixelSize(width: 100, height: 50))
        #expect(image.labels == [GivenLabel(label: "c<d", box: Box(x: 0, y: 1.5, width: 11, height: 19.5))])
    }

    /// An export writes parts of pixels too.
    @Test(arguments: [("11", 11.0), ("0.75", 0.75)])
    func theLastPixelBelongsToTheBox(edge: String, width: Double) throws {
        let object = Self.object.replacing("<xmax>11", with: "<xmax>\(edge)")
        #expect(try VOCLabels.image(file(object)).labels.first?.box.width == width)
    }

    @Test func partsOfObjectsAreNoObjects() throws {
        let part = "<part><name>head</name><bndbox><xmin>3</xmin></bndbox></part>"
        let image = try VOCLabels.image(file(Self.object.replacing("<bndbox>", with: part + "<bndbox>")))
        #expect(image.labels.map(\.label) == ["c<d"] && image.labels.first?.box.x == 0)
    }

    @Test(arguments: [
        "", "nonsense", "<annotation>", "<a></a>", "<annotation></annotation>",
        "<annotation><filename>a</filename></annotation>",
        "<annotation>&unknown;</annotation>", "<annotation a=b></annotation>", "<annotation></object>", "<annotation",
        "<!DOCTYPE a [", "<annotation><!-- </annotation>", "<annotation>&#0;</annotation>",
        "<annotation>&#x1b;</annotation>", "<annotation>\u{0}</annotation>", "<annotation a='\u{8}'/>",
        "<annotation><![CDATA[\u{0}]]></annotation>", "<annotation>&#xD800;</annotation>",
    ])
    func nonsenseIsRefused(text: String) { #expect(throws: GivenError.self) { try VOCLabels.image(text) } }

    /// A billion laughs are none, and no other file is looked at.
    @Test(arguments: [
        (0..<20).map { "<!ENTITY e\($0 + 1) \"&e\($0);&e\($0);\">" }.joined(),
        "<!ENTITY e20 SYSTEM \"file:///etc/passwd\">",
    ])
    func entitiesOfADocumentAreNotResolved(declarations: String) {
        let head = "<!DOCTYPE annotation [<!ENTITY e0 \"ha\">\(declarations)]>"
        #expect(throws: Never.self) { try VOCLabels.image(file(Self.object, head: head)) }
        let error = #expect(throws: GivenError.self) {
            try VOCLabels.image(file(Self.object.replacing("c&lt;d", with: "&e20;"), head: head))
        }
        #expect(error?.description == "'&e20;' is no character")
    }

    /// A letter with its accents is one letter of any length.
    @Test func namesHaveALength() {
        let long = "e" + String(repeating: "\u{301}", count: 3_000)
        #expect(throws: GivenError.self) {
            try VOCLabels.image(file(Self.object.replacing("c&lt;d", with: long)))
        }
        #expect(throws: GivenError.self) { try VOCLabels.image(file(Self.object).replacing("a &amp; b", with: long)) }
        let error = #expect(throws: GivenError.self) { try VOCLabels.image("<annotation></\(long)>") }
        #expect((error?.description.utf8.count ?? 0) < 200)
    }

    @Test func elementsAreNotNestedWithoutEnd() {
        let text = String(repeating: "<a>", count: 100_000)
        #expect(throws: GivenError.self) { try VOCLabels.image(text) }
    }

    @Test(arguments: ["<xmin>nan</xmin>", "<xmin>1e999</xmin>", "<xmin>-inf</xmin>", "<xmin>50</xmin>", "<xmin/>", ""])
    func boxesThatAreNoneAreRefused(edge: String) {
        let object = Self.object.replacing("<xmin>1</xmin>", with: edge)
        #expect(throws: GivenError.self) { try VOCLabels.image(file(object)) }
    }
}
