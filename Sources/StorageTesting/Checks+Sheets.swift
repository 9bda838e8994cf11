import Scoring
import Storage

extension StoreCheck {
    static let sheets = [
        StoreCheck("a photo that is scored makes the sheets of its day old, and of no other") { scene in
            try scene.equal(scene.due(), [], "an empty book")
            try scene.score("day/1.jpg", day: 1)
            try scene.score("day/2.jpg", day: 2)
            try scene.score("eve/1.jpg", day: 1)
            try scene.equal(scene.due(), ["day 1970-01-02", "day 1970-01-03", "eve 1970-01-02"], "new photos")
            try scene.settle()
            try scene.equal(scene.due(), [], "written")
            try scene.score("day/2.jpg", day: 2)
            try scene.equal(scene.due(), ["day 1970-01-03"], "worked again")
        },
        StoreCheck("every change that a user makes sets a mark, and one that changes nothing sets none") { scene in
            try scene.score("day/1.jpg", day: 1)
            try scene.score("day/2.jpg", day: 1)
            var unread = Scene.reading("day/3.jpg", day: 1)
            unread.trouble = "first"
            try scene.store.transaction { [unread] in _ = try $0.scores.store(unread) }
            let nine = Correction(photo: "day/1.jpg", arrow: nil, value: .init(score: 9), adds: true)
            let changes: [(String, (any ScoreTransaction) throws -> Void)] = [
                ("a correction", { try $0.correct(nine) }),
                ("a withdrawal", { try $0.withdraw(photo: "day/1.jpg", arrow: 1) }),
                ("a review", { try $0.review(photo: "day/1.jpg", as: PhotoReview(isConfirmed: true), expecting: nil) }),
                ("archers", { try $0.change(session: "day 1970-01-02", .archers(Archers(names: ["Ann"]))) }),
                ("a date", { try $0.change(session: "day 1970-01-02", .date("2026-11-20")) }),
                ("a name", { try $0.change(session: "day 1970-01-02", .rename("club")) }),
                ("a split", { try $0.change(session: "club", .split(photos: ["day/2.jpg"], name: "late")) }),
                ("a merge", { try $0.change(session: "late", .merge(into: "club")) }),
                ("an assignment", { _ = try $0.assign(photos: ["day/2.jpg"], to: "mine") }),
                (
                    "another reason",
                    {
                        try scene.require(
                            try $0.replace(trouble: "first", ofPhoto: "day/3.jpg", with: "second"), "told")
                    }
                ),
                ("a photo forgotten", { try $0.forget(photo: "day/2.jpg") }),
            ]
            for (what, change) in changes {
                try scene.settle()
                try scene.store.transaction { try change($0.scores) }
                try scene.require(try !scene.marks().isEmpty, "\(what) sets a mark")
            }
            try scene.store.transaction { _ = try $0.scores.correct(nine) }
            try scene.settle()
            try scene.store.transaction { _ = try $0.scores.correct(nine) }
            try scene.equal(scene.due(), [], "the same correction once more")
        },
        StoreCheck("a reason is replaced where it is the one that is meant, and all else of the photo stays") { scene in
            var unread = Scene.reading("day/1.jpg", day: 1)
            (unread.trouble, unread.archer) = ("first", "Ana")
            let nine = Correction(photo: "day/1.jpg", arrow: nil, value: .init(score: 9), adds: true)
            try scene.store.transaction { [unread] in
                _ = try $0.scores.store(unread)
                _ = try $0.scores.correct(nine)
            }
            try scene.score("day/2.jpg", day: 1)
            try scene.settle()
            func replace(_ trouble: String, _ path: String) throws -> Bool {
                try scene.store.transaction { try $0.scores.replace(trouble: trouble, ofPhoto: path, with: "second") }
            }
            for (path, trouble) in [("day/1.jpg", "other"), ("day/2.jpg", "first"), ("day/9.jpg", "first")] {
                try scene.equal(replace(trouble, path), false, "\(path) \(trouble)")
            }
            try scene.equal(scene.due(), [], "nothing has changed")
            try scene.equal(replace("first", "day/1.jpg"), true, "the one that is meant")
            try scene.equal(scene.due(), ["day 1970-01-02"], "sessions")
            try scene.equal(replace("first", "day/1.jpg"), false, "once more")
            let (first, second, said) = try scene.store.transaction {
                (
                    try $0.scores.photos(inTrouble: "first"), try $0.scores.photos(inTrouble: "second"),
                    try $0.scores.corrections().map(\.photo)
                )
            }
            try scene.equal(first, [], "the former reason")
            try scene.equal(second, ["day/1.jpg"], "the reason")
            try scene.equal(said, ["day/1.jpg"], "what was said")
        },
        StoreCheck("both sessions are old that a photo leaves and comes to, also one that is gone by that") { scene in
            try scene.score("day/1.jpg", day: 1)
            try scene.settle()
            try scene.store.transaction {
                _ = try $0.scores.change(session: "day 1970-01-02", .rename("club"))
            }
            let marks = try scene.marks()
            try scene.equal(Set(marks.map(\.session)), ["day", "club"], "marks")
            try scene.equal(scene.due(), ["club"], "sessions")
            try scene.store.transaction { try $0.scores.sheetsAreWritten(for: marks) }
            try scene.equal(scene.marks(), [], "written")
        },
        StoreCheck("a change that comes while sheets are written keeps them old") { scene in
            try scene.score("day/1.jpg", day: 1)
            let seen = try scene.marks()
            try scene.score("day/1.jpg", day: 1)
            try scene.store.transaction { try $0.scores.sheetsAreWritten(for: seen) }
            try scene.equal(scene.due(), ["day 1970-01-02"], "sessions")
            try scene.require(try scene.marks() != seen, "another mark")
        },
        StoreCheck("the mark and its change count together or not at all") { scene in
            try scene.score("day/1.jpg", day: 1)
            try scene.settle()
            struct Undone: Error {}
            do {
                try scene.store.transaction { transaction in
                    _ = try transaction.scores.store(Scene.reading("day/2.jpg", day: 1))
                    throw Undone()
                }
            } catch is Undone {}
            try scene.equal(scene.marks(), [], "marks")
        },
        StoreCheck("where a photo has no time all days of its folder are old, since it may go with any") { scene in
            try scene.score("day/1.jpg", day: 1)
            try scene.score("day/2.jpg", day: 2)
            try scene.settle()
            try scene.score("day/3.jpg", day: nil)
            try scene.equal(scene.due(), ["day 1970-01-02", "day 1970-01-03"], "sessions")
        },
    ]
}

extension Scene {
    /// A reading of a photo without arrows, taken so many days after 1 January 1970.
    fileprivate static func reading(_ path: String, day: Int64?) -> PhotoReading {
        PhotoReading(
            session: Session.name(ofPhoto: path),
            photo: Session.Photo(
                path: path, captured: day.map { $0 * 86_400_000 }, annotated: nil, width: 9, height: 9, faces: []),
            arrows: [], counting: Counting())
    }

    fileprivate func score(_ path: String, day: Int64?) throws {
        try store.transaction { _ = try $0.scores.store(Self.reading(path, day: day)) }
    }

    fileprivate func marks() throws -> [SheetMark] { try store.transaction { try $0.scores.sheetMarks() } }

    /// The sessions whose sheets are older than the book.
    fileprivate func due() throws -> [String] {
        try store.transaction { try $0.scores.sheetPlaces() }.filter { !$0.marks.isEmpty }.map(\.session).sorted()
    }

    /// All sheets are written.
    fileprivate func settle() throws {
        try store.transaction { try $0.scores.sheetsAreWritten(for: $0.scores.sheetMarks()) }
    }
}
