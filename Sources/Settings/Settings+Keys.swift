import JSONTree
import Scoring

/// The table of all keys: one line is one setting.
///
/// The file, the environment, the command line, `quiver config`, the JSON Schema and the documentation's table follow from it.
///
/// In several literals, as the optimiser takes longer than twice as long for one of twice the length.
extension Settings {
    static let keys: [Key<Settings>] =
        [photoKeys, limitKeys, outputKeys, workKeys, serveKeys, scoringKeys, logKeys].flatMap { $0 }

    private static let photoKeys: [Key<Settings>] = [
        Key(
            "watch", \.watch, of: Watch.keys, example: "{ \"path\": \"drop\" }",
            """
            Folders to take photos from; a PATH on the command line replaces them. A folder may have detectors, scoring, output and \
            more of its own.
            """),
        Key(
            "queue", \.queue, .queue,
            """
            The database of jobs: a SQLite file, by default `quiver.sqlite` in the output folder, or a PostgreSQL database that \
            several hosts may share, as `postgres://USER@HOST/NAME`. Its password belongs in PGPASSFILE.
            """),
        Key(
            "letterbox.size", \.letterbox.size, .inputSize,
            "The model's input in pixels: one side, or [width, height]; `auto` is the model's own size, 640 where it has none. A model with a fixed size keeps it.",
            .changesAnswer),
        Key("letterbox.fill", \.letterbox.fill, .byte(example: 114), "The grey of the border.", .changesAnswer),
        Key(
            "letterbox.fit", \.letterbox.fit, SettingFormat.choice.or("auto"),
            "How a photo fits the input: `letterbox` (whole, with a border), `stretch`, `crop` (to the centre); `auto` is as the model asks.",
            .changesAnswer),
        Key(
            "letterbox.resample", \.letterbox.resample, .choice,
            "`fast` shrinks while decoding; `reference` and `smooth` scale as trainers of detectors and of classifiers do.",
            .changesAnswer),
        Key(
            "grey.window", \.grey.window, SettingFormat.integer(0...65_535, example: 4_095).list(),
            "Of 16-bit grey pictures, such as X-rays, the two numbers that become black and white; empty for the picture's own where it uses a quarter of the range or less.",
            .changesAnswer),
        Key(
            "detectors", \.detectors, of: Detector.keys, atLeast: 1,
            example: "{ \"name\": \"targets\", \"model\": \"targets.onnx\" }", "What looks at each photo.", .byFolder),
    ]

    private static let limitKeys: [Key<Settings>] = [
        Key(
            "limits.bytes", \.limits.bytes, .bytes(1...1 << 40, example: "512MiB"), "The largest file that is opened.",
            .changesAnswer, .shared),
        Key(
            "limits.pixels", \.limits.pixels, .integer(1...10_000_000_000, example: 250_000_000),
            "The most pixels (width times height) of a photo.", .changesAnswer, .shared),
        Key(
            "limits.side", \.limits.side, .integer(1...10_000_000, example: 65_500),
            "The most pixels along a photo's longer side.", .changesAnswer, .shared),
        Key(
            "limits.frames", \.limits.frames, .integer(1...1_000_000, example: 1_000),
            "The most pictures in one file; of frames the first is used.", .changesAnswer, .shared),
        Key(
            "limits.pages", \.limits.pages, .integer(1...10_000, example: 100),
            "The most pages of a TIFF or PDF that are read; the record says how many there are.", .changesAnswer,
            .shared),
        Key(
            "limits.pagePixels", \.limits.pagePixels, .integer(10_000...1_000_000_000, example: 25_000_000),
            "The most pixels of a PDF's page, which is drawn with 300 per inch or as many as fit.", .changesAnswer,
            .shared),
        Key(
            "limits.strict", \.limits.strict, .bool, "Refuse files with any flaw, not only those that end too early.",
            .changesAnswer, .shared),
    ]

