import Foundation
import TestSupport
import Testing

/// Each module says in its folder what it is, what it may import and what it may touch.
@Suite struct ModulesTests {
    static let sources = Cases.packageRoot.appendingPathComponent("Sources")
    static let modules: [String] =
        ((try? FileManager.default.contentsOfDirectory(atPath: sources.path)) ?? []).sorted()
    /// Modules from which a photo from outside could be decoded or a model run.
    static let decoders: Set = [
        "Imaging", "Inference", "InferenceOpenVINO", "Detection", "Reading", "Targets", "Worker",
    ]

    /// The modules that the Swift files of one module import.
    static func imports(of module: String) throws -> Set<String> {
        let folder = sources.appendingPathComponent(module)
        let files =
            FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)?
            .compactMap { $0 as? URL }.filter { $0.pathExtension == "swift" } ?? []
        return try files.reduce(into: []) { found, file in
            let text = try String(contentsOf: file, encoding: .utf8)
            for line in text.matches(of: /(?m)^(?:\w+ )?import (?:\w+ )?(?<module>\w+)/) {
                found.insert(String(line.output.module))
            }
        }
    }

    /// What a module says in its folder, a paragraph each after the title.
    private static func readme(of module: String) throws -> [String] {
        let file = sources.appendingPathComponent(module).appendingPathComponent("README.md")
        return try String(contentsOf: file, encoding: .utf8).components(separatedBy: "\n\n")
            .map { $0.trimmingCharacters(in: .newlines) }
    }

    /// The modules that a sentence names.
    private static func named(in sentence: some StringProtocol) -> Set<String> {
        Set(String(sentence).matches(of: /`(?<name>\w+)`/).map { String($0.output.name) }).intersection(modules)
    }

    @Test(arguments: modules) func saysItsRules(module: String) throws {
        let paragraphs = try Self.readme(of: module)
        #expect((3...7).contains(paragraphs.count) && paragraphs[0] == "# \(module)")
        let page = Self.sources.appendingPathComponent("quiver/Quiver.docc/Architecture.md")
        #expect(try String(contentsOf: page, encoding: .utf8).contains("](../../\(module)/README.md)"))
    }

    @Test(arguments: modules) func importsWhatItSays(module: String) throws {
        for paragraph in try Self.readme(of: module) {
            if paragraph.hasPrefix("Imports ") {
                // What it imports, and behind a semicolon what it never does.
                let parts = (paragraph.split(separator: ".").first ?? "").split(separator: ";", maxSplits: 1)
                let imports = try Self.imports(of: module)
                #expect(Self.named(in: parts[0]).isSubset(of: imports), "\(paragraph)")
                #expect(parts.dropFirst().allSatisfy { Self.named(in: $0).isDisjoint(with: imports) }, "\(paragraph)")
            } else if paragraph.contains(/imports? it[,.]/), !Self.named(in: paragraph).isEmpty {
                let users = try Self.modules.filter { try Self.imports(of: $0).contains(module) }
                #expect(Self.named(in: paragraph) == Set(users), "\(paragraph)")
            }
        }
    }

    @Test(arguments: [
        "Supervisor", "Review", "Control", "Hooks", "Intake", "Storage", "StorageSQL", "StorageSQLite", "Results",
    ])
    func decodesNothing(module: String) throws {
        #expect(try Self.imports(of: module).isDisjoint(with: Self.decoders))
    }

    @Test(arguments: [
        "Findings", "Geometry", "Evaluation", "Query", "Scoring", "Registration", "TextLayout", "JSONTree",
    ])
    func opensNothing(module: String) throws {
        #expect(try Self.imports(of: module).isDisjoint(with: ["SystemPackage", "SystemValues", "CLinux", "Glibc"]))
    }
}
