import Findings
import Foundation
import Query
import Scoring
import Storage
import SystemPackage
import Testing

@testable import Results

/// A record with its review and score, as queries know it.
@Suite struct QuerySubjectTests {
    private static let box = Box(x: 0, y: 0, width: 40, height: 30)

    /// A photo with two cats, of which one is doubtful, and two lines of text.
    private static var record: Record {
        var photo = PhotoResult(
            image: .init(width: 400, height: 300, orientation: 1, format: "png"),
            models: [.init(name: "cats.onnx", sha256: DataSetScene.sha(1), engine: "e", precision: "fp32")],
            results: [
                DetectorResult(
                    detector: "cats", task: .detect, model: 0, threshold: 0.25,
                    found: .detections([
                        Detection(label: "cat", classId: 0, confidence: 0.9, box: box),
                        Detection(label: "cat", classId: 0, confidence: 0.5, box: box),
                    ])),
                DetectorResult(
                    detector: "words", task: .text,
                    found: .texts([
                        TextLine(text: "brown", confidence: 0.95, corners: Quadrilateral(box)),
                        TextLine(text: "dog", confidence: 0.95, corners: Quadrilateral(box)),
                    ])),
            ])
        photo.imageMetadata = .init(
            width: 400, height: 300, orientation: 1, format: "png", captured: "2026-11-20T14:30:00", make: "Maker",
            model: "M 1")
        return Record(
            timestamp: Timestamp(Date(timeIntervalSince1970: 1_780_000_000)),
            source: .init(path: "/photos/day1/a.png", bytes: 77, sha256: DataSetScene.sha(7)), state: .done,
            attempts: 1,
            photo: photo)
    }

