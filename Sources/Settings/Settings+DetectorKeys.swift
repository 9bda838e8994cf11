/// The table of a detector's keys.
extension Settings.Detector {
    static let keys: [Key<Settings.Detector>] =
        [modelKeys, answerKeys, inputKeys, textKeys, placeKeys].flatMap { $0 }

    private static let modelKeys: [Key<Settings.Detector>] = [
        Key(
            "name", \.name, .text("a name", example: "arrows"),
            "Tells detectors apart; where it is left out, `targets` for `detect` and the task's own word for every other task.",
            .single),
        Key("task", \.task, .choice, "What it looks for.", .changesAnswer),
        Key(
            "model", \.model, SettingFormat.path.or(nil),
            "The model's file (ONNX, OpenVINO IR or TFLite), or its name in `quiver model list`; by default the task's own.",
            .single),
        Key(
            "confidence", \.confidence, SettingFormat.fraction(example: 0.35).or(nil),
            "Detections below this score are dropped; null for the task's own, as `faces`, `hands`, `pose`, `people`, `subject`, `text` and `document` have by default.",
            .changesAnswer),
        Key(
            "landmarks", \.landmarks, SettingFormat.path.or(nil),
            "The second model of `hands`, `pose` and, for a mesh, `faces`; by default MediaPipe's.", .single),
        Key(
            "presence", \.presence, .fraction(example: 0.5), "The score that the second model's answer must be over.",
            .changesAnswer),
        Key(
            "maximum", \.maximum, .autoOr(.integer(1...100, example: 4)),
            "At most so many are followed by the second model; `auto` for 2 hands, 4 meshes, and all people.",
            .changesAnswer),
        Key(
            "crowd", \.crowd, .integer(1...10_000, example: 4),
            """
            Over so many faces or people a photo is crowded: `faces`, `pose` and `people` count them in `crowded`, and one \
            mask of all stands for those of each person of `pose`.
            """, .changesAnswer),
        Key(
            "faces", \.faces, SettingFormat.path.or(nil),
            "The model of the faces by which `pose` and `people` look at small people from near; by default MediaPipe's.",
            .single),
        Key(
            "segmenter", \.segmenter, SettingFormat.path.or(nil),
            "The model of the one mask of a crowd (`pose` with `mask`); by default `selfie_segmentation`.", .single),
        Key(
            "words", \.words, SettingFormat.path.or(nil),
            "The text half of the CLIP pair whose other half is the model of `embed`, for `quiver alike --words`; its vocabulary lies beside it. Photos are not processed again for another one.",
            .single),
        Key("mask", \.mask, .bool, "Whether people of `pose` get a mask.", .changesAnswer),
        Key("mesh", \.mesh, .bool, "Whether faces get a mesh of 468 points.", .changesAnswer),
    ]

