import Findings
import Storage
import Testing

@testable import Query

@Suite struct QueryMatchingTests {
    /// Three arrows, a hole, a line of text and a code, in a photo of which everything is known.
    private static let subject: QuerySubject = {
        var facts = QuerySubject.Facts()
        facts.marks = [.scored, .open, .doubtful]
        facts.captured = "2026-11-20T14:30:05"
        facts.camera = "NIKON CORPORATION NIKON Z 5"
        facts.format = "jpeg"
        facts.size = PixelSize(width: 4000, height: 3000)
        facts.pages = 1
        facts.models = ["targets.onnx", "0a1b2c"]
        facts.margin = 0.05
        facts.disagreement = { 2 }
        facts.score = 27
        facts.findings =
            [0.95, 0.8, 0.4].map {
                QueryFinding(label: "arrow", confidence: $0, detector: "targets", size: 0.01, places: [.left, .top])
            } + [
                QueryFinding(
                    label: "Hole", confidence: 0.7, detector: "targets", size: 0.002, places: [.middle, .edge]),
                QueryFinding(
                    label: "line", confidence: 0.9, detector: "words", texts: ["Total: 12,50 Fjäll", "EUR 12.50"]),
                QueryFinding(
                    label: "qr", confidence: 1, detector: "codes", page: 2, texts: ["4006381333931"], isCode: true),
            ]
        facts.transcripts = ["Invoice for brown dogs"]
        var subject = QuerySubject(
            job: 17, state: .done, path: "/photos/2026/day1/IMG_0042.jpg", bytes: 5_000_000,
            processed: "2026-11-21T08:00:00.250Z", errors: [], isDuplicate: false,
            book: QuerySubject.Book(session: "Club night", archers: ["Ann", "Bo"], score: 29), record: facts)
        subject.sets = ["Week 12", "all"]
        return subject
    }()

