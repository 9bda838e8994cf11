import Foundation
import FoundationXML
import Testing

@testable import Results

/// Labels in sidecars that other programs made, read back by another reader of XML.
@Suite struct SidecarMergeTests {
    /// The texts of a property's items, and of fields, by their names with the usual prefixes.
    final class Reader: NSObject, XMLParserDelegate {
        var texts: [String: [String]] = [:]
        private var open: [String] = []
        private var text = ""

        static func read(_ bytes: [UInt8]) throws -> [String: [String]] {
            let reader = Reader()
            let parser = XMLParser(data: Data(bytes))
            parser.shouldProcessNamespaces = true
            parser.delegate = reader
            #expect(parser.parse(), "\(String(describing: parser.parserError))")
            return reader.texts
        }

        func parser(
            _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
            attributes: [String: String]
        ) {
            open.append((XMPNamespace(rawValue: namespaceURI ?? "")?.prefix ?? "?") + ":" + name)
            text = ""
        }

        func parser(_ parser: XMLParser, foundCharacters part: String) { text += part }

        func parser(_ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?) {
            let own = open.removeLast()
            if own == "rdf:li", open.count > 1, open.last != "mwg-rs:RegionList" {
                texts[open[open.count - 2], default: []].append(text)
            }
            if own.hasPrefix("stArea:") || own.hasPrefix("stDim:") || own == "mwg-rs:Name" {
                texts[own, default: []].append(text)
            }
        }
    }

    static let namespaces = """
        xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:xmp="http://ns.adobe.com/xap/1.0/" \
        xmlns:d="http://purl.org/dc/elements/1.1/" xmlns:lr="http://ns.adobe.com/lightroom/1.0/" \
        xmlns:digiKam="http://www.digikam.org/ns/1.0/" xmlns:foo="http://example.com/foo/" \
        xmlns:m="http://www.metadataworkinggroup.com/schemas/regions/" \
        xmlns:a="http://ns.adobe.com/xmp/sType/Area#" xmlns:s="http://ns.adobe.com/xap/1.0/sType/Dimensions#"
        """

    /// A sidecar of another program's with some properties.
    static func sidecar(_ properties: String, about: String = "") -> [UInt8] {
        Array(
            """
            <?xml version="1.0" encoding="UTF-8"?>
            <x:xmpmeta xmlns:x="adobe:ns:meta/"><!-- mine -->
             <rdf:RDF \(namespaces)>
              <rdf:Description rdf:about="\(about)" xmp:Rating="4" foo:own='a &amp; b'>
               \(properties)
              </rdf:Description>
             </rdf:RDF>
            </x:xmpmeta>
            """.utf8)
    }

    static func list(_ name: String, _ items: String) -> String {
        "<\(name)><rdf:Bag>\(items)</rdf:Bag></\(name)>"
    }

    static let region = """
        <m:Regions><rdf:Description><m:AppliedToDimensions s:w="400" s:h="300" s:unit="pixel"/><m:RegionList><rdf:Bag>\
        <rdf:li><rdf:Description m:Name="Anna" foo:more="1"><m:Area a:x="0.9" a:y="0.9" a:w="0.1" a:h="0.1"/>\
        </rdf:Description></rdf:li></rdf:Bag></m:RegionList></rdf:Description></m:Regions>
        """

    /// Labels, each with a region further right than the one before.
    static func labels(_ names: String...) -> SidecarLabels {
        SidecarLabels(
            photo: "a.jpg", keywords: Set(names).map(SidecarLabels.keyword).sorted(),
            regions: names.enumerated().map { index, name in
                .init(
                    name: SidecarLabels.keyword(name), x: 0.1 + 0.2 * Double(index), y: 0.5, width: 0.05, height: 0.25)
            }, width: 400, height: 300)
    }

    static func merged(_ former: [UInt8], _ labels: SidecarLabels) throws -> [UInt8] {
        SidecarMerge.merged(try Sidecar(former), with: labels)
    }

    private static let empty = Array(Sidecar.empty.utf8)

