import Findings
import Reading
import TestSupport
import Testing

@Suite(.enabled(if: Cases.isAvailable))
struct CodeReaderTests {
    /// One or two real pictures of every kind, and some that only further attempts read.
    static let pictures: [(String, Symbology)] = [
        ("aztec-1/7.png", .aztec), ("aztec-1/abc-inverted.png", .aztec), ("aztec-2/09.webp", .aztec),
        ("codabar-1/01.webp", .codabar), ("code39-1/1.png", .code39), ("code93-1/3.webp", .code93),
        ("code128-1/6.png", .code128), ("datamatrix-3/dm-e.webp", .dataMatrix), ("ean13-3/52.webp", .ean13),
        ("ean13-extension-1/38.webp", .ean13), ("ean8-1/4.webp", .ean8), ("itf-1/2.webp", .itf),
        ("maxicode-1/MODE3.png", .maxicode), ("pdf417-1/12-mixed-ecis.png", .pdf417), ("qrcode-2/16.webp", .qr),
        ("qrcode-2/6.webp", .qr), ("rss14-1/7.webp", .databar), ("rssexpanded-1/32.png", .databarExpanded),
        ("rssexpandedstacked-1/24.png", .databarExpanded), ("upca-2/07.webp", .upcA), ("upca-2/48.webp", .upcA),
        ("upce-1/1.png", .upcE), ("upce-3/09.webp", .upcE),
        // Dull bars, in shadow or under film.
        ("ean13-1/36.webp", .ean13), ("ean13-4/17.webp", .ean13), ("upca-5/27.webp", .upcA), ("upce-3/11.webp", .upcE),
        // Beside the middle of the photo, or seen from the side.
        ("aztec-2/04.webp", .aztec), ("aztec-2/10.webp", .aztec), ("aztec-2/16.webp", .aztec),
        // Printed in outlines, and add-ons too fine for a first look.
        ("qrcode-2/13.webp", .qr), ("upca-extension-1/8.webp", .upcA), ("upca-extension-1/11.webp", .upcA),
    ]

    @Test(arguments: pictures)
    func readsWhatTheFileBesideThePictureSays(_ name: String, _ symbology: Symbology) throws {
        let codes = try CasePicture(name).codes()
        let payload = try CasePicture.payload(name)
        #expect(codes.contains { $0.symbology == symbology && Array($0.text.utf8) == payload })
    }

    @Test(arguments: [
        "falsepositives-1/06.webp", "falsepositives-1/MQR-falsepositive.jpg", "falsepositives-1/1x1.webp",
    ])
    func findsNothingWhereNothingIs(_ name: String) throws {
        #expect(try CasePicture(name).codes().isEmpty)
    }

    @Test func findsTwoEqualLinearCodesInOnePicture() throws {
        let label = try CasePicture("ean13-3/52.webp")
        let canvas = CasePicture(width: label.size.width * 2 + 60, height: label.size.height)
        let both = canvas.with(label, atX: 0, y: 0).with(label, atX: label.size.width + 60, y: 0)
        let codes = try both.codes()
        #expect(codes.map(\.text) == ["9780735619937", "9780735619937"])
        #expect(codes[0].corners.bounds.right < codes[1].corners.bounds.x)
    }

    /// Its middle shows less than what is above and below.
    @Test func findsOneCodeWhereTwoPartsOfItWereSeen() throws {
        #expect(try CasePicture("ean13-4/10.webp").codes().map(\.text) == ["9780441014989"])
    }

    @Test func findsAztecCodesAnywhere() throws {
        let code = try CasePicture("aztec-1/7.png")
        let canvas = CasePicture(width: 700, height: 600)
        let both = canvas.with(code, atX: 20, y: 30).with(code, atX: 560, y: 480)
        let codes = try both.codes()
        #expect(codes.map(\.text) == ["Code 2D!", "Code 2D!"])
        let alone = try #require(try code.codes().first).corners.bounds
        for (found, shift) in zip(codes, [Point(x: 20, y: 30), Point(x: 560, y: 480)]) {
            let bounds = found.corners.bounds
            #expect(abs(bounds.x - alone.x - shift.x) < 4 && abs(bounds.y - alone.y - shift.y) < 4)
        }
    }

    @Test func findsEveryQRCodeOfASheetFromTopToBottom() throws {
        let codes = try CasePicture("multi-1/multi-qr.png").codes()
        #expect(codes.count == 4)
        #expect(codes.map(\.corners.bounds.y) == codes.map(\.corners.bounds.y).sorted())
    }

    @Test func findsCodesOfSeveralKindsEachOnce() throws {
        let codes = try CasePicture("multi-1/#360.png").codes()
        #expect(Set(codes.map(\.symbology)) == [.pdf417, .code39, .qr, .aztec])
        #expect(codes.count == 4)
    }

    @Test func tellsWhereACodeLies() throws {
        let code = try CasePicture("qrcode-6/1.png")
        let canvas = CasePicture(width: 900, height: 800).with(code, atX: 300, y: 200)
        let alone = try #require(try code.codes().first).corners
        let placed = try #require(try canvas.codes().first).corners
        for (a, b) in zip(alone.corners, placed.corners) {
            #expect(b.distance(to: a + Point(x: 300, y: 200)) < 3)
        }
    }

    @Test func cornersAreTheCodesOwnHoweverItLies() throws {
        let upright = try CasePicture("qrcode-6/1.png")
        var turned = upright
        let last = upright.size.area - 1
        for index in 0...last {
            for band in 0..<3 { turned.bytes[3 * index + band] = upright.bytes[3 * (last - index) + band] }
        }
        let before = try #require(try upright.codes().first).corners
        let after = try #require(try turned.codes().first).corners
        let far = Point(x: Double(upright.size.width), y: Double(upright.size.height))
        #expect(after.topLeft.distance(to: far - before.topLeft) < 4)
    }

    @Test func looksForTheKindsAskedForOnly() throws {
        let picture = try CasePicture("multi-1/#360.png")
        #expect(try picture.codes(CodeReader(symbologies: [.qr])).map(\.symbology) == [.qr])
        #expect(try picture.codes(CodeReader(symbologies: [])).isEmpty)
        // As an EAN-13 a UPC-A code has the same thirteen digits.
        let goods = try CasePicture("upca-2/07.webp").codes(CodeReader(symbologies: [.ean13]))
        #expect(goods.map(\.text) == ["0890444000335"])
    }

    @Test func givesAtMostAsManyAsAskedFor() throws {
        #expect(try CasePicture("multi-1/multi-qr.png").codes(CodeReader(maximum: 2)).count == 2)
        #expect(try CasePicture("multi-1/multi-qr.png").codes(CodeReader(maximum: 0)).isEmpty)
    }
}