    private static let outputKeys: [Key<Settings>] = [
        Key("output.path", \.output.path, .path, "The folder of the results."),
        Key(
            "output.formats", \.output.formats, SettingFormat.choice.list(atLeast: 1),
            """
            `json`: one file for each photo; `csv` and `jsonl`: one table of all photos; `yolo` and `coco`: data sets to \
            train with; `text`, together with `json`: the text of each photo in reading order.
            """, .byFolder),
        Key(
            "output.annotate", \.output.annotate, .bool, "Write a picture with the detections drawn in.", .changesAnswer
        ),
        Key(
            "output.blur", \.output.blur, SettingFormat.text("a class's name", example: "face").list(),
            """
            Findings of these labels are blurred in annotated pictures and flat pages: `face`, `person`. A label that no \
            detector has is refused.
            """, .changesAnswer),
        Key("output.crops", \.output.crops, .bool, "Cut each detection out into a picture of its own.", .changesAnswer),
        Key(
            "output.cutouts", \.output.cutouts, .bool,
            "Cut each object with a mask out of its background: a PNG with soft edges, at the photo's own depth and profile.",
            .changesAnswer),
        Key(
            "output.cutout.croppedToInstances", \.output.cutout.croppedToInstances, .bool,
            "Whether a cutout ends near its object; with false it is as large as the photo.", .changesAnswer),
        Key(
            "output.cutout.background", \.output.cutout.background, .ground,
            """
            What lies behind a cutout object: `transparent`, a colour such as `#ffffff`, `blur` or `grey` for the photo itself, \
            or a picture's file. With any but `transparent` the PNG is 8-bit sRGB.
            """, .changesAnswer),
        Key(
            "output.cutout.composite", \.output.cutout.composite, .bool,
            "Cut the objects of a photo out together, into one picture, in place of one each.", .changesAnswer),
        Key(
            "output.cutout.labels", \.output.cutout.labels,
            SettingFormat.text("a class's name", example: "person").list(),
            "The labels of the objects that are cut out; empty for all.", .changesAnswer),
        Key(
            "output.cutout.mask", \.output.cutout.mask, .bool,
            "Write the soft mask of each cutout too: a grey PNG of the same size.", .changesAnswer),
        Key(
            "output.pages", \.output.pages, .bool,
            "Write each page that `document` finds as a flat picture of its own.", .changesAnswer),
        Key(
            "output.originals", \.output.originals, SettingFormat.path.or(nil),
            "The folder that a copy of each original goes to; null for none.", .changesAnswer, .shared),
        Key(
            "output.replace", \.output.replace, .bool,
            "Let another model's results replace those in the folder; else that is refused."),
        Key(
            "output.quality", \.output.quality, .integer(1...100, example: 90),
            "The quality of the JPEGs that are written.", .changesAnswer),
        Key(
            "output.confidenceLevels", \.output.confidenceLevels, .confidenceLevels,
            """
            From which confidence on a finding is called very high, high and moderate; what is below is low. Colours go by the \
            second and the third. Another choice counts for records and pictures from the next photo on, and for pages from \
            the next start of the server.
            """),
        Key(
            "output.language", \.output.language, .choice,
            """
            What score sheets (`scores.html`) are written in: English or German. Another choice counts for a sheet from its next \
            change on.
            """),
        Key(
            "after", \.after, .choice,
            "`keep` leaves inputs where they are; `move` puts them into `done` or `failed` with their folders.",
            .byFolder),
        Key(
            "move.folders", \.move.folders, .choice,
            """
            With `after: move`, what lies below `done` and `failed`: the photos' `own` folders, or these below the `month` in which \
            each was taken (`done/2026/05/a.jpg`), by its file's time where no camera says it.
            """, .byFolder),
        Key(
            "move.reasons", \.move.reasons, .bool,
            "With `after: move`, write a text beside each photo in `failed` that says why it is there: `failed/a.jpg.txt`.",
            .byFolder
        ),
    ]

