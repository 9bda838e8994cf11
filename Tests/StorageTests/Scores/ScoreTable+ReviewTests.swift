import Findings
import Scoring
import Storage
import Testing

/// Reviews of a photo and changes of a session, in every store.
@Suite struct ScoreTableReviewTests {
    private let arrows = [
        Readings.arrow(0.01), Readings.arrow(0.195, reasons: [.nearLine]),
        Readings.arrow(0.52, reasons: [.lowConfidence]),
    ]
    private let moved = Correction.Value(score: 5, position: Point(x: 0.55, y: 0), face: 0)

    private func book(_ kind: BookKind) throws -> Book {
        let book = try Book(kind)
        try book.store(Readings.photo("day/1.jpg", arrows, at: 1, content: "a", arrowsPerEnd: 6))
        return book
    }

    private func said(_ book: Book, _ photo: String = "day/1.jpg") throws -> ReviewedPhoto? {
        try book.transaction { try $0.review(ofPhoto: photo) }
    }

    @discardableResult
    private func say(
        _ review: PhotoReview, _ book: Book, expecting revision: Int? = nil, _ photo: String = "day/1.jpg"
    ) throws -> ReviewedPhoto {
        try book.transaction { try $0.review(photo: photo, as: review, expecting: revision) }
    }

    @Test(arguments: BookKind.allCases)
    func aReviewReplacesWhatWasSaid(_ kind: BookKind) throws {
        let book = try book(kind)
        let first = try #require(try said(book))
        #expect(first.review == PhotoReview() && first.readings.count == 3)
        let one = PhotoReview(
            arrows: [.init(number: 1, value: moved), .init(number: 9, value: Correction.Value(score: 10, isX: true))],
            archers: [.init(number: 2, archer: "Ana")])
        #expect(try say(one, book, expecting: first.revision).revision == first.revision + 1)
        #expect(try book.marks() == ["1:5 2:9 3:5 9:X"])
        #expect(try book.ends().first?.arrows.map(\.archer) == [nil, "Ana", nil, nil])
        #expect(try say(one, book).revision == first.revision + 1)
        // A client that got no answer says it again.
        #expect(try say(one, book, expecting: first.revision).revision == first.revision + 1)
        // Undo is the state before, as a whole: the added arrow goes.
        try say(PhotoReview(), book)
        #expect(try book.marks() == ["1:X 2:9 3:5"])
        #expect(try said(book)?.review == PhotoReview())
    }

    @Test(arguments: BookKind.allCases)
    func aConfirmationThatGotNoAnswerIsSaidAgain(_ kind: BookKind) throws {
        let book = try book(kind)
        let revision = try #require(try said(book)).revision
        let confirmed = PhotoReview(arrows: [.init(number: 1, value: moved)], isConfirmed: true)
        let first = try say(confirmed, book, expecting: revision)
        #expect(first.revision == revision + 1)
        #expect(try say(confirmed, book, expecting: revision) == first)
        // Others changed it, and changed it back: that is not what was stored for this one.
        try say(PhotoReview(), book)
        try say(confirmed, book)
        #expect(throws: ScoreBookError.self) { try say(confirmed, book, expecting: revision) }
    }

    @Test(arguments: BookKind.allCases)
    func whoIsLateIsRefusedAndChangesNothing(_ kind: BookKind) throws {
        let book = try book(kind)
        let revision = try #require(try said(book)).revision
        try book.correct("day/1.jpg", 1, Correction.Value(score: 3))
        do {
            try say(PhotoReview(isConfirmed: true), book, expecting: revision)
            Issue.record("a late review was taken")
        } catch let error as ScoreBookError {
            #expect(error.code == .conflict)
        }
        #expect(try book.marks() == ["1:3 2:9 3:5"])
        #expect(try said(book)?.review.isConfirmed == false)
    }

    @Test(arguments: BookKind.allCases)
    func whatIsConfirmedNeedsNoReviewAndStaysWhateverTheModelSeesNext(_ kind: BookKind) throws {
        let book = try book(kind)
        #expect(try book.ends().first?.needsReview == true)
        try say(PhotoReview(arrows: [.init(number: 1, value: moved)], isConfirmed: true), book)
        #expect(try book.ends().first?.needsReview == false)
        let others = [Readings.arrow(0.31), Readings.arrow(0.19), Readings.arrow(0.53), Readings.arrow(0.9)]
        try book.store(Readings.photo("day/1.jpg", Array(others.dropLast()), at: 1, content: "a", arrowsPerEnd: 6))
        let end = try #require(try book.ends().first)
        #expect(end.isConfirmed && !end.needsReview)
        #expect(Set(end.arrows.filter { $0.value.source == .person }.map(\.value.mark)) == ["5", "9"])
        // What the model sees besides is none: a person has said which arrows there are.
        #expect(end.arrows.allSatisfy { $0.value.source == .person })
    }