    @Test(arguments: [
        ("", true), ("state:done", true), ("state:failed", false), ("state:failed,done", true), ("state!=failed", true),
        ("name:img_0042", true), ("name:IMG_*.jpg", true), ("name:IMG_*.png", false), ("name:IMG_*", true),
        ("name:*42", false), ("name:day1", false), ("path:day1/img", true), ("folder:day1", true),
        ("folder:DAY1", true),
        ("folder:day", false), ("folder:day*", true), ("folder:2026/day1", true), ("folder:photos/day1", false),
        ("folder:IMG_0042.jpg", false), ("folder:/photos", true), ("folder:photos/", true),
        ("date:2026", true), ("date:2026-11-20T14:30", true), ("date:2026-12", false), ("date>2026-10", true),
        ("date>2026-11", false), ("date>=2026-11", true), ("date<2026-11-20", false), ("date<=2026-11-20", true),
        ("date<2026-11-20T14:31", true), ("date:2025..2026-11", true), ("date:..2026-10", false),
        ("date!=2026-11", false),
        ("processed:2026-11-21T08", true), ("camera:nikon", true), ("camera:\"z 5\"", true), ("camera:canon", false),
        ("format:jpeg", true), ("format:jp", false), ("format:jp*", true), ("width>=4000 height:3000", true),
        ("width>4000", false), ("bytes:5MB", true), ("bytes>4.9MB bytes<6MB", true), ("pages>1", false),
        ("model:targets", true), ("model:0a1b", true), ("model:faces", false), ("margin<0.1", true),
        ("margin<5%", false), ("disagreement>=2", true), ("disagreement>2", false),
        ("score:29", true), ("score>29", false), ("session:\"club night\"", true), ("session:club", false),
        ("session:club*", true), ("session!=x", true), ("archer:bo", true), ("archer:bo,cy", true),
        ("archer:cy", false),
        ("archer!=ann", false), ("error:*", false), ("error!=x", false), ("-error:x", true), ("job:17", true),
        ("job:1..16", false), ("is:scored", true), ("is:reviewed", false), ("is:reviewed,open", true),
        ("is:duplicate", false), ("-is:duplicate", true), ("is!=duplicate", true), ("is!=scored,open,doubtful", false),
        ("set:all", true), ("set:\"week 12\"", true),
        ("set:week*", true), ("set:week", false), ("-set:b", true), ("set!=all", false), ("set!=b", true),
        // Findings: the tests beside each other are about the same one.
        ("label:arrow", true), ("label:ARROW", true), ("label:arr", false), ("label:arr*", true), ("label:hole", true),
        ("label:bull", false), ("-label:bull", true), ("label!=arrow", true), ("label!=arrow,hole,line,qr", false),
        ("label:arrow count:3", true), ("label:arrow count>3", false), ("label:arrow,hole count:4", true),
        ("label:arrow confidence>=0.8 count:2", true), ("label:arrow confidence>=80% count>=3", false),
        ("label:arrow confidence>0.95", false), ("label:hole confidence>=0.8", false),
        ("(label:hole) (confidence>=0.8)", true), ("label:bull count:0", true), ("label:arrow count:0", false),
        ("count:6", true), ("count>=2 count<6", false), ("count:2..10", true), ("count:1,6", true), ("count!=6", false),
        ("label:arrow place:left", true), ("label:arrow place:left place:top", true), ("label:hole place:left", false),
        ("place:edge label:hole", true), ("size<0.5%", true), ("label:arrow size<0.5%", false),
        ("label:line size<1", false), ("text:total", true), ("text:\"12,50 fjäll\"", true), ("text:fja\u{308}ll", true),
        ("text:EUR*", true), ("text:12*", false), ("text:arrow", false), ("text:eur label:line confidence>=0.9", true),
        ("code:4006381", true), ("code:total", false), ("code:400*931", true), ("page:2 label:qr", true),
        ("page:2 label:line", false), ("detector:codes", true),
        // Words.
        ("total fjäll", true), ("total EUR", false), ("total dog", false), ("invoice dogs", true),
        ("\"brown dog\"", true),
        ("\"brown  dog\"", false), ("arrow", true), ("hol", true), ("line", false), ("-arrow", false),
        ("arrow (qr)", false),
        ("(arrow) (total)", true), ("arrow OR nothing", true), ("400638", true),
        // Joined.
        ("label:arrow count>=3 -is:reviewed (state:failed OR folder:day1)", true),
        ("label:arrow count>=3 is:reviewed (state:failed OR folder:day1)", false),
        ("-(label:arrow state:failed)", true),
        ("-(label:arrow count>=3)", false), ("state:failed label:arrow OR score>20", true),
    ])
    func fits(text: String, expected: Bool) throws {
        let query = try Query.parse(text)
        #expect(query.matches(Self.subject) == expected, "\(query.root)")
        #expect(query.verdict(on: Self.subject) == expected)
        #expect(Query(query.root.opposite).matches(Self.subject) == !expected)
    }

    /// Only the sets that an answer depends on are read.
    @Test(
        arguments: [
            ("set:a", ["a"]), ("set:A,c", ["a", "c"]), ("-set:b*", ["b1", "b2"]), ("set:x", []), ("label:a", []),
            ("set!=a", ["a", "b1", "b2", "c"]), ("set:a OR (set:c is:open)", ["a", "c"]),
        ] as [(String, [String])])
    func namesTheSetsThatMustBeKnown(text: String, sets: [String]) throws {
        #expect(try Query.parse(text).sets(among: ["a", "b1", "b2", "c"]) == sets)
    }

    /// A set may be asked not to have a photo before there is one.
    @Test(
        arguments: [
            ("set:a", nil), ("set:x", "x"), ("set:A,x", "x"), ("set:x*", nil), ("-set:x", nil), ("set!=x", nil),
            ("label:a OR (set:y is:open)", "y"), ("set:a -(set:x)", nil), ("label:x", nil),
        ] as [(String, String?)])
    func namesASetThatIsNotThere(text: String, set: String?) throws {
        #expect(try Query.parse(text).missingSet(among: ["a", "b1"]) == set)
    }

