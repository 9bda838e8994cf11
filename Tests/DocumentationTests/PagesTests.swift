import Foundation
import Scoring
import TestSupport
import Testing

/// The catalogue and the README: examples are code that compiles here, and links and paths lead somewhere.
@Suite struct PagesTests {
    static let root = Cases.packageRoot
    static let catalogue = root.appendingPathComponent("Sources/quiver/Quiver.docc")
    static let pages: [URL] =
        ((try? FileManager.default.contentsOfDirectory(at: catalogue, includingPropertiesForKeys: nil)) ?? [])
        .filter { $0.pathExtension == "md" } + [root.appendingPathComponent("README.md")]

    private static func text(_ file: URL) throws -> String { try String(contentsOf: file, encoding: .utf8) }

    /// The lines without their indentation, so that an example may stand deeper in its file than on the page.
    private static func lines(_ text: String) -> [Substring] {
        text.split(separator: "\n").map { Substring($0.trimmingCharacters(in: .whitespaces)) }
    }

    @Test func thereAreExamples() throws {
        let blocks = try Self.pages.flatMap { try Self.text($0).matches(of: /```swift\n/) }
        #expect(blocks.count >= 4 && Self.pages.count >= 15)
    }

    @Test(arguments: pages) func everyExampleIsCodeThatCompiles(page: URL) throws {
        let here = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        let compiled = try FileManager.default.contentsOfDirectory(at: here, includingPropertiesForKeys: nil)
            .filter { $0.pathExtension == "swift" }.map { try Self.lines(Self.text($0)) }
        for block in try Self.text(page).matches(of: /```swift\n(?<code>[\s\S]*?)```/) {
            let wanted = Self.lines(String(block.output.code))
            let isThere = compiled.contains { file in
                file.indices.contains { file[$0...].starts(with: wanted) }
            }
            #expect(
                isThere, "an example of \(page.lastPathComponent) is in no file of this folder: \(wanted.first ?? "")")
        }
    }

    @Test(arguments: pages) func linksAndPathsLeadSomewhere(page: URL) throws {
        let (text, name, files) = (try Self.text(page), page.lastPathComponent, FileManager.default)
        for link in text.matches(of: /\]\((?<target>[^)#:]+)\)/) {
            let target = page.deletingLastPathComponent().appendingPathComponent(String(link.output.target))
            #expect(
                files.fileExists(atPath: target.path), "\(name): \(link.output.target)")
        }
        for path in text.matches(of: /`(?<path>(?:Sources|Tests|scripts|samples)\/[^`*… ]+)`/) {
            let target = Self.root.appendingPathComponent(String(path.output.path))
            #expect(
                files.fileExists(atPath: target.path), "\(name): \(path.output.path)")
        }
    }

    /// The list of the files that a photo passes: each is there, and the counts are right.
    @Test func aPhotosFilesAreThoseOfTheList() throws {
        let text = try Self.text(Self.catalogue.appendingPathComponent("HowAPhotoTravels.md"))
        let rows = text.matches(of: /(?m)^\| `(?<folder>Sources\/\w+)` \| (?<count>\d+) \| (?<names>[^|]+) \|$/)
        var total = 0
        for row in rows {
            let names = Set(row.output.names.split(separator: ", "))
            #expect(Int(row.output.count) == names.count, "\(row.output.folder)")
            total += names.count
            for name in names {
                let file = Self.root.appendingPathComponent("\(row.output.folder)/\(name).swift")
                #expect(FileManager.default.fileExists(atPath: file.path), "\(row.output.folder)/\(name).swift")
            }
        }
        #expect(rows.count > 10 && text.contains("\n\(total) files in \(rows.count) modules."))
    }

    @Test func everyPageIsNamedByTheFirstPageAndTheReadme() throws {
        let first = try Self.text(Self.catalogue.appendingPathComponent("Quiver.md"))
        let readme = try Self.text(Self.root.appendingPathComponent("README.md"))
        for page in Self.pages.map(\.lastPathComponent) where page != "Quiver.md" && page != "README.md" {
            #expect(first.contains("](\(page))") && readme.contains("/\(page))"), "\(page)")
        }
    }

    @Test(arguments: pages.filter { ["README.md", "ScoringTargets.md"].contains($0.lastPathComponent) })
    func accuracyIsToldAsTheProgramTellsIt(page: URL) throws {
        let text = try Self.text(page).split(whereSeparator: \.isWhitespace).joined(separator: " ")
        #expect(text.contains("On \(KnownAccuracy.finding)."))
    }
}