    @Test(arguments: BookKind.allCases)
    func anAddedFaceStaysBehindThoseThatTheModelSees(_ kind: BookKind) throws {
        let book = try book(kind)
        let added = PhotoReview.Face(
            index: 1, type: .wa122, homography: Homography(rows: [1, 0, -2000, 0, 1, -600, 0, 0, 500]))
        try say(PhotoReview(faces: [added]), book)
        try book.store(Readings.photo("day/1.jpg", arrows, at: 1, content: "a", arrowsPerEnd: 6))
        let faces = try #require(try book.ends().first?.photos.first?.faces)
        #expect(faces.map { $0.center.x.rounded() } == [600, 2000])
        #expect(try book.marks() == ["1:X 2:9 3:5"])
        // The model sees it now too.
        let both = [Readings.face(), Readings.face(at: Point(x: 2010, y: 600))]
        try book.store(Readings.photo("day/1.jpg", arrows, at: 1, content: "a", faces: both, arrowsPerEnd: 6))
        #expect(try book.ends().first?.photos.first?.faces.map { $0.center.x.rounded() } == [600, 2000])
    }

    @Test(arguments: BookKind.allCases)
    func aCorrectedFaceScoresEveryArrowAnewUntilItIsTakenBack(_ kind: BookKind) throws {
        let book = try book(kind)
        // The centre 100 pixels further to the right: every arrow one fifth of a radius further to the left.
        let face = PhotoReview.Face(
            index: 0, type: .wa122, homography: Homography(rows: [1, 0, -700, 0, 1, -600, 0, 0, 500]))
        try say(PhotoReview(faces: [face]), book)
        #expect(try book.marks() == ["1:9 2:X 3:7"])
        let center = try #require(try book.ends().first?.photos.first?.faces.first?.center)
        #expect(center.distance(to: Point(x: 700, y: 600)) < 1e-6)
        // It stays on its face when the photo is read again.
        try book.store(Readings.photo("day/1.jpg", arrows, at: 1, content: "a", arrowsPerEnd: 6))
        #expect(try book.marks() == ["1:9 2:X 3:7"])
        try say(PhotoReview(), book)
        #expect(try book.marks() == ["1:X 2:9 3:5"])
    }

    @Test(arguments: BookKind.allCases)
    func aPhotoWithoutAFaceIsGivenOne(_ kind: BookKind) throws {
        let book = try Book(kind)
        try book.store(Readings.photo("day/1.jpg", [], at: 1, trouble: "no face is seen"))
        let face = PhotoReview.Face(index: 0, type: .wa80, homography: Readings.face().homography)
        try say(PhotoReview(arrows: [.init(number: 1, value: moved)], faces: [face]), book)
        let end = try #require(try book.ends().first)
        #expect(end.photos.first?.faces.map(\.type) == [.wa80])
        #expect(end.arrows.first?.isPlaced == true && end.arrows.first?.value.pixelX == 875)
    }

    @Test(
        arguments: BookKind.allCases,
        [
            PhotoReview(arrows: [.init(number: 1, value: Correction.Value(score: 11))]),
            PhotoReview(arrows: [.init(number: 0, value: Correction.Value(score: 1))]),
            PhotoReview(arrows: Array(repeating: .init(number: 1, value: Correction.Value(score: 1)), count: 2)),
            PhotoReview(arrows: [.init(number: 1, value: Correction.Value(score: 1, face: 4))]),
            PhotoReview(archers: [.init(number: 1, archer: "")]),
            PhotoReview(faces: [.init(index: 2, type: .wa122, homography: .identity)]),
            PhotoReview(faces: [
                .init(index: 0, type: .wa122, homography: Homography(rows: [0, 0, 0, 0, 0, 0, 0, 0, 0]))
            ]),
        ])
    func whatNoPhotoCanShowIsRefused(_ kind: BookKind, _ review: PhotoReview) throws {
        let book = try book(kind)
        #expect(throws: ScoreBookError.self) { try say(review, book) }
        #expect(try book.marks() == ["1:X 2:9 3:5"])
    }

    @Test(arguments: BookKind.allCases)
    func aSkippedPhotoIsNoEndAndKeepsWhatWasSaidOfIt(_ kind: BookKind) throws {
        let book = try book(kind)
        try book.store(Readings.photo("day/2.jpg", arrows, at: 2, arrowsPerEnd: 6))
        try say(PhotoReview(arrows: [.init(number: 1, value: moved)], isSkipped: true), book)
        #expect(try book.ends().map { $0.photos.map(\.path) } == [["day/2.jpg"]])
        #expect(try book.session()?.skipped.map(\.path) == ["day/1.jpg"])
        try say(PhotoReview(arrows: [.init(number: 1, value: moved)]), book)
        #expect(try book.marks() == ["1:5 2:9 3:5", "1:X 2:9 3:5"])
    }