    private static let workKeys: [Key<Settings>] = [
        Key(
            "workers.count", \.workers.count, SettingFormat.integer(1...256, example: 4).or("auto"),
            "Worker processes; `auto` is one for each core."),
        Key(
            "workers.timeout", \.workers.timeout, .duration(.milliseconds(100)...(.seconds(86_400)), example: "60s"),
            "The time that one photo may take."),
        Key(
            "workers.memory", \.workers.memory, .bytes(128 << 20...1 << 40, example: "2GiB"),
            "The memory that one worker may take."),
        Key(
            "workers.recycle", \.workers.recycle, .integer(1...10_000_000, example: 1_000),
            "Photos after which a worker is replaced."),
        Key(
            "workers.grace", \.workers.grace, .duration(.zero...(.seconds(3_600)), example: "10s"),
            "The time that running photos may take to finish when Quiver is stopped."),
        Key(
            "workers.confine", \.workers.confine, .choice,
            "What workers are kept from (network, other files, new programs): as far as this kernel can, `required`, or `off`."
        ),
        Key(
            "workers.scheduling", \.workers.scheduling, .choice,
            """
            How far workers let other programs go first: `normal`; `nice`, about a tenth of another program's share of a busy \
            processor; `idle`, what processor and disk have left.
            """),
        Key(
            "when.hours", \.when.hours, SettingFormat.workHours.or(nil),
            """
            The hours in which photos begin, by the local clock; null for all. Hours over midnight belong to the day on which they \
            begin. A photo that has begun is finished; `quiver resume --now` begins before the time, once.
            """),
        Key(
            "when.load", \.when.load, SettingFormat.number(0...1_024, example: 2).or(nil),
            """
            No photo begins while other programs make a load above this: the average of a minute as `uptime` prints it, without \
            what Quiver's own workers make. It goes on below four fifths of it; null for any load.
            """),
        Key(
            "when.newFirst", \.when.newFirst, .bool,
            """
            Whether photos that come while `watch` runs are processed before those that lay there when it began, and before those \
            that `run` finds for a queue of several hosts.
            """),
        Key(
            "retry.attempts", \.retry.attempts, .integer(1...100, example: 3),
            "How often a photo is tried before it is given up."),
        Key(
            "retry.backoff", \.retry.backoff, .duration(.zero...(.seconds(86_400)), example: "5s"),
            "The wait before the second attempt; it doubles each time."),
        Key(
            "intake.rescan", \.intake.rescan, .duration(.seconds(1)...(.seconds(86_400)), example: "5m"),
            "How often folders are searched for files that no event reported."),
        Key(
            "intake.patience", \.intake.patience, .duration(.zero...(.seconds(86_400)), example: "1m"),
            """
            How long `watch` waits for the end of a truncated file before it processes the file as it is; `run` processes \
            it at once, and again in a later run when it has changed. If a file keeps \
            changing for longer, Quiver reports it; `watch` goes on waiting for it, and `run` leaves it out.
            """),
        Key("intake.followLinks", \.intake.followLinks, .bool, "Follow symbolic links."),
        Key(
            "intake.unread", \.intake.unread, .choice,
            """
            `count` leaves out files that are no pictures, such as films, and says how many of each kind; `record` makes a \
            failed record for each.
            """),
        Key(
            "intake.full", \.intake.full, SettingFormat.integer(1...100_000_000, example: 5_000).or(nil),
            """
            When so many photos wait, senders are told to come back later, until a tenth of them is done: the API answers 429 \
            with a time, and each watched folder has a file `.quiver-full`. What comes all the same is taken; null for no limit.
            """),
    ]

    private static let serveKeys: [Key<Settings>] = [
        Key(
            "serve.uploads.on", \.serve.uploads.isOn, .bool,
            "Take photos that browsers and programs send to `serve`, and put them into a watched folder."),
        Key(
            "serve.uploads.size", \.serve.uploads.size, SettingFormat.bytes(1...1 << 40, example: "50MiB").or(nil),
            "The largest photo that is taken; null for as large as `limits.bytes`."),
        Key(
            "serve.uploads.quota", \.serve.uploads.quota, .bytes(1...1 << 50, example: "50GiB"),
            "The most that photos which were sent and lie in the folder may take together."),
        Key(
            "serve.uploads.folder", \.serve.uploads.folder, SettingFormat.path.or(nil),
            """
            The watched folder that photos are put into; null for the first of `watch`. Another folder counts from the next \
            start of the server.
            """),
    ]