    private func expect(
        _ subject: QuerySubject, _ fits: String..., but others: [String] = [],
        at place: SourceLocation = #_sourceLocation
    ) throws {
        for text in fits { #expect(try Query.parse(text).matches(subject), "\(text)", sourceLocation: place) }
        for text in others { #expect(try !Query.parse(text).matches(subject), "\(text)", sourceLocation: place) }
    }

    @Test func hasAllThatTheRecordSays() throws {
        try expect(
            QuerySubject(record: Self.record, score: nil, review: nil, book: .init()), "state:done", "name:a.png",
            "folder:day1", "bytes:77", "processed:2026-05-28", "date:2026-11-20T14:30", "camera:\"maker m 1\"",
            "format:png",
            "width:400 height:300", "pages:1", "model:cats.onnx", "model:1111", "label:cat count:2",
            "label:cat confidence>=0.9 count:1", "size:1% label:cat", "place:left place:top place:edge", "text:brown",
            "detector:words count:2", "\"brown dog\"", "cat", "is:open is:doubtful", "margin:0.25", "count:4",
            but: [
                "is:reviewed", "is:scored", "is:corrected", "is:duplicate", "session:*", "score>=0", "error:*",
                "text:\"brown dog\"",
            ])
    }

    @Test func aReviewCounts() throws {
        let record = Self.record
        let accepted = FindingReview(isAccepted: true, basis: record.reviewBasis)
        try expect(
            QuerySubject(record: record, score: nil, review: accepted), "is:reviewed", "label:cat count:2",
            but: ["is:open", "is:doubtful", "is:corrected"])
        let corrected = FindingReview(
            isAccepted: false, detections: ["cats": [ReviewedBox(label: "lynx", box: Self.box)]],
            basis: record.reviewBasis)
        try expect(
            QuerySubject(record: record, score: nil, review: corrected), "is:corrected is:open", "label:lynx count:1",
            "label:lynx confidence:1", "-label:cat", but: ["is:reviewed", "is:doubtful"])
        // What was accepted is not what is found now.
        var again = record
        again.photo.results[0].found = .detections([])
        try expect(
            QuerySubject(record: again, score: nil, review: accepted), "is:open", but: ["is:reviewed", "label:cat"])
    }

    @Test func aScoreCounts() throws {
        let record = ScoredSample.record(ScoredSample.photo)
        try expect(
            QuerySubject(record: record, score: nil, review: nil, book: .init()), "is:scored is:open", "score:15",
            "label:arrow count:2", "label:hole", but: ["is:corrected", "is:reviewed"])
        let arrows = [ScoredSample.arrow(1, at: (300, 300), 1, Self.box, source: .person)]
        func counted(isConfirmed: Bool) -> CountedPhoto {
            CountedPhoto(
                file: record.source.path, content: DataSetScene.content,
                target: ScoredTarget(targetDetection: TargetDetection(faces: [ScoredSample.face]), arrows: arrows),
                isConfirmed: isConfirmed)
        }
        try expect(
            QuerySubject(record: record, score: counted(isConfirmed: true), review: nil, book: .init()),
            "is:reviewed is:corrected", "score:5", "label:arrow count:1", but: ["is:open", "label:hole"])
        try expect(
            QuerySubject(record: record, score: counted(isConfirmed: false), review: nil, book: .init(score: 9)),
            "is:open", "score:9", but: ["is:reviewed", "score:5"])
        // A review of findings says nothing of an end.
        let review = FindingReview(isAccepted: true, basis: record.reviewBasis)
        try expect(QuerySubject(record: record, score: nil, review: review), "is:open", but: ["is:reviewed"])
    }

    @Test func aFailedPhotoHasItsReason() throws {
        var record = Self.record
        record.state = .failed
        record.error = .init(code: "truncated", message: "it ends in the middle", fault: .input)
        record.photo = PhotoResult()
        record.source.duplicateOf = "/photos/b.png"
        try expect(
            QuerySubject(record: record, score: nil, review: nil, book: .init()), "state:failed error:truncated",
            "error:\"in the middle\"", "count:0", "is:duplicate",
            but: ["is:open", "width>=0", "margin>=0", "date>=1900"])
    }

    @Test func theBookSaysSessionArchersAndPoints() throws {
        func photo(_ name: String, isFormer: Bool = false) -> Session.Photo {
            Session.Photo(
                path: name, isFormer: isFormer, captured: nil, annotated: nil, width: 1, height: 1, faces: [])
        }
        func arrow(_ number: Int, of photo: Int, by archer: String? = nil) -> Session.Arrow {
            Session.Arrow(
                number: number, photo: photo, value: ScoredSample.arrow(number, at: (1, 1), 1, Self.box), archer: archer
            )
        }
        let first = Session.End(
            number: 1, photos: [photo("a.jpg"), photo("b.jpg")],
            arrows: [arrow(1, of: 0, by: "Ann"), arrow(2, of: 0, by: "Bo"), arrow(1, of: 1, by: "Ann")])
        let second = Session.End(number: 2, photos: [photo("c.jpg")], arrows: [], trouble: "no face", archer: "Cy")
        let former = Session.End(number: 3, photos: [photo("d.jpg", isFormer: true)], arrows: [])
        let round = Session.Round(
            number: 1, name: "Round 1", system: .olympic, arrowsPerEnd: 3, ends: [first, second, former])
        let books = QueryBooks([Session(name: "club", rounds: [round], skipped: [photo("warm.jpg")])])
        #expect(books.book(ofFile: "a.jpg") == QuerySubject.Book(session: "club", archers: ["Ann", "Bo"], score: 10))
        #expect(
            books.book(ofFile: "copy.jpg", or: "b.jpg")
                == QuerySubject.Book(session: "club", archers: ["Ann"], score: 5))
        #expect(books.book(ofFile: "c.jpg") == QuerySubject.Book(session: "club", archers: ["Cy"], score: nil))
        #expect(books.book(ofFile: "warm.jpg") == QuerySubject.Book(session: "club"))
        #expect(
            books.book(ofFile: "d.jpg") == QuerySubject.Book() && books.book(ofFile: "e.jpg") == QuerySubject.Book())
    }
}
