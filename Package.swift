// swift-tools-version: 6.1
import PackageDescription

let package = Package(
    name: "quiver",
    products: [.executable(name: "quiver", targets: ["quiver"])],
    dependencies: [
        .package(url: "https://github.com/apple/swift-algorithms", from: "1.2.1"),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/apple/swift-collections", from: "1.6.0"),
        .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2"),
        .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
        .package(url: "https://github.com/apple/swift-system", from: "1.8.1"),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
        // Without its defaults: this program has its own settings.
        .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1", traits: []),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
        .package(url: "https://github.com/apple/swift-nio-ssl", from: "2.37.6"),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
    ],
    targets: [
        // C libraries: fixed-arity functions over variadic or dynamically loaded ones, nothing else.
        // libvips's own pkg-config file has flags of OpenEXR's that the package manager warns of; its headers only need
        // those of GObject, and its module map names the libraries.
        .systemLibrary(name: "CVips", pkgConfig: "gobject-2.0", providers: [.apt(["libvips-dev"])]),
        .target(name: "COpenVINO"),
        // Text of pages, by Tesseract, and codes, by ZXing: functions of plain C over what both have.
        .target(name: "CTesseract"),
        .target(name: "CZXing", linkerSettings: [.linkedLibrary("ZXing")]),
        // Vector instructions that Swift has no name for.
        .target(name: "CVectors"),
        // The kernel's walls around a process: system calls that have no function of their own.
        .target(name: "CSandbox"),
        // Opening below a folder, and renaming without replacing.
        .target(name: "CFileSystem"),

        // Folders that are held open, and files that are reached from them and never through a link.
        .target(
            name: "SystemValues",
            dependencies: ["CFileSystem", "CSockets", .product(name: "SystemPackage", package: "swift-system")]),
        // Sockets that carry open files beside bytes.
        .target(name: "CSockets"),
        // Starting a process, and a descriptor that tells its end.
        .target(name: "CProcess"),

        // Values that every room may speak of: no C, no files.
        .target(name: "Findings"),
        // JSON with the order of keys and the place of each error.
        .target(name: "JSONTree"),

        // The rooms, in the order of a photo's way.
        .target(
            name: "Settings",
            dependencies: [
                "Findings", "JSONTree", "Scoring", "SystemValues",
                .product(name: "SystemPackage", package: "swift-system"),
            ]),
        .target(
            name: "Intake",
            dependencies: [
                "Findings", "SystemValues",
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "HeapModule", package: "swift-collections"),
                .product(name: "SystemPackage", package: "swift-system"),
            ]),
        .target(
            name: "JobQueue", dependencies: ["Findings", .product(name: "Algorithms", package: "swift-algorithms")]),
        .target(
            name: "JobQueueSQLite",
            dependencies: [
                "Findings", "JobQueue", "SystemValues", .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "GRDBSQLite", package: "GRDB.swift"),
                .product(name: "SystemPackage", package: "swift-system"),
            ]),
        .target(name: "JobQueueTesting", dependencies: ["Findings", "JobQueue"]),
        .target(
            name: "Imaging",
            dependencies: ["CVectors", "CVips", "Findings", .product(name: "SystemPackage", package: "swift-system")]),
        // What a model's file says of itself: no engine.
        .target(name: "ModelFiles", dependencies: ["Findings", .product(name: "Crypto", package: "swift-crypto")]),
        // Running models: what every engine does. The engines have targets of their own.
        .target(
            name: "Inference",
            dependencies: ["Findings", "ModelFiles", .product(name: "Crypto", package: "swift-crypto")]),
        .target(
            name: "InferenceOpenVINO",
            dependencies: [
                "COpenVINO", "Findings", "Inference", "ModelFiles", .product(name: "Crypto", package: "swift-crypto"),
            ]),
        .target(name: "Detection", dependencies: ["Findings", "Inference", "ModelFiles", "SystemValues"]),
        // What is read: lines of text, codes, pages, and what lines make together.
        .target(name: "TextReading", dependencies: ["CTesseract", "Findings", "Inference", "ModelFiles"]),
        .target(name: "Codes", dependencies: ["CZXing", "Findings"]),
        .target(name: "Pages", dependencies: ["Findings"]),
        .target(name: "PDF", dependencies: ["Findings"]),
        .target(name: "TextLayout", dependencies: ["Findings"]),
        // Target faces, lines, ends, groups: values only.
        .target(
            name: "Scoring", dependencies: ["Findings", .product(name: "Algorithms", package: "swift-algorithms")]),
        // What a worker gives up before it opens the first photo.
        .target(
            name: "Confinement",
            dependencies: [
                "CSandbox", "Findings", "SystemValues", .product(name: "SystemPackage", package: "swift-system"),
            ]),
        // From pixels to the map between a photo and a face's plane: computation only.
        .target(name: "Registration", dependencies: ["Findings", "Scoring"]),
        // Reads a target: registers its faces, looks for impacts on each, scores them.
        .target(name: "Targets", dependencies: ["Detection", "Findings", "Inference", "Registration", "Scoring"]),
        .target(
            name: "Results",
            dependencies: [
                "Findings", "JSONTree", "ReviewBook", "Scoring", "SystemValues",
                .product(name: "SystemPackage", package: "swift-system"),
            ]),
        // Sessions, ends and arrows with people's corrections; the book's rules, and the book on SQLite.
        .target(name: "ScoreBook", dependencies: ["Findings", "Scoring"]),
        .target(
            name: "ScoreBookSQLite",
            dependencies: [
                "Findings", "JobQueueSQLite", "ScoreBook", "Scoring",
                .product(name: "GRDB", package: "GRDB.swift"),
            ]),
        // What people said of findings that are no scores: the values and their rules, and the book on SQLite.
        .target(name: "ReviewBook", dependencies: ["Findings"]),
        .target(
            name: "ReviewBookSQLite",
            dependencies: ["JobQueueSQLite", "ReviewBook", .product(name: "GRDB", package: "GRDB.swift")]),
        // Jobs, scores and reviews beside each other: what one transaction changes, and where it is stored.
        .target(name: "QueueStorage", dependencies: ["JobQueue", "ReviewBook", "ScoreBook"]),
        .target(
            name: "QueueStorageSQLite",
            dependencies: [
                "JobQueue", "JobQueueSQLite", "QueueStorage", "ReviewBook", "ReviewBookSQLite", "ScoreBook",
                "ScoreBookSQLite",
                "SystemValues",
                .product(name: "SystemPackage", package: "swift-system"),
            ]),
        // What was seen again and again in photos that follow each other: values only.
        .target(name: "Sequences", dependencies: ["Findings"]),
        // Everything that was read in a folder of results, searchable.
        .target(name: "TextIndex", dependencies: ["Findings", .product(name: "GRDB", package: "GRDB.swift")]),
        // What a coach reads: pages and tables of a session, as text.
        .target(
            name: "Reports",
            dependencies: [
                "Findings", "JSONTree", "Results", "Scoring",
                .product(name: "Algorithms", package: "swift-algorithms"),
            ]),
        // What supervisor and worker say to each other, as values.
        .target(
            name: "WorkerProtocol",
            dependencies: [
                "Confinement", "Findings", "ModelFiles", "Results", "Scoring", "Settings", "SystemValues",
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "SystemPackage", package: "swift-system"),
            ]),
        // A photo's steps. Nothing else decodes photos or loads engines.
        .target(
            name: "Worker",
            dependencies: [
                "Codes", "Confinement", "Detection", "Findings", "Imaging", "Inference", "InferenceOpenVINO",
                "ModelFiles", "Pages", "Results", "Scoring", "Settings", "SystemValues", "Targets", "TextLayout",
                "TextReading", "WorkerProtocol",
                .product(name: "SystemPackage", package: "swift-system"),
            ]),
        // What a running supervisor is asked, what it answers, and what happens in it, for whoever listens.
        .target(
            name: "Control",
            dependencies: [
                "Findings", "JSONTree", "Results", "ReviewBook", "ScoreBook", "Scoring", "SystemValues",
                .product(name: "SystemPackage", package: "swift-system"),
            ]),
        // Feeds workers, publishes what they answer. It knows neither Imaging nor Inference: only a worker can decode.
        .target(
            name: "Supervisor",
            dependencies: [
                "CProcess", "CSockets", "Confinement", "Control", "Findings", "Intake", "JSONTree", "JobQueue",
                "QueueStorage",
                "QueueStorageSQLite", "Results", "ReviewBook", "ScoreBook", "Scoring", "Settings", "SystemValues",
                "WorkerProtocol",
                .product(name: "Logging", package: "swift-log"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
                .product(name: "SystemPackage", package: "swift-system"),
            ]),
        // The web page that corrects, and the HTTP API under it.
        .target(
            name: "Review",
            dependencies: [
                "Control", "Findings", "JSONTree", "JobQueue", "QueueStorage", "Reports", "Results", "ReviewBook",
                "ScoreBook", "Scoring", "Settings", "Supervisor", "SystemValues",
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "HummingbirdCore", package: "hummingbird"),
                .product(name: "HummingbirdTLS", package: "hummingbird"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOSSL", package: "swift-nio-ssl"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
                .product(name: "SystemPackage", package: "swift-system"),
            ],
            resources: [.embedInCode("API/schemas.json"), .embedInCode("Site")]),
        .executableTarget(
            name: "quiver",
            dependencies: [
                "Control", "Detection", "Findings", "JSONTree", "JobQueue", "PDF", "Pages", "Reports", "Results",
                "Review", "Sequences",
                "ReviewBook",
                "ScoreBook", "Scoring", "Settings", "Supervisor", "SystemValues", "TextIndex", "Worker",
                "WorkerProtocol",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
                .product(name: "SystemPackage", package: "swift-system"),
            ],
            plugins: ["CommitPlugin"]),
        // What `quiver --version` prints: the commit, read from git before each build.
        .plugin(
            name: "CommitPlugin", capability: .buildTool(), path: "Sources/CommitPlugin", exclude: ["commit.sh"]),

        // For those who work on Quiver: measures single rooms; `scripts/bench` calls it.
        .executableTarget(
            name: "quiver-bench",
            dependencies: [
                "Imaging", "Inference", "InferenceOpenVINO", "Detection", "JobQueue", "JobQueueSQLite", "Findings",
                "ModelFiles", "Registration", "Scoring",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            path: "Sources/QuiverBench"),

        // For those who work on Quiver: files through single rooms, under valgrind or libFuzzer; `scripts/fuzz` calls it.
        .executableTarget(
            name: "quiver-fuzz",
            dependencies: [
                "CVips", "Findings", "Imaging", "Intake", "JSONTree", "ModelFiles", "Results",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "SystemPackage", package: "swift-system"),
            ],
            path: "Sources/QuiverFuzz"),

        // Tests mirror the rooms, file for file.
        .target(name: "TestSupport", path: "Tests/TestSupport"),
        .testTarget(
            name: "SystemValuesTests",
            dependencies: [
                "CFileSystem", "SystemValues", "TestSupport",
                .product(name: "SystemPackage", package: "swift-system"),
            ]),
        .testTarget(name: "FindingsTests", dependencies: ["Findings", "TestSupport"]),
        .testTarget(name: "SequencesTests", dependencies: ["Findings", "Sequences"]),
        .testTarget(
            name: "TextReadingTests",
            dependencies: [
                "Findings", "Imaging", "Inference", "InferenceOpenVINO", "ModelFiles", "TestSupport", "TextReading",
                .product(name: "SystemPackage", package: "swift-system"),
            ]),
        .testTarget(
            name: "CodesTests",
            dependencies: [
                "Codes", "Findings", "Imaging", "TestSupport",
                .product(name: "SystemPackage", package: "swift-system"),
            ]),
        .testTarget(
            name: "PagesTests",
            dependencies: [
                "Findings", "Imaging", "Pages", "TestSupport",
                .product(name: "SystemPackage", package: "swift-system"),
            ], exclude: ["Fixtures"]),
        .testTarget(
            name: "TextLayoutTests", dependencies: ["Findings", "TextLayout"],
            resources: [.copy("Strings"), .copy("Receipts")]),
        .testTarget(name: "PDFTests", dependencies: ["Findings", "PDF", "TestSupport"]),
        .testTarget(name: "TextIndexTests", dependencies: ["Findings", "TextIndex"]),
        .testTarget(name: "JSONTreeTests", dependencies: ["JSONTree"]),
        .testTarget(
            name: "SettingsTests",
            dependencies: [
                "Settings", "Findings", "JSONTree", "TestSupport",
                .product(name: "SystemPackage", package: "swift-system"),
            ]),
        .testTarget(
            name: "IntakeTests",
            dependencies: [
                "Intake", "SystemValues", "TestSupport", .product(name: "SystemPackage", package: "swift-system"),
            ]),
        .testTarget(name: "JobQueueTests", dependencies: ["JobQueue", "JobQueueTesting", "TestSupport"]),
        .testTarget(
            name: "JobQueueSQLiteTests",
            dependencies: [
                "JobQueue", "JobQueueSQLite", "JobQueueTesting", "TestSupport",
                .product(name: "GRDB", package: "GRDB.swift"),
            ]),
        // A confinement is for ever, so each is tried in a process of its own.
        .executableTarget(
            name: "confinement-probe",
            dependencies: ["Confinement", .product(name: "SystemPackage", package: "swift-system")],
            path: "Tests/ConfinementProbe"),
        .testTarget(
            name: "ConfinementTests",
            dependencies: [
                "Confinement", "TestSupport", "confinement-probe",
                .product(name: "SystemPackage", package: "swift-system"),
            ]),
        .testTarget(
            name: "ImagingTests",
            dependencies: [
                "Imaging", "CVips", "Findings", "TestSupport",
                .product(name: "SystemPackage", package: "swift-system"),
            ]),
        .testTarget(name: "ModelFilesTests", dependencies: ["ModelFiles", "TestSupport"]),
        .testTarget(
            name: "InferenceTests", dependencies: ["Inference", "InferenceOpenVINO", "ModelFiles", "TestSupport"]),
        .testTarget(
            name: "DetectionTests", dependencies: ["Detection", "InferenceOpenVINO", "ModelFiles", "TestSupport"]),
        .testTarget(name: "ScoringTests", dependencies: ["Scoring", "Findings", "TestSupport"]),
        .testTarget(
            name: "ScoreBookTests",
            dependencies: [
                "Findings", "JobQueue", "JobQueueSQLite", "QueueStorage", "QueueStorageSQLite", "ScoreBook",
                "ScoreBookSQLite", "Scoring", "TestSupport", .product(name: "GRDB", package: "GRDB.swift"),
            ]),
        .testTarget(
            name: "QueueStorageSQLiteTests",
            dependencies: [
                "JobQueue", "QueueStorage", "QueueStorageSQLite", "TestSupport",
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "SystemPackage", package: "swift-system"),
            ]),
        .testTarget(
            name: "ReviewBookTests",
            dependencies: ["Findings", "JobQueue", "QueueStorage", "QueueStorageSQLite", "ReviewBook", "TestSupport"]),
        .testTarget(name: "QueueStorageTests", dependencies: ["JobQueue", "QueueStorage", "ScoreBook", "Scoring"]),
        .testTarget(name: "RegistrationTests", dependencies: ["Registration", "Findings", "Scoring", "TestSupport"]),
        .testTarget(
            name: "TargetsTests",
            dependencies: [
                "Targets", "Detection", "Findings", "Inference", "ModelFiles", "Scoring", "TestSupport",
            ]),
        .testTarget(
            name: "ReportsTests",
            dependencies: [
                "Reports", "Findings", "JSONTree", "Scoring", "TestSupport",
                .product(name: "SystemPackage", package: "swift-system"),
            ]),
        .testTarget(
            name: "ResultsTests",
            dependencies: [
                "Results", "Findings", "JSONTree", "ReviewBook", "TestSupport",
                .product(name: "SystemPackage", package: "swift-system"),
            ]),
        .testTarget(
            name: "ControlTests",
            dependencies: [
                "Control", "Findings", "JSONTree", "ReviewBook", "ScoreBook", "Scoring", "SystemValues", "TestSupport",
                .product(name: "SystemPackage", package: "swift-system"),
            ]),
        // The server as browsers and attackers meet it.
        .testTarget(
            name: "ReviewTests",
            dependencies: [
                "Findings", "JSONTree", "JobQueue", "QueueStorageSQLite", "Review", "TestSupport", "quiver",
                .product(name: "NIOCore", package: "swift-nio"),
            ]),
        // The examples of the catalogue, which compile, and its links.
        .testTarget(
            name: "DocumentationTests",
            dependencies: [
                "Detection", "Findings", "JobQueue", "JobQueueTesting", "QueueStorage", "Results", "Scoring",
                "TestSupport", .product(name: "SystemPackage", package: "swift-system"),
            ]),
        .testTarget(
            name: "PipelineTests",
            dependencies: [
                "Control", "Findings", "Imaging", "Intake", "JobQueue", "QueueStorage", "Results", "ReviewBook",
                "Sequences", "Settings", "Supervisor", "SystemValues", "TestSupport", "Worker", "WorkerProtocol",
                "quiver",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "SystemPackage", package: "swift-system"),
            ],
            exclude: ["Fixtures"]),
    ],
    swiftLanguageModes: [.v6],
    cxxLanguageStandard: .cxx17
)