    private static let answerKeys: [Key<Settings.Detector>] = [
        Key(
            "iou", \.iou, .fraction(example: 0.5), "Of two boxes that overlap more than this, the weaker is dropped.",
            .changesAnswer),
        Key(
            "classes", \.classes, SettingFormat.className.list(),
            "The classes to keep, by name or number; empty for all.",
            .changesAnswer),
        Key(
            "rename", \.rename,
            SettingFormat.text("a class's name", example: "motorcycle").or(nil).map(of: "the model's class names"),
            """
            Other names for the model's classes, by name or number: several may get one name and are one class then; null leaves a \
            class out. `classes` and `thresholds` go by the model's own names, and all else by the new ones.
            """, .changesAnswer),
        Key(
            "thresholds", \.thresholds, SettingFormat.fraction(example: 0.5).map(of: "class names"),
            "Scores that replace `confidence` for single classes.", .changesAnswer),
        Key(
            "ignore", \.ignore, SettingFormat.ignoredPlace.list(),
            """
            Places where a class is no object: objects with `class`, `box` (left, top, width, height as shares of the upright photo's \
            sides), `overlap` (at least so much, by default 0.7), and where wanted `folder` or `camera`. `quiver evaluate` and \
            `quiver find --repeated` print them.
            """, .changesAnswer),
        Key(
            "layout", \.layout, .choice,
            "How the model's output is laid out; `auto` decides by shape and metadata and never guesses. The others are `yolov8`, `yolov5`, `yolo-class-id`, `end-to-end` and `rt-detr`, for `subject` `u2net`, `is-net`, `birefnet` and `modnet`, and for `embed` `vector` and `penultimate`.",
            .changesAnswer),
        Key(
            "labels", \.labels, SettingFormat.text("a class's name", example: "arrow").list(),
            "Class names in the model's order, where it carries none.", .changesAnswer),
        Key(
            "engine", \.engine, .choice, "The library that runs the model: `openvino`; `auto` is the first that can.",
            .changesAnswer),
        Key(
            "device", \.device, .text("a device", example: "cpu"),
            "What the model runs on; `auto` is the processor (`CPU`). `quiver doctor` lists the others, such as `GPU.0` or `NPU`.",
            .changesAnswer),
        Key(
            "precision", \.precision, .choice,
            "The numbers it computes with: `fp32`, `fp16`, `bf16`, `int8`; `auto` is `bf16` where the processor's unit for it gains and else `fp32`, which `quiver doctor` measures, and `fp32` for MediaPipe's models and PP-OCR. A model of 8-bit integers (`quiver model quantize`) keeps them in each; the setting is then for its other layers.",
            .changesAnswer),
        Key("threads", \.threads, .integer(1...256, example: 1), "Threads of each worker's engine."),
        Key("agnostic", \.agnostic, .bool, "Let boxes of different classes suppress each other.", .changesAnswer),
        Key(
            "maxDetections", \.maxDetections, .integer(1...30_000, example: 300),
            "The most detections of one photo; by default 3,000 for `text` and `extract`.",
            .changesAnswer),
        Key(
            "centermost", \.centermost, .bool,
            "Keep only the finding whose middle is nearest to that of the photo, or of the finding that it runs on (`on`).",
            .changesAnswer),
    ]

    private static let inputKeys: [Key<Settings.Detector>] = [
        Key(
            "size", \.size, SettingFormat.inputSize.or(nil),
            "Its own `letterbox.size`, which a model with a fixed size must have; null for the common one.",
            .changesAnswer),
        Key(
            "fit", \.fit, SettingFormat.choice.or(nil),
            "Its own `letterbox.fit`; null for the common one. Classifiers ask for a square from the middle.",
            .changesAnswer),
        Key(
            "resample", \.resample, SettingFormat.choice.or(nil),
            "Its own `letterbox.resample`; null for the common one, and for `smooth` in classifiers and `subject`.",
            .changesAnswer),
        Key(
            "mean", \.mean, SettingFormat.number(-10...10, example: 0.485).list(),
            "What is subtracted from red, green and blue (0 to 1) before the model sees them; empty: as its file says.",
            .changesAnswer),
        Key(
            "std", \.deviation, SettingFormat.number(0.000_001...1000, example: 0.229).list(),
            "What they are divided by after that; empty: as the model's file says.", .changesAnswer),
        Key(
            "tiles.size", \.tiles, .tiles(64...10_000, example: 1280),
            """
            The side of overlapping tiles that it looks at one by one, in pixels of the photo; null for all at once. `auto` is \
            that as well, but `faces`, `pose` and `people` with MediaPipe's models look from near where small faces show.
            """,
            .changesAnswer),
        Key(
            "tiles.overlap", \.overlap, .number(0...0.9, example: 0.2),
            "The share of a tile's side that it shares with the next one.", .changesAnswer),
        Key(
            "without", \.without, SettingFormat.text("a detector's name", example: "hands").or(nil),
            "The detector of hands whose hulls are cut out of the masks of this one (`segment`, `subject`, `people`, `pose` with `mask`); null for none.",
            .changesAnswer),
        Key(
            "handMargin", \.handMargin, .number(0...1, example: 0.08),
            "How far the hulls of `without` are grown on all sides, as a share of a hand's longer side: keypoints lie inside fingers.",
            .changesAnswer),
        Key(
            "symbologies", \.symbologies, SettingFormat.symbology.list(),
            "The kinds of codes that `barcodes` looks for; empty for all.", .changesAnswer),
    ]