    /// What is not known of sets fits nothing.
    @Test func setsThatWereNotLookedAtDecideNothing() throws {
        var subject = Self.subject
        subject.sets = nil
        #expect(try Query.parse("set:all").verdict(on: subject) == nil)
    }

    /// What the tables know decides where it can; what is not known fits nothing.
    @Test(
        arguments: [
            ("state:done", true), ("state:failed", false), ("label:arrow", nil), ("state:failed label:arrow", false),
            ("state:done OR label:arrow", true), ("state:done label:arrow", nil), ("state:failed OR label:arrow", nil),
            ("-label:arrow", nil), ("-(state:failed label:arrow)", true), ("arrow", nil), ("session:x", nil),
            ("score:3", nil),
            ("is:duplicate", false), ("is!=duplicate", nil), ("is:open", nil), ("date:2026", nil), ("set:all", true),
            ("set:b label:x", false),
            ("session:x name:nothing", false),
            ("", true),
        ] as [(String, Bool?)])
    func decidesAsSoonAsItCan(text: String, verdict: Bool?) throws {
        var known = Self.subject
        (known.record, known.book) = (nil, nil)
        let query = try Query.parse(text)
        #expect(query.verdict(on: known) == verdict)
        #expect(query.matches(known) == (verdict ?? false))
    }

    @Test func aPhotoWithoutARecordHasNoFindings() throws {
        var failed = Self.subject
        (failed.state, failed.errors, failed.record, failed.book) = (
            .failed, ["truncated", "it ends in the middle"], .init(), .init()
        )
        for (text, expected) in [
            ("label:arrow", false), ("-label:arrow", true), ("count:0", true), ("error:truncated", true),
            ("error:middle", true), ("date!=2026", false), ("score:0", false), ("is:open", false),
            ("session!=x", false),
            ("width:0", false), ("a", false), ("-a", true),
        ] {
            #expect(try Query.parse(text).matches(failed) == expected, "\(text)")
        }
    }

    @Test(
        arguments: [
            ("", JobState.allCases), ("label:arrow", JobState.allCases), ("state:failed label:arrow", [.failed]),
            ("-state:done", JobState.allCases.filter { $0 != .done }), ("state:done OR is:open", JobState.allCases),
            ("state:done OR state:failed is:open", [.done, .failed]), ("state:done (state:failed)", []),
            ("-(state:done label:a)", JobState.allCases),
        ] as [(String, [JobState])])
    func namesTheStatesThatAreToBeAsked(text: String, states: [JobState]) throws {
        #expect(try Query.parse(text).states == Set(states))
    }

    @Test func findingsLieWhereTheirBoxIs() {
        let result = DetectorResult(detector: "d", task: .detect, found: .detections([]))
        func places(_ box: Box) -> Set<QueryPlace> {
            let found = Detection(label: "a", classId: 0, confidence: 1, box: box)
            return QueryFinding(found, by: result, in: PixelSize(width: 300, height: 300)).places
        }
        #expect(places(Box(x: 140, y: 140, width: 20, height: 20)) == [.middle])
        #expect(places(Box(x: 10, y: 140, width: 20, height: 20)) == [.left])
        #expect(places(Box(x: 270, y: 270, width: 30, height: 30)) == [.right, .bottom, .edge])
        #expect(places(Box(x: 0, y: 0, width: 300, height: 300)) == [.middle, .edge])
        let half = QueryFinding(
            Detection(label: "a", classId: 0, confidence: 1, box: Box(x: 0, y: 0, width: 150, height: 300)), by: result,
            in: PixelSize(width: 300, height: 300))
        #expect(half.size == 0.5 && half.texts.isEmpty && !half.isCode)
    }
}
