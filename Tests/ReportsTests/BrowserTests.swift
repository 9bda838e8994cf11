import Foundation
import Scoring
import Testing

@testable import Reports

/// The page as a browser shows it.
@Suite("The page in a browser", .enabled(if: Browser.isAvailable), .timeLimit(.minutes(30)), .serialized)
struct BrowserTests {
    private func facts(_ screens: [(Sample, width: Int)], isDark: Bool = false) async throws -> [LayoutFacts] {
        let frames = screens.map { sample, width in
            Browser.Frame(page: HTMLReport(sample.session).text { _ in Samples.picture }, width: width)
        }
        return try await Browser.open(
            frames, isDark: isDark, script: LayoutFacts.script, answering: LayoutFacts.self)
    }

    @Test("fits a phone and a desk: legible, nothing cut off, nothing fetched, no errors", arguments: [false, true])
    func layout(isDark: Bool) async throws {
        let widths = [360, 390, 412, 768, 1280]
        for (width, facts) in zip(widths, try await facts(widths.map { (.full, $0) }, isDark: isDark)) {
            #expect(facts.texts > 150)
            check(facts, width: width, "full at \(width)")
        }
    }

    @Test("fits a phone with long names, many arrows and two rounds")
    func others() async throws {
        for (sample, facts) in zip(Sample.allCases, try await facts(Sample.allCases.map { ($0, 360) })) {
            check(facts, width: 360, "\(sample) at 360")
        }
    }

    private func check(_ facts: LayoutFacts, width: Int, _ comment: Comment) {
        #expect(facts.innerWidth == Double(width), comment)
        #expect(facts.scrollWidth <= facts.innerWidth, comment)
        #expect(facts.tooWide.isEmpty, comment)
        #expect(facts.smallest.size >= 12, comment)
        #expect(facts.faintest.contrast >= 4.5, comment)
        #expect(facts.trouble.isEmpty, comment)
        #expect(facts.fetched.isEmpty, comment)
    }

    @Test("shows every end, every arrow in its colour, every picture, and one end's arrows when asked")
    func contents() async throws {
        let facts = try #require(try await facts([(.full, 390)]).first)
        #expect(facts.rows == 10)
        // Fifty-three arrows and the place of the one that is missing.
        #expect(facts.chips.count == 54)
        let colours = Dictionary(grouping: facts.chips, by: \.words).mapValues { Set($0.map(\.colour)) }
        #expect(colours["10"] == ["rgb(42, 122, 52)"] && colours["9"] == ["rgb(21, 101, 192)"])
        #expect(colours["8"] == colours["9"] && colours["7"] == ["rgb(251, 140, 0)"] && colours["6"] == colours["7"])
        #expect(colours["M"] == ["rgb(92, 102, 112)"] && colours["5"] == colours["M"])
        #expect(facts.pictures >= 10 && facts.decoded == facts.pictures)
        #expect(facts.marks == 52)
        #expect(facts.marksOfOne == 6)
    }
}