    @Test(arguments: BookKind.allCases)
    func whatWasSaidOfAPhotoIsParkedWithItAndComesBack(_ kind: BookKind) throws {
        let book = try book(kind)
        try say(PhotoReview(arrows: [.init(number: 1, value: moved)], isConfirmed: true), book)
        try book.forget("day/1.jpg")
        try book.store(Readings.photo("day/1.jpg", arrows, at: 1, content: "a", arrowsPerEnd: 6))
        // Forgotten is forgotten.
        #expect(try said(book)?.review.isConfirmed == false)
    }

    @Test(arguments: BookKind.allCases)
    func sessionsAreRenamedDatedSplitAndMerged(_ kind: BookKind) throws {
        let book = try Book(kind)
        for number in 1...3 {
            try book.store(Readings.photo("day/\(number).jpg", arrows, at: Int64(number)))
        }
        func change(_ name: String, _ change: SessionChange) throws -> String {
            try book.transaction { try $0.change(session: name, change) }
        }
        let folder = "day 1970-01-01"
        #expect(try change(folder, .archers(Archers(names: ["Ana", "Ben"], by: .end))) == folder)
        #expect(try book.ends(folder).map { $0.arrows[0].archer } == ["Ana", "Ben", "Ana"])
        #expect(try change(folder, .date("2026-06-01")) == folder)
        #expect(try change(folder, .rename("June")) == "June")
        #expect(try book.session("June")?.date == "2026-06-01")
        #expect(try book.session("June")?.archers.names == ["Ana", "Ben"])
        #expect(try change("June", .split(photos: ["day/3.jpg"], name: "Finals")) == "Finals")
        #expect(try book.names() == ["Finals", "June"])
        #expect(throws: ScoreBookError.self) { try change("June", .rename("Finals")) }
        #expect(throws: ScoreBookError.self) { try change("June", .date("2026-02-30")) }
        #expect(throws: ScoreBookError.self) { try change("June", .split(photos: ["day/9.jpg"], name: "x")) }
        #expect(throws: ScoreBookError.self) { try change("nothing", .rename("x")) }
        // They stay when they are worked again.
        try book.store(Readings.photo("day/3.jpg", arrows, at: 3))
        #expect(try change("Finals", .merge(into: "June")) == "June")
        #expect(try book.names() == ["June"])
        #expect(try book.ends("June").count == 3)
    }

    @Test("a session that is named or dated while shooting goes on stays one", arguments: BookKind.allCases)
    func laterPhotos(kind: BookKind) throws {
        let book = try Book(kind)
        func change(_ name: String, _ change: SessionChange) throws -> String {
            try book.transaction { try $0.change(session: name, change) }
        }
        let (day, next): (Int64, Int64) = (1, 86_400_001)
        try book.store(Readings.photo("day/1.jpg", arrows, at: day))
        #expect(try change("day 1970-01-01", .date("2026-05-01")) == "day 1970-01-01")
        try book.store(Readings.photo("day/2.jpg", arrows, at: day + 1))
        #expect(try book.names() == ["day 1970-01-01"])
        #expect(try change("day 1970-01-01", .rename("Practice")) == "Practice")
        try book.store(Readings.photo("day/3.jpg", arrows, at: day + 2))
        #expect(try book.names() == ["Practice"])
        #expect(try book.ends("Practice").count == 3)
        // Another day of the folder is another session, and stays one when the first is merged into it.
        try book.store(Readings.photo("day/4.jpg", arrows, at: next))
        let other = try #require(try book.names().first { $0 != "Practice" })
        #expect(try change("Practice", .merge(into: other)) == other)
        try book.store(Readings.photo("day/5.jpg", arrows, at: day + 3))
        #expect(try book.names() == [other])
        let summary = try book.transaction { try $0.sessions() }
        #expect(summary.first?.formerNames == ["day 1970-01-01"], "what links to Practice were made from")
    }

