// swift-tools-version: 6.1
import PackageDescription

let package = Package(
    name: "quiver",
    products: [.executable(name: "quiver", targets: ["quiver"])],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", exact: "1.8.2"),
        .package(url: "https://github.com/apple/swift-collections", exact: "1.6.0"),
        .package(url: "https://github.com/apple/swift-http-types", exact: "1.8.0"),
        .package(url: "https://github.com/apple/swift-log", exact: "1.16.2"),
        .package(url: "https://github.com/apple/swift-metrics", exact: "2.13.0"),
        .package(url: "https://github.com/apple/swift-system", exact: "1.8.1"),
        .package(url: "https://github.com/groue/GRDB.swift", exact: "7.10.0"),
        // Without its defaults: this program has its own settings.
        .package(url: "https://github.com/hummingbird-project/hummingbird", exact: "2.28.1", traits: []),
        .package(url: "https://github.com/apple/swift-nio", exact: "2.101.2"),
        .package(url: "https://github.com/apple/swift-nio-ssl", exact: "2.37.6"),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", exact: "2.13.0"),
    ],
    targets: [
        // C libraries: fixed-arity functions over variadic, loaded or C++ ones, nothing else.
        // libvips's own pkg-config file has flags of OpenEXR's that the package manager warns of; its headers only need
        // those of GObject, and its module map names the libraries.
        .systemLibrary(name: "CVips", pkgConfig: "gobject-2.0", providers: [.apt(["libvips-dev"])]),
        .systemLibrary(name: "CPostgreSQL", pkgConfig: "libpq", providers: [.apt(["libpq-dev"])]),
        .systemLibrary(name: "CCurl", pkgConfig: "libcurl", providers: [.apt(["libcurl4-openssl-dev"])]),
        .target(name: "COpenVINO"),
        .target(name: "CPoppler"),
        .target(name: "CTesseract"),
        .target(name: "CZXing", linkerSettings: [.linkedLibrary("ZXing")]),
        // Vector instructions that Swift has no name for.
        .target(name: "CVectors"),
        // System calls that Swift cannot make: opening below a folder, sockets that carry files, processes, the sandbox.
        .target(name: "CLinux"),
        // SHA-256 by the system's libcrypto.
        .target(name: "COpenSSL", linkerSettings: [.linkedLibrary("crypto")]),

        // Modules in the order of a photo's way. The README of each says what it is, and what it may import and touch.
        .target(
            name: "SystemValues",
            dependencies: [
                "CLinux", "COpenSSL",
                .product(name: "SystemPackage", package: "swift-system"),
            ]),
        .target(name: "JSONTree"),
        .target(name: "Findings", dependencies: ["JSONTree"]),
        .target(name: "Geometry", dependencies: ["CVectors", "Findings"]),
        .target(name: "Evaluation", dependencies: ["Findings", "Geometry", "JSONTree"]),
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
                .product(name: "HeapModule", package: "swift-collections"),
                .product(name: "SystemPackage", package: "swift-system"),
            ]),
        .target(name: "Storage", dependencies: ["Findings", "Geometry", "Scoring", "SystemValues"]),
        .target(name: "Query", dependencies: ["Findings", "Storage"]),
        .target(name: "StorageSQL", dependencies: ["Scoring", "Storage", "SystemValues"]),
        .target(
            name: "StoragePostgres",
            dependencies: [
                "CPostgreSQL", "Findings", "Scoring", "Storage", "StorageSQL", "SystemValues",
                .product(name: "SystemPackage", package: "swift-system"),
            ]),
        .target(
            name: "StorageSQLite",
            dependencies: [
                "Findings", "Storage", "StorageSQL", "SystemValues",
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "GRDBSQLite", package: "GRDB.swift"),
                .product(name: "SystemPackage", package: "swift-system"),
            ]),
        .target(name: "StorageTesting", dependencies: ["Scoring", "Storage", "SystemValues"]),
        .target(name: "ModelFiles", dependencies: ["Findings", "JSONTree", "SystemValues"]),
        .target(name: "Inference", dependencies: ["Findings", "ModelFiles", "SystemValues"]),
        .target(
            name: "InferenceOpenVINO",
            dependencies: [
                "COpenVINO", "Findings", "Inference", "ModelFiles", "SystemValues",
                .product(name: "SystemPackage", package: "swift-system"),
            ]),
        .target(
            name: "Imaging",
            dependencies: [
                "CPoppler", "CVectors", "CVips", "Findings", "SystemValues",
                .product(name: "SystemPackage", package: "swift-system"),
            ]),
        .target(name: "Detection", dependencies: ["Findings", "Inference", "ModelFiles", "SystemValues"]),
        .target(
            name: "Reading",
            dependencies: [
                "CTesseract", "CZXing", "Findings", "Geometry", "Inference", "ModelFiles",
            ]),
        .target(name: "TextLayout", dependencies: ["Findings"]),
        .target(name: "Scoring", dependencies: ["Findings", "Geometry"]),
        .target(name: "Registration", dependencies: ["Findings", "Scoring"]),
        .target(
            name: "Targets",
            dependencies: [
                "Detection", "Findings", "Inference", "ModelFiles", "Registration", "Scoring",
            ]),
        .target(
            name: "Confinement",
            dependencies: [
                "CLinux", "Findings", "SystemValues",
                .product(name: "SystemPackage", package: "swift-system"),
            ]),
        .target(
            name: "Results",
            dependencies: [
                "Evaluation", "Findings", "Geometry", "JSONTree", "Query", "Scoring", "Storage", "SystemValues",
                .product(name: "SystemPackage", package: "swift-system"),
            ]),
        .target(
            name: "WorkerProtocol",
            dependencies: [
                "Confinement", "Findings", "ModelFiles", "Results", "Scoring", "Settings", "SystemValues",
                .product(name: "SystemPackage", package: "swift-system"),
            ]),
        .target(
            name: "Worker",
            dependencies: [
                "Confinement", "Detection", "Findings", "Geometry", "Imaging", "Inference", "InferenceOpenVINO",
                "ModelFiles", "Reading", "Results", "Scoring", "Settings", "SystemValues", "Targets", "TextLayout",
                "WorkerProtocol",
                .product(name: "SystemPackage", package: "swift-system"),
            ]),
        .target(
            name: "Control",
            dependencies: [
                "Findings", "Geometry", "JSONTree", "Results", "Scoring", "Storage", "SystemValues",
                .product(name: "SystemPackage", package: "swift-system"),
            ]),
        .target(
            name: "Hooks",
            dependencies: [
                "CCurl", "CLinux", "Findings", "JSONTree", "Results", "Settings", "Storage", "SystemValues",
                .product(name: "SystemPackage", package: "swift-system"),
            ]),
        .target(
            name: "Supervisor",
            dependencies: [
                "CLinux", "Confinement", "Control", "Evaluation", "Findings", "Geometry", "Hooks", "Intake", "JSONTree",
                "Query", "Reports", "Results", "Scoring", "Settings", "Storage", "StoragePostgres", "StorageSQLite",
                "SystemValues",
                "WorkerProtocol",
                .product(name: "CoreMetrics", package: "swift-metrics"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
                .product(name: "SystemPackage", package: "swift-system"),
            ]),
        .target(name: "Reports", dependencies: ["Evaluation", "Findings", "JSONTree", "Results", "Scoring"]),
        .target(
            name: "Review",
            dependencies: [
                "CLinux", "Control", "Findings", "Geometry", "Intake", "JSONTree", "Query", "Reports", "Results",
                "Scoring", "Settings", "Storage", "Supervisor", "SystemValues",
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "HummingbirdCore", package: "hummingbird"),
                .product(name: "HummingbirdTLS", package: "hummingbird"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOSSL", package: "swift-nio-ssl"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
                .product(name: "SystemPackage", package: "swift-system"),
            ],
            exclude: ["Site", "package.json"], plugins: ["SitePlugin"]),
        // The files of the page as one source file, made as soon as one has changed: what is put into the folder is served.
        .plugin(name: "SitePlugin", capability: .buildTool(), path: "Sources/SitePlugin", exclude: ["embed.sh"]),
        .executableTarget(
            name: "quiver",
            dependencies: [
                "Control", "Detection", "Evaluation", "Findings", "Geometry", "Inference", "Intake", "JSONTree",
                "ModelFiles",
                "Query",
                "Reading", "Reports", "Results", "Review", "Scoring", "Settings", "Storage", "StorageSQLite",
                "Supervisor", "SystemValues", "Worker", "WorkerProtocol",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
                .product(name: "SystemPackage", package: "swift-system"),
            ],
            plugins: ["CommitPlugin"]),
        // What `quiver --version` prints: the commit, read from git before each build that is planned anew.
        .plugin(
            name: "CommitPlugin", capability: .buildTool(), path: "Sources/CommitPlugin", exclude: ["commit.sh"]),

        // For those who work on Quiver: `scripts/bench` measures single modules, `scripts/fuzz` feeds them files.
        .executableTarget(
            name: "quiver-bench",
            dependencies: [
                "Detection", "Findings", "Imaging", "Inference", "InferenceOpenVINO", "ModelFiles", "Registration",
                "Scoring", "Storage", "StoragePostgres", "StorageSQLite", "SystemValues",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "SystemPackage", package: "swift-system"),
            ],
            path: "Sources/QuiverBench"),
        .executableTarget(
            name: "quiver-fuzz",
            dependencies: [
                "CVips", "Findings", "Imaging", "Intake", "JSONTree", "ModelFiles", "Results",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "SystemPackage", package: "swift-system"),
            ],
            path: "Sources/QuiverFuzz"),

        // Tests mirror the modules, file for file.
        .target(name: "TestSupport", path: "Tests/TestSupport"),
        // A confinement is for ever, so each is tried in a process of its own.
        .executableTarget(
            name: "confinement-probe",
            dependencies: [
                "Confinement",
                .product(name: "SystemPackage", package: "swift-system"),
            ],
            path: "Tests/ConfinementProbe"),
        .testTarget(
            name: "ConfinementTests",
            dependencies: [
                "Confinement", "TestSupport", "confinement-probe",
                .product(name: "SystemPackage", package: "swift-system"),
            ]),
        .testTarget(
            name: "ControlTests",
            dependencies: [
                "Control", "Findings", "JSONTree", "Results", "Scoring", "Storage", "SystemValues", "TestSupport",
                .product(name: "SystemPackage", package: "swift-system"),
            ]),
        .testTarget(
            name: "DetectionTests",
            dependencies: [
                "Detection", "Findings", "Inference", "InferenceOpenVINO", "ModelFiles", "TestSupport",
            ]),
        .testTarget(
            name: "DocumentationTests",
            dependencies: [
                "Detection", "Findings", "Query", "Results", "Scoring", "Storage", "StorageTesting", "SystemValues",
                "TestSupport",
                .product(name: "SystemPackage", package: "swift-system"),
            ]),
        .testTarget(
            name: "EvaluationTests", dependencies: ["Evaluation", "Findings", "Geometry", "JSONTree"],
            exclude: ["pycocotools.json"]),
        .testTarget(name: "FindingsTests", dependencies: ["Findings", "JSONTree", "TestSupport"]),
        .testTarget(name: "GeometryTests", dependencies: ["Findings", "Geometry", "JSONTree", "TestSupport"]),
        .testTarget(
            name: "HooksTests",
            dependencies: [
                "Hooks", "Results", "Settings", "Storage", "SystemValues", "TestSupport",
                .product(name: "SystemPackage", package: "swift-system"),
            ]),
        .testTarget(
            name: "ImagingTests",
            dependencies: [
                "CVips", "Findings", "Imaging", "TestSupport",
                .product(name: "SystemPackage", package: "swift-system"),
            ]),
        .testTarget(
            name: "InferenceTests",
            dependencies: [
                "Findings", "Inference", "InferenceOpenVINO", "ModelFiles", "TestSupport",
            ]),
        .testTarget(
            name: "IntakeTests",
            dependencies: [
                "Findings", "Intake", "SystemValues", "TestSupport",
                .product(name: "SystemPackage", package: "swift-system"),
            ]),
        .testTarget(name: "JSONTreeTests", dependencies: ["JSONTree"]),
        .testTarget(
            name: "QueryTests",
            dependencies: [
                "Findings", "Query", "Storage", "StoragePostgres", "StorageSQLite", "StorageTesting", "SystemValues",
                "TestSupport",
            ]),
        .testTarget(name: "ModelFilesTests", dependencies: ["Findings", "ModelFiles", "TestSupport"]),
        // These and `ReviewTests` run the program, and import nothing of it: so they are compiled beside it, not after it.
        .testTarget(
            name: "PipelineTests",
            dependencies: [
                "Control", "Evaluation", "Findings", "Geometry", "Hooks", "Intake", "JSONTree", "ModelFiles", "Query",
                "Reports", "Results", "Scoring", "Settings",
                "Storage", "StorageSQLite", "StorageTesting", "Supervisor", "SystemValues", "TestSupport", "Worker",
                "WorkerProtocol",
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
                .product(name: "SystemPackage", package: "swift-system"),
            ],
            exclude: ["Fixtures"]),
        .testTarget(
            name: "QuiverTests",
            dependencies: [
                "Control", "Findings", "Geometry", "Intake", "JSONTree", "ModelFiles", "Results", "Scoring", "Settings",
                "Storage", "StorageSQLite", "Supervisor", "SystemValues", "TestSupport", "Worker", "WorkerProtocol",
                "quiver",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "SystemPackage", package: "swift-system"),
            ]),
        .testTarget(
            name: "ReadingTests",
            dependencies: [
                "Findings", "Imaging", "Inference", "InferenceOpenVINO", "ModelFiles", "Reading", "TestSupport",
                .product(name: "SystemPackage", package: "swift-system"),
            ],
            exclude: ["Pages/Fixtures"]),
        .testTarget(name: "RegistrationTests", dependencies: ["Findings", "Registration", "Scoring", "TestSupport"]),
        .testTarget(
            name: "ReportsTests",
            dependencies: [
                "Evaluation", "Findings", "JSONTree", "Reports", "Scoring", "TestSupport",
                .product(name: "SystemPackage", package: "swift-system"),
            ]),
        .testTarget(
            name: "ResultsTests",
            dependencies: [
                "Evaluation", "Findings", "JSONTree", "Query", "Results", "Scoring", "Storage", "SystemValues",
                "TestSupport",
                .product(name: "SystemPackage", package: "swift-system"),
            ]),
        .testTarget(
            name: "ReviewTests",
            dependencies: [
                "Control", "Findings", "JSONTree", "Registration", "Reports", "Review", "Settings", "Storage",
                "StorageSQLite",
                "Supervisor", "SystemValues", "TestSupport",
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "SystemPackage", package: "swift-system"),
            ],
            exclude: ["openapi.json"]),
        .testTarget(name: "ScoringTests", dependencies: ["Findings", "Scoring"]),
        .testTarget(
            name: "SettingsTests",
            dependencies: [
                "Findings", "JSONTree", "Settings", "SystemValues", "TestSupport",
                .product(name: "SystemPackage", package: "swift-system"),
            ]),
        .testTarget(
            name: "StoragePostgresTests",
            dependencies: [
                "Findings", "Storage", "StoragePostgres", "StorageSQL", "StorageSQLite", "StorageTesting",
                "SystemValues", "TestSupport",
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "SystemPackage", package: "swift-system"),
            ]),
        .testTarget(
            name: "StorageSQLTests",
            dependencies: [
                "Findings", "Scoring", "Storage", "StorageSQL", "StorageSQLite", "StorageTesting", "SystemValues",
                "TestSupport",
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "GRDBSQLite", package: "GRDB.swift"),
            ]),
        .testTarget(
            name: "StorageSQLiteTests",
            dependencies: [
                "Findings", "Storage", "StorageSQL", "StorageSQLite", "StorageTesting", "SystemValues", "TestSupport",
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "SystemPackage", package: "swift-system"),
            ]),
        .testTarget(
            name: "StorageTests",
            dependencies: [
                "Findings", "Scoring", "Storage", "StorageSQLite", "StorageTesting", "SystemValues", "TestSupport",
                .product(name: "GRDB", package: "GRDB.swift"),
            ]),
        .testTarget(
            name: "SystemValuesTests",
            dependencies: [
                "CLinux", "SystemValues", "TestSupport",
                .product(name: "SystemPackage", package: "swift-system"),
            ]),
        .testTarget(
            name: "TargetsTests",
            dependencies: [
                "Detection", "Findings", "Inference", "ModelFiles", "Scoring", "Targets",
            ]),
        .testTarget(
            name: "TextLayoutTests",
            dependencies: [
                "Findings", "TextLayout",
            ],
            resources: [.copy("Strings"), .copy("Receipts")]),
    ],
    swiftLanguageModes: [.v6],
    cxxLanguageStandard: .cxx17
)

// Each module says its rules in a README of its own, which is no part of what is built.
for target in package.targets where target.type != .system && target.type != .test {
    if target.path?.hasPrefix("Tests/") != true { target.exclude.append("README.md") }
}

// Tests run once and are built more often than that: the optimiser would take half of their compile time for nothing.
for target in package.targets where target.type == .test {
    target.swiftSettings = (target.swiftSettings ?? []) + [.unsafeFlags(["-Onone"])]
}