    private static let scoringKeys: [Key<Settings>] = [
        Key(
            "scoring.face", \.scoring.face, SettingFormat.choice.or(nil),
            "The printed face; `auto` is whichever the photo shows, null scores nothing.", .changesAnswer),
        Key(
            "scoring.system", \.scoring.system, .choice,
            "How arrows count: `olympic`, `compound`, `indoor` or `field`.", .changesAnswer),
        Key(
            "scoring.lineRule", \.scoring.lineRule, .choice,
            "Whether a shaft that touches a line counts the `higher` or the `lower` zone.", .changesAnswer),
        Key(
            "scoring.count", \.scoring.count, .choice,
            "What counts as a shot: arrows, holes, or `auto`: holes on cards, arrows elsewhere.", .changesAnswer),
        Key(
            "scoring.arrowsPerEnd", \.scoring.arrowsPerEnd, SettingFormat.integer(1...36, example: 6).or(nil),
            "The arrows of one end, so that more and fewer are noticed; null where ends differ.", .changesAnswer),
        Key(
            "scoring.photosPerEnd", \.scoring.photosPerEnd, .integer(1...36, example: 1),
            "The photos of one end, which follow each other.", .changesAnswer),
        Key(
            "scoring.endsPerRound", \.scoring.endsPerRound, SettingFormat.integer(1...100, example: 6).or(nil),
            "The ends of one round; null for one round a session.", .changesAnswer),
        Key(
            "scoring.round", \.scoring.round, SettingFormat.text("a round's name", example: "wa-70").or(nil),
            """
            The round that each session is shot as: one of `quiver score round --list`, or one of your own (`rounds`); \
            it says its face and the arrows of an end.
            """, .changesAnswer),
        Key(
            "scoring.folders", \.scoring.folders, SettingFormat.folderPattern.or(nil),
            "What the names of the photos' folders say, from the last: `{date}`, `{archer}`, `*` for neither.",
            .changesAnswer),
        Key(
            "scoring.shaft", \.scoring.shaft, .millimetresOrZero(ScoringSettings.shaftDiameters, example: "5.5mm"),
            "The diameter of the arrows' shafts; with 0 an arrow counts by its middle alone, and on a line the higher zone.",
            .changesAnswer),
        Key(
            "scoring.model", \.scoring.model, .path,
            "The model that sees the arrows of a face; by default the one that comes with Quiver.", .single, .byFolder),
        Key(
            "scoring.holeModel", \.scoring.holeModel, .path,
            "The model that sees the holes of a card; by default the one that comes with Quiver.", .single, .byFolder),
        Key(
            "scoring.confidence", \.scoring.confidence, .fraction(example: 0.35),
            "Arrows and holes below this score are dropped, unless an end is known to have more arrows.",
            .changesAnswer),
        Key(
            "rounds", \.rounds, of: Round.keys,
            example: #"{ "name": "Club 36", "face": "wa-80", "ends": 6, "arrowsPerEnd": 6 }"#,
            "Rounds of your own, for `scoring.round` and for sessions on the page."),
    ]

    private static let logKeys: [Key<Settings>] = [
        Key(
            "sequences", \.sequences, of: SequenceQuery.keys, example: #"{ "label": "cup" }"#,
            """
            What is looked for in photos that follow each other while `run` or `watch` works: an event says when it was seen in \
            enough of them.
            """),
        Key(
            "hooks", \.hooks, of: Hook.keys,
            example: #"{ "name": "archive", "program": "/usr/local/bin/archive" }"#,
            "Who is told of photos, sessions and runs: a program, an address or readers of mail."),
        Key(
            "log.path", \.log.path, SettingFormat.logPath.or(nil),
            "The file that a log of each photo is added to, `-` for standard error; null for none."),
        Key("log.format", \.log.format, .choice, "Lines to read, or one JSON object a line."),
        Key(
            "metrics.listen", \.metrics.listen, SettingFormat.metricsAddress.or(nil),
            """
            Where `run`, `watch` and `work` tell their numbers and their health, as `/metrics` and `/health/…` without a token: a \
            port, or a Unix socket; null for nowhere but the page.
            """),
        Key(
            "cache", \.cache, SettingFormat.path.or(nil),
            "The folder of compiled models; by default `quiver` in the user's cache folder, null where there is none."),
    ]
}

extension Settings.Watch {
    static let keys: [Key<Settings.Watch>] = [
        Key("path", \.path, .path, "The folder.", .required),
        Key(
            "name", \.name, SettingFormat.rootName.or(nil),
            """
            What all hosts of a queue in PostgreSQL call the folder, so that each may have it at another path: letters, digits, \
            `-`, `_` and `.`; null for its path.
            """, .single),
        Key("recursive", \.recursive, .bool, "Take the folders inside it too."),
        Key(
            "settle", \.settle, .duration(.zero...(.seconds(86_400)), example: "2s"),
            "How long a file must rest before it counts as whole."),
        Key(
            "ignore", \.ignore, SettingFormat.text("a pattern of names", example: "*.bak").list(),
            "Patterns of names to leave alone, beside temporary and hidden files."),
        Key(
            "priority", \.priority, .integer(Settings.Watch.priorities, example: -1),
            """
            Photos of folders with smaller numbers are processed first, as with `nice`. Another number counts for photos that are \
            taken in from then on; `quiver jobs prioritize` changes those that wait.
            """),
        Key(
            "hooks", \.hooks, SettingFormat.hookName.list().or(nil),
            "Which of the `hooks` that are told of photos are told of the folder's, by name; null for all, [] for none."
        ),
    ]
}
