import Foundation
import Storage
import Testing

/// What books hold and processes send each other keeps its keys, whatever the code calls it.
@Suite struct CorrectionTests {
    @Test func aRequestOfAnEarlierVersionIsRead() throws {
        let text = #"{"adds":false,"arrow":2,"photo":"day/1.jpg","word":{"isRemoved":false,"isX":true,"score":10}}"#
        let correction = Correction(photo: "day/1.jpg", arrow: 2, value: Correction.Value(score: 10, isX: true))
        #expect(try JSONDecoder().decode(Correction.self, from: Data(text.utf8)) == correction)
        #expect(try encoded(correction) == text)
    }

    @Test func aRowOfAnEarlierVersionIsRead() throws {
        let text = #"{"number":3,"word":{"isRemoved":false,"isX":false,"score":7}}"#
        let row = try JSONDecoder().decode(ArrowRow.self, from: Data(text.utf8))
        #expect(row.manual == Correction.Value(score: 7) && row.model == nil && row.number == 3)
        #expect(try encoded(row).contains(#""word":{"isRemoved":false,"isX":false,"score":7}"#))
    }

    private func encoded(_ value: some Encodable) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(value), as: UTF8.self)
    }
}
