import Storage

extension QueryTerm {
    /// The table of all terms.
    public var row: Row { Self.rows[self] ?? entry }

    private static let rows = Dictionary(uniqueKeysWithValues: allCases.map { ($0, $0.entry) })

    private var entry: Row {
        switch self {
        case .state:
            Row(
                .words(JobState.allCases.map(\.description)), in: .tables, isSingle: true, "state:failed,quarantined",
                "Where the photo stands in the queue")
        case .is:
            Row(
                .words(QueryMark.allCases.map(\.rawValue)), "is:doubtful",
                "Whether it was reviewed, and what needs it")
        case .name: Row(.part, in: .tables, also: ["file"], "name:IMG_*.jpg", "The file's name")
        case .folder:
            Row(
                .folder, in: .tables, "folder:2026/day1",
                "The name of a folder that it lies in, however deep, or of several in a row")
        case .path: Row(.part, in: .tables, "path:club/2026", "The file's whole path")
        case .date:
            Row(
                .date, also: ["captured", "taken"], "date:2026-11..2027-01",
                "When it was taken, by the camera's clock")
        case .processed:
            Row(
                .date, in: .tables, also: ["finished"], "processed>=2026-11-20T14:30",
                "When its result was found, in universal time")
        case .camera: Row(.part, "camera:nikon", "The camera's maker and model")
        case .format: Row(.whole, isSingle: true, "format:heic", "The file's format by its content")
        case .width: Row(.number(.plain), "width>=4000", "The upright photo's width in pixels")
        case .height: Row(.number(.plain), "height<600", "The upright photo's height in pixels")
        case .bytes: Row(.number(.bytes), in: .tables, "bytes>20MB", "The file's size")
        case .pages: Row(.number(.plain), "pages>1", "How many pages the file has")
        case .model:
            Row(
                .part, "model:targets.onnx", "The file of a model that looked at it, or a part of its SHA-256")
        case .margin:
            Row(
                .number(.share), also: ["uncertain"], "margin<0.1",
                "How near the least sure finding is to another answer, as the list of photos is ordered")
        case .disagreement:
            Row(
                .number(.plain), "disagreement>=1",
                "On how many objects two detectors of its run differ: one found it alone, or both as other classes")
        case .score: Row(.number(.plain), "score>=50", "The points of its arrows, as they count")
        case .session:
            Row(
                .whole, in: .book, isSingle: true, "session:\"Club night\"", "The session that the score book has it in"
            )
        case .archer: Row(.whole, in: .book, "archer:Ann", "Who shot an arrow of it")
        case .error:
            Row(
                .part, in: .tables, also: ["reason"], "error:truncated",
                "Why it has no result: the code, or the sentence")
        case .job: Row(.number(.plain), in: .tables, "job:17..20", "Its number in the queue")
        case .set: Row(.whole, in: .tables, "set:week12", "A named set that it is in, which the page has as a tag")
        case .label:
            Row(
                .whole, of: .finding, isSingle: true, also: ["class", "kind"], "label:arrow,hole",
                "What a finding is: a class, or line, qr, date, table")
        case .confidence: Row(.number(.share), of: .finding, also: ["conf"], "confidence>=60%", "How sure a finding is")
        case .size:
            Row(
                .number(.share), of: .finding, "size<0.5%", "The share of the picture that a finding's box covers")
        case .place:
            Row(
                .words(QueryPlace.allCases.map(\.rawValue)), of: .finding, "place:edge",
                "Where the middle of a finding's box lies, by thirds of the picture; at the edge where the box reaches it"
            )
        case .text: Row(.part, of: .finding, "text:\"total 12\"", "What a finding says, in each of its forms")
        case .code: Row(.part, of: .finding, "code:40063*", "What a code says, or an element of it")
        case .detector: Row(.whole, of: .finding, isSingle: true, "detector:people", "The detector that found it")
        case .page: Row(.number(.plain), of: .finding, "page:1", "The page of the file that a finding stands on")
        case .count:
            Row(
                .number(.plain), of: .count, "label:arrow confidence>=0.6 count>=3",
                "How many findings the terms beside it hold for")
        }
    }
}
