import Findings
import Testing

@testable import Results

/// What detectors found, read without the rest of a record.
@Suite struct PhotoResultFoundTests {
    static let records = [
        Samples.done, Samples.scored, Samples.unscored, Samples.failed, Samples.empty,
        ScoredSample.record(ScoredSample.photo), ScoredSample.record(ScoredSample.unsettled), paged,
    ]

    private static let paged: Record = {
        var record = Samples.done
        record.photo.image = .init(width: 400, height: 200, orientation: 1, format: "tiff", pages: 2)
        record.photo.results.append(record.photo.results[0])
        record.photo.results[1].page = 2
        record.photo.pages = (1...2).map { PhotoPage(number: $0, size: PixelSize(width: 400, height: 200)) }
        return record
    }()

    @Test(arguments: records.indices) func itIsWhatTheWholeRecordSays(number: Int) throws {
        let json = Array(Self.records[number].line.utf8)
        let whole = try Record.decode(json).photo
        let found = try PhotoResult.found(inRecord: json)
        #expect(found.results == whole.results)
        #expect(found.margin(usual: 0.25) == whole.margin(usual: 0.25))
        #expect(found.entropy(usual: 0.25) == whole.entropy(usual: 0.25))
        #expect(found.margin(usual: nil) == whole.margin(usual: nil))
    }

    @Test func whatIsNoRecordIsRefused() {
        for text in ["", "[]", "{}", #"{"results":[{}]}"#] {
            #expect(throws: (any Error).self) { try PhotoResult.found(inRecord: Array(text.utf8)) }
        }
    }
}