    private struct Chance: RandomNumberGenerator {
        var state: UInt64
        mutating func next() -> UInt64 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return state ^ (state >> 29)
        }
    }

    @Test func aNewSidecarSaysKeywordsAndRegions() throws {
        let bytes = try Self.merged(Self.empty, Self.labels("dog", "two\nlines|<&>\"'\\]"))
        let read = try Reader.read(bytes)
        #expect(read["dc:subject"] == ["dog", "two lines|<&>\"'\\]"])
        #expect(read["lr:hierarchicalSubject"] == ["quiver|dog", "quiver|two lines-<&>\"'\\]"])
        #expect(read["mwg-rs:Name"] == ["dog", "two lines|<&>\"'\\]"])
        #expect(read["stDim:w"] == ["400"] && read["stDim:h"] == ["300"] && read["stDim:unit"] == ["pixel"])
        #expect(read["stArea:x"] == ["0.1", "0.3"] && read["stArea:w"] == ["0.05", "0.05"])
        #expect(read["stArea:unit"] == ["normalized", "normalized"])
    }

    @Test(
        arguments: [
            sidecar(""), sidecar("<d:subject><rdf:Bag/></d:subject>"), sidecar(region, about: "uuid:1"),
            sidecar(list("d:subject", "\n  <rdf:li>Doe, John</rdf:li>\n  <rdf:li xml:lang='de'>Hund</rdf:li>")),
            sidecar(list("lr:hierarchicalSubject", "<rdf:li>a|b</rdf:li>") + region),
            sidecar(list("digiKam:TagsList", "<rdf:li>a/b</rdf:li>") + "<foo:x><![CDATA[<d:subject>]]></foo:x>"),
        ])
    func asIfNothingHadBeen(former: [UInt8]) throws {
        let once = try Self.merged(former, Self.labels("dog", "cat"))
        #expect(once != former)
        #expect(try Self.merged(once, Self.labels("dog", "cat")) == once, "a second export changes no byte")
        let other = try Self.merged(once, Self.labels("fox"))
        let read = try Reader.read(other)
        #expect(read["dc:subject"]?.last == "fox" && read["dc:subject"]?.contains("dog") == false)
        let notes = read["quiver:Labels"]?.filter { !$0.hasPrefix("users-branch ") }
        #expect(notes == ["photo a.jpg", "keyword fox", "region 0.1 0.5 0.05 0.25 fox"])
        // An opened `<rdf:Bag/>` alone stays another one.
        let back = try Self.merged(other, Self.labels())
        let isSame = back == former || String(decoding: former, as: UTF8.self).contains("<rdf:Bag/>")
        #expect(isSame, "\(String(decoding: back, as: UTF8.self))")
    }

    @Test func aKeywordThatTheUserHadStaysTheUsers() throws {
        let former = Self.sidecar(Self.list("d:subject", "<rdf:li>dog</rdf:li>"))
        let once = try Self.merged(former, Self.labels("dog", "cat"))
        #expect(try Reader.read(once)["dc:subject"] == ["dog", "cat"])
        #expect(try Reader.read(try Self.merged(once, Self.labels("fox")))["dc:subject"] == ["dog", "fox"])
    }

    /// A tree of ours alone would hide keywords that are in no tree.
    @Test(arguments: [(false, [String]?.none), (true, ["a|b", "quiver|dog"])])
    func aTreeIsMadeWhereItHidesNothing(hasTree: Bool, tree: [String]?) throws {
        let own = Self.list("lr:hierarchicalSubject", "<rdf:li>a|b</rdf:li>")
        let former = Self.sidecar(Self.list("d:subject", "<rdf:li>b</rdf:li>") + (hasTree ? own : ""))
        #expect(try Reader.read(try Self.merged(former, Self.labels("dog")))["lr:hierarchicalSubject"] == tree)
    }

    @Test func aRegionOfTheUsersStaysAndIsNotDoubled() throws {
        var labels = Self.labels("dog")
        labels.regions.append(.init(name: "Anna", x: 0.9, y: 0.9, width: 0.1, height: 0.1))
        let former = Self.sidecar(Self.region)
        let read = try Reader.read(try Self.merged(former, labels))
        #expect(read["mwg-rs:Name"] == ["dog"] && read["quiver:Labels"]?.contains { $0.contains("Anna") } == false)
        let text = String(decoding: try Self.merged(former, labels), as: UTF8.self)
        #expect(text.contains(#"m:Name="Anna" foo:more="1""#) && text.contains("<!-- mine -->"))
    }

    /// digiKam writes regions in pixels and back, and drops what it does not know of them.
    @Test func aRegionThatAnotherProgramRoundedIsReplaced() throws {
        let once = String(decoding: try Self.merged(Self.empty, Self.labels("dog")), as: UTF8.self)
        let rounded = Array(once.replacing("<stArea:x>0.1<", with: "<stArea:x>0.1013<").utf8)
        #expect(rounded != Array(once.utf8))
        let read = try Reader.read(try Self.merged(rounded, Self.labels("dog")))
        #expect(read["mwg-rs:Name"] == ["dog"] && read["stArea:x"] == ["0.1"])
    }

    /// A user may have a tree of this name too, and a branch in it that is a label as well.
    @Test(arguments: [["quiver|leather"], ["quiver|dog"], ["quiver|dog", "a|b"]]) func aUsersBranchesStay(
        tree: [String]
    ) throws {
        let items = tree.map { "<rdf:li>\($0)</rdf:li>" }.joined()
        let tags = items.replacing("|", with: "/")
        let former = Self.sidecar(Self.list("lr:hierarchicalSubject", items) + Self.list("digiKam:TagsList", tags))
        let once = try Self.merged(former, Self.labels("dog", "cat"))
        let all = try #require(try Reader.read(once)["lr:hierarchicalSubject"])
        #expect(all.starts(with: tree) && Set(all) == Set(tree + ["quiver|dog", "quiver|cat"]))
        #expect(all.count == Set(all).count)
        #expect(try Self.merged(once, Self.labels("dog", "cat")) == once)
        #expect(try Self.merged(once, Self.labels()) == former)
    }

    /// Where Quiver made no tree, a branch of one that a user makes later is that user's, though it is called as Quiver's would be.
    @Test(arguments: [("lr:hierarchicalSubject", "quiver|dog"), ("digiKam:TagsList", "quiver/dog")])
    func aUsersLaterBranchStays(property: String, branch: String) throws {
        let former = Self.sidecar(Self.list("d:subject", "<rdf:li>b</rdf:li>"))
        let once = try Self.merged(former, Self.labels("dog", "cat"))
        #expect(try Self.merged(once, Self.labels("dog", "cat")) == once)
        let tree = Self.list(property, "<rdf:li>\(branch)</rdf:li>") + "\n  </rdf:Description>"
        let place = try #require(String(decoding: once, as: UTF8.self).ranges(of: "</rdf:Description>").first)
        let later = Array(String(decoding: once, as: UTF8.self).replacingCharacters(in: place, with: tree).utf8)
        for labels in [Self.labels("dog"), Self.labels("dog", "cat")] {
            let twice = try Self.merged(later, labels)
            #expect(try Self.merged(twice, labels) == twice)
            #expect(try Reader.read(try Self.merged(twice, Self.labels()))[property] == [branch])
        }
        #expect(try Reader.read(try Self.merged(later, Self.labels("cat")))[property]?.contains(branch) == true)
    }

    /// The branch of a label is Quiver's, also where the keyword itself is a user's.
    @Test func aBranchGoesWithItsLabelAlone() throws {
        let former = Self.sidecar(
            Self.list("d:subject", "<rdf:li>dog</rdf:li>")
                + Self.list("lr:hierarchicalSubject", "<rdf:li>a|b</rdf:li>"))
        let once = try Self.merged(former, Self.labels("dog", "a|b", "a-b"))
        #expect(try Reader.read(once)["lr:hierarchicalSubject"] == ["a|b", "quiver|a-b", "quiver|dog"])
        #expect(try Self.merged(once, Self.labels("dog", "a|b", "a-b")) == once)
        #expect(try Self.merged(once, Self.labels()) == former)
    }

    /// What somebody adds to a region, a keyword or a property of Quiver's makes it that user's.
    @Test(
        arguments: [
            ("</mwg-rs:Area></rdf:li>", "</mwg-rs:Area><mwg-rs:Description>mine</mwg-rs:Description></rdf:li>"),
            ("<rdf:li>dog</rdf:li>", "<rdf:li xml:lang=\"de\">dog</rdf:li>"),
            ("</mwg-rs:RegionList>", "</mwg-rs:RegionList><mwg-rs:mine>1</mwg-rs:mine>"),
            ("</rdf:li>", "</rdf:li><!-- mine -->"),
        ])
    func whatAUserAddsStays(former: String, added: String) throws {
        let once = String(decoding: try Self.merged(Self.empty, Self.labels("dog")), as: UTF8.self)
        let place = try #require(once.ranges(of: former).first)
        let edited = Array(once.replacingCharacters(in: place, with: added).utf8)
        for labels in [Self.labels(), Self.labels("fox")] {
            let text = String(decoding: try Self.merged(edited, labels), as: UTF8.self)
            #expect(text.contains("mine") || text.contains("xml:lang"), "\(text)")
            _ = try Reader.read(Array(text.utf8))
        }
    }

    /// Compared with going through all of them for each.
    @Test(arguments: 0..<20) func regionsAreFoundAsByGoingThroughAll(seed: UInt64) {
        var chance = Chance(state: seed)
        func regions(_ count: Int) -> [SidecarLabels.Region] {
            (0..<count).map { _ in
                func number() -> Double { Double(Int.random(in: 0...8, using: &chance)) / 1000 }
                return .init(
                    name: Bool.random(using: &chance) ? "a" : "b", x: number(), y: number(), width: number(),
                    height: number())
            }
        }
        var open = regions(200)
        var index = RegionIndex(open, within: 0.002)
        for region in regions(100) {
            #expect(index.hasNear(region) == open.contains { $0.isNear(region, within: 0.002) })
            let place = open.firstIndex { $0.isNear(region, within: 0.002) }
            #expect(index.takeNear(region) == place.map { open.remove(at: $0) })
        }
        #expect(index.rest == open)
    }

    /// Numbers that no place has are near to nothing.
    @Test func numbersThatAreNonePassNothing() {
        let numbers = [Double.nan, .infinity, -.infinity, 1e300]
        let odd = numbers.map { SidecarLabels.Region(name: "a", x: $0, y: 0, width: 0, height: 0) }
        var index = RegionIndex(odd, within: 0.002)
        #expect(odd.dropLast().allSatisfy { index.takeNear($0) == nil })
    }

    @Test(
        arguments: [
            ("", "ends in the middle"), ("<a/>", "holds no XMP"), ("<a><b></a>", "closes another"),
            ("<a", "ends in the middle"),
            ("<!DOCTYPE a [<!ENTITY b 'c'>]><a/>", "document type"), ("<a>&lol;</a>", "&"), ("<p:a/>", "prefix"),
            ("<?xml version='1.0' encoding='UTF-16'?><a/>", "UTF-8"), ("<a/><b/>", "two outermost"),
            ("<a b=\"<\"/>", "<"), ("<a><!--></a>", "ends in the middle"), ("<a b='1' b='2'/>", "twice"),
        ])
    func whatIsNoSidecarIsRefused(text: String, why: String) {
        let error = #expect(throws: SidecarFault.self) { try Sidecar(Array(text.utf8)) }
        #expect(error?.why.contains(why) == true, "\(error?.why ?? "")")
    }

    @Test(arguments: [[0xFF, 0xFE, 0x3C, 0x00], [0x3C, 0x61, 0xFF, 0x3E]])
    func anotherEncodingIsRefused(bytes: [UInt8]) {
        #expect(throws: SidecarFault.self) { try Sidecar(bytes) }
    }

    @Test func aFormThatIsNotKnownIsRefused() {
        for property in ["<d:subject>dog</d:subject>", "<m:Regions rdf:parseType='Resource'/>"] {
            let error = #expect(throws: SidecarFault.self) { try Sidecar(Self.sidecar(property)) }
            #expect(error?.why.contains("form that is not known") == true)
        }
    }

    @Test(arguments: ["<a>", "<a/>"]) func oneThatWouldTakeAllMemoryIsRefused(part: String) {
        let text = "<r>" + String(repeating: part, count: XMLTree.mostElements + 1)
        #expect(throws: SidecarFault.self) { try Sidecar(Array(text.utf8)) }
    }
}