    private static let textKeys: [Key<Settings.Detector>] = [
        Key(
            "enhance", \.enhance, .choice,
            "What is done to a rectified page: `shadows` evens out its light, `blackAndWhite` makes it black and white, `none` leaves it.",
            .changesAnswer),
        Key(
            "text.engine", \.text.engine, .choice,
            "What reads text: `tesseract` for pages, `paddleocr` for signs and labels, `auto` by what the photo shows; `layer` reads no picture and takes the text of PDFs alone.",
            .changesAnswer),
        Key(
            "text.layer", \.text.layer, .bool,
            "Whether the text that a page of a PDF carries is taken where it is sound, and its picture not read.",
            .changesAnswer),
        Key(
            "text.languages", \.text.languages,
            SettingFormat.text("a language's code", example: "deu").list(atLeast: 1),
            """
            Tesseract's languages; each needs its Debian package, such as tesseract-ocr-deu. `["auto"]` is every installed \
            one of the script that the page shows; `quiver doctor` lists them.
            """, .changesAnswer),
        Key(
            "text.correction", \.text.correction, .bool,
            """
            Whether Tesseract prefers words of its languages' dictionaries; `false` reads codes, serial and part numbers \
            letter by letter. PaddleOCR knows no dictionary.
            """, .changesAnswer),
        Key(
            "text.level", \.text.level, .choice,
            "`accurate` reads turned pages and looks twice at doubtful lines, `fast` does not.", .changesAnswer),
        Key(
            "text.candidates", \.text.candidates, .integer(0...10, example: 3), "Other readings of each line.",
            .changesAnswer),
        Key(
            "text.height", \.text.height, .fraction(example: 0.01),
            "Text that is lower than this share of the photo's height is left out.", .changesAnswer),
        Key(
            "text.words", \.text.words, SettingFormat.text("a word", example: "Quiver").list(),
            "Words to expect, such as names: a doubtful word that is nearly one of them becomes it.", .changesAnswer),
        Key(
            "text.contents", \.text.contents, SettingFormat.choice.list(),
            """
            Kinds of data that are looked for alone: `email`, `phone`, `url`, `date`, `money`, `address`, `trackingNumber`. \
            `text` then keeps the lines that hold one, `extract` nothing but these; empty for everything.
            """, .changesAnswer),
        Key(
            "text.recognizer", \.text.recognizer, SettingFormat.path.or(nil),
            "PaddleOCR's model that reads lines; by default PP-OCRv6's.", .single),
        Key(
            "text.orienter", \.text.orienter, SettingFormat.path.or(nil),
            "PaddleOCR's model that detects upside-down lines; by default PP-OCR's.", .single),
        Key(
            "text.country", \.text.country, SettingFormat.text("a country's two letters", example: "DE").or(nil),
            "The country whose telephone numbers and amounts `extract` finds without a prefix; null for none.",
            .changesAnswer),
        Key(
            "text.dates", \.text.dates, SettingFormat.choice.or("auto"),
            "How `extract` reads 3/4/2026: `monthFirst` as 4 March, `dayFirst` as 3 April; `auto` follows the country.",
            .changesAnswer),
    ]

    private static let placeKeys: [Key<Settings.Detector>] = [
        Key(
            "area", \.area, SettingFormat.fraction(example: 0.25).list(),
            "The part of the photo to look at: left, top, width, height as shares of its sides; empty for all of it.",
            .changesAnswer),
        Key(
            "on.detector", \.on.detector, SettingFormat.text("a detector's name", example: "people").or(nil),
            "The detector on whose findings it runs, each cut out of the photo; null for the whole photo.",
            .changesAnswer),
        Key(
            "on.labels", \.on.labels, SettingFormat.text("a class's name", example: "person").list(),
            "The labels of the findings it runs on; empty for all.", .changesAnswer),
        Key(
            "on.margin", \.on.margin, .number(0...10, example: 0.1),
            "How much of a finding's own sides is added around it.", .changesAnswer),
        Key(
            "on.otherwise", \.on.otherwise, SettingFormat.choice.or("auto"),
            "Where it looks if the other detector finds nothing: `photo` or `nothing`; `auto` is `photo` for `text` and `barcodes` on a `document`.",
            .changesAnswer),
    ]
}