    @Test(
        "links to a session lead to it whatever it is called, and to no other one that takes its name",
        arguments: BookKind.allCases)
    func addresses(kind: BookKind) throws {
        let book = try Book(kind)
        func change(_ name: String, _ change: SessionChange) throws {
            try book.transaction { _ = try $0.change(session: name, change) }
        }
        /// What links are made from, by the sessions' names: no two are the same, and each is found by its name too.
        func addresses() throws -> [String: String] {
            let all = try book.transaction { book in
                try book.sessions().map { ($0.name, $0.address, try book.address(ofSession: $0.name)) }
            }
            #expect(Set(all.map(\.1)).count == all.count && all.allSatisfy { $0.1 == $0.2 }, "\(all)")
            return Dictionary(uniqueKeysWithValues: all.map { ($0.0, $0.1) })
        }
        let first = "day 1970-01-01"
        for number in 1...3 { try book.store(Readings.photo("day/\(number).jpg", arrows, at: Int64(number))) }
        #expect(try addresses() == [first: first])
        try change(first, .rename("Finals"))
        #expect(try addresses() == ["Finals": first])
        // A part of it, and then another folder, has the name that it had.
        try change("Finals", .split(photos: ["day/3.jpg"], name: first))
        let second = try #require(try addresses()[first])
        #expect(try addresses() == ["Finals": first, first: second])
        try change(first, .rename("Second"))
        try book.store(Readings.photo("elsewhere/day/1.jpg", arrows, at: 1, session: "day", folder: "elsewhere/day"))
        let third = try #require(try addresses()[first])
        #expect(try addresses() == ["Finals": first, "Second": second, first: third])
        try change("Finals", .rename("Last"))
        #expect(try addresses() == ["Last": first, "Second": second, first: third])
        try change("Last", .merge(into: first))
        #expect(try addresses() == ["Second": second, first: third])
        #expect(try book.transaction { try $0.sessions() }.first?.formerNames == [first])
    }

    @Test("a change of a session that is refused changes nothing", arguments: BookKind.allCases)
    func refusedAsAWhole(kind: BookKind) throws {
        let book = try Book(kind)
        try book.store(Readings.photo("day/1.jpg", arrows, at: 1))
        try book.store(Readings.photo("other/1.jpg", arrows, at: 1))
        let before = try book.session("day 1970-01-01")
        #expect(throws: ScoreBookError.self) {
            try book.transaction {
                try $0.change(
                    session: "day 1970-01-01",
                    .describe(
                        name: "other 1970-01-01", date: "2020-01-01", archers: Archers(names: ["Ana"], by: .end)))
            }
        }
        #expect(try book.session("day 1970-01-01") == before)
    }

    @Test(
        "what was only confirmed goes when a photo is un-confirmed, and what was changed stays",
        arguments: BookKind.allCases)
    func unconfirmed(kind: BookKind) throws {
        let book = try book(kind)
        let changed = PhotoReview.Arrow(number: 1, value: moved)
        let confirmed = try say(PhotoReview(arrows: [changed], isConfirmed: true), book)
        #expect(confirmed.review.arrows.map(\.value.isOnlyConfirmed) == [false, true, true])
        // A page sends all back that it was told, with the places that it was told.
        var sent = confirmed.review
        for index in sent.arrows.indices {
            sent.arrows[index].value.position?.x += 0.000_000_4
            sent.arrows[index].value.isOnlyConfirmed = false
        }
        #expect(try say(sent, book).review.arrows.map(\.value.isOnlyConfirmed) == [false, true, true])
        sent.isConfirmed = false
        #expect(try say(sent, book).review.arrows.map(\.number) == [1])
        #expect(try book.marks() == ["1:5 2:9 3:5"])
        #expect(try book.ends().first?.needsReview == true)
        // Without its correction an arrow is as the model read it, in a confirmed photo too.
        try say(PhotoReview(isConfirmed: true), book)
        #expect(try book.marks() == ["1:X 2:9 3:5"])
        #expect(try said(book)?.review.arrows.allSatisfy(\.value.isOnlyConfirmed) == true)
    }

    @Test("what a client says of an arrow that it changed counts as a change", arguments: BookKind.allCases)
    func claimed(kind: BookKind) throws {
        let book = try book(kind)
        var value = moved
        value.isOnlyConfirmed = true
        try say(PhotoReview(arrows: [.init(number: 1, value: value)], isConfirmed: true), book)
        #expect(try said(book)?.review.arrows.first?.value.isOnlyConfirmed == false)
    }

    @Test(
        "a session's name is one line that can be seen and reads in its own order",
        arguments: [
            "", " ", "\u{200B}", "\u{FEFF} \u{2060}", "a\nb", "a\u{202E}b", "a\u{0}",
            String(repeating: "a", count: 201),
        ])
    func names(name: String) throws {
        let book = try book(.memory)
        for change in [SessionChange.rename(name), .split(photos: ["day/1.jpg"], name: name)] {
            #expect(throws: ScoreBookError.self) {
                try book.transaction { try $0.change(session: "day 1970-01-01", change) }
            }
        }
        #expect(throws: ScoreBookError.self) {
            try book.transaction { try $0.assign(photos: ["day/1.jpg"], to: name) }
        }
        let own = try book.transaction { try $0.change(session: "day 1970-01-01", .rename(" June  round ")) }
        #expect(own == "June  round")
    }
}
