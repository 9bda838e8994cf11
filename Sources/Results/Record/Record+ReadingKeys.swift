import Findings
import Foundation
import JSONTree

/// The keys of what is read: lines of text, codes, pages, and what the text holds.
extension TextLine {
    static let format = ValueFormat.object(
        TextLine(text: "", confidence: 0, corners: .nowhere),
        [
            RecordKey("text", \.text, .text), RecordKey("confidence", \.confidence, .share(decimals: 6)),
            RecordKey("corners", \.corners, .corners), RecordKey("words", \.words, .list(TextWord.format)),
            RecordKey("candidates", optional: \.candidates, .list(TextCandidate.format)),
            RecordKey("paragraph", optional: \.paragraph, .whole(from: 0)),
            RecordKey("block", optional: \.block, .whole(from: 0)),
            RecordKey("onPage", optional: \.onPage, .corners),
        ])
}

extension TextWord {
    static let format = ValueFormat.object(
        TextWord(text: "", confidence: 0, corners: .nowhere),
        [
            RecordKey("text", \.text, .text), RecordKey("confidence", \.confidence, .share(decimals: 6)),
            RecordKey("corners", \.corners, .corners),
        ])
}

extension TextCandidate {
    static let format = ValueFormat.object(
        TextCandidate(text: "", confidence: 0),
        [RecordKey("text", \.text, .text), RecordKey("confidence", \.confidence, .share(decimals: 6))])
}

extension Code {
    static let format = ValueFormat.object(
        Code(symbology: .qr, text: "", bytes: [], corners: .nowhere),
        [
            RecordKey("symbology", \.symbology, .word), RecordKey("text", \.text, .text),
            RecordKey("bytes", \.bytes, .base64), RecordKey("corners", \.corners, .corners),
        ])
}

extension Page {
    static let format = ValueFormat.object(
        Page(confidence: 0, corners: .nowhere, flatSize: PixelSize(width: 1, height: 1)),
        [
            RecordKey("confidence", \.confidence, .share(decimals: 6)), RecordKey("corners", \.corners, .corners),
            RecordKey("flatSize", \.flatSize, .flatSize),
        ])
}

extension ContentItem {
    static let format = ValueFormat.object(
        ContentItem(kind: .paragraph, text: "", confidence: 0, corners: .nowhere),
        [
            RecordKey("kind", \.kind, .word), RecordKey("text", \.text, .text),
            RecordKey("value", optional: \.value, .text),
            RecordKey("confidence", \.confidence, .share(decimals: 6)), RecordKey("corners", \.corners, .corners),
            RecordKey("items", optional: \.items, .list(.text)),
            RecordKey("table", optional: \.table, TextTable.format),
        ])
}

extension TextTable {
    static let format = ValueFormat.object(
        TextTable(confidence: 0, corners: .nowhere, isRuled: false, rows: 0, columns: 0, cells: []),
        [
            RecordKey("confidence", \.confidence, .share(decimals: 6)), RecordKey("corners", \.corners, .corners),
            RecordKey("isRuled", \.isRuled, .bool), RecordKey("rows", \.rows, .whole(from: 0)),
            RecordKey("columns", \.columns, .whole(from: 0)), RecordKey("cells", \.cells, .list(Cell.format)),
        ])
}

extension TextTable.Cell {
    static let format = ValueFormat.object(
        Self(row: 0, column: 0, text: "", corners: .nowhere),
        [
            RecordKey("row", \.row, .whole(from: 0)), RecordKey("column", \.column, .whole(from: 0)),
            RecordKey("rowSpan", \.rowSpan, .whole(from: 1)), RecordKey("columnSpan", \.columnSpan, .whole(from: 1)),
            RecordKey("text", \.text, .text), RecordKey("corners", \.corners, .corners),
        ])
}

extension Quadrilateral {
    /// What the keys of corners fill.
    static let nowhere = Quadrilateral(Box(x: 0, y: 0, width: 0, height: 0))
}

extension ValueFormat where Value == Quadrilateral {
    /// Four points, clockwise from the top left.
    static let corners = ValueFormat<[Point]>.list(.point).mapped {
        Quadrilateral($0)
    } from: {
        $0.corners
    }
}

extension ValueFormat where Value == PixelSize {
    /// `[width, height]`.
    fileprivate static let flatSize = ValueFormat<[Int]>.list(.whole(from: 1)).mapped { sides in
        sides.count == 2 ? PixelSize(width: sides[0], height: sides[1]) : nil
    } from: {
        [$0.width, $0.height]
    }
}

extension ValueFormat where Value == [UInt8] {
    /// Bytes in base64, as RFC 4648 has it.
    fileprivate static let base64 = ValueFormat<String>.text.mapped { text in
        Data(base64Encoded: text).map(Array.init)
    } from: {
        Data($0).base64EncodedString()
    }
}
