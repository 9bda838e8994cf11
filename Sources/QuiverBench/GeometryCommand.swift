import ArgumentParser
import Findings
import Foundation
import Registration
import Scoring

/// `quiver-bench geometry`: how often the geometry alone agrees with people, who drew ten rings and named each score.
struct GeometryCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "geometry",
        abstract: "Score people's arrow tips on faces fitted to the rings that they drew.",
        discussion: "FILE has a JSON object a line: rings_inner_to_outer, and arrows with tip and score.")

    @Option(help: "How much of a ring's width a tip may miss a line by and still touch it: the shaft's half.")
    var allowance = 0.05

    @Flag(help: "Print one JSON object.")
    var json = false

    @Argument(help: "The file of rings and tips.")
    var file: String

    private struct Sheet: Decodable {
        var rings: [[[Double]]]
        var arrows: [Arrow]

        enum CodingKeys: String, CodingKey {
            case rings = "rings_inner_to_outer"
            case arrows
        }
    }

    private struct Arrow: Decodable {
        var tip: [Double]
        var score: Int

        enum CodingKeys: String, CodingKey { case tip, score }

        init(from decoder: any Decoder) throws {
            let values = try decoder.container(keyedBy: CodingKeys.self)
            tip = try values.decode([Double].self, forKey: .tip)
            // X is a word, all others are numbers.
            score = (try? values.decode(Int.self, forKey: .score)) ?? 10
        }
    }

    func run() throws {
        let face = FaceType.wa122
        let scorer = ArrowScorer(face: face, system: .olympic)
        let text = try String(contentsOfFile: file, encoding: .utf8)
        var (arrows, exact, near, unfitted) = (0, 0, 0, 0)
        var residuals: [Double] = []
        for line in text.split(separator: "\n") {
            let sheet = try JSONDecoder().decode(Sheet.self, from: Data(line.utf8))
            let contours = sheet.rings.enumerated().map { index, ring in
                RingContour(
                    radius: Double(index + 1) / 10,
                    points: ring.filter { $0.count == 2 }.map { Point(x: $0[0], y: $0[1]) })
            }
            guard let fit = RingFit(contours: contours) else {
                unfitted += 1
                continue
            }
            residuals.append(fit.residual)
            for arrow in sheet.arrows where arrow.tip.count == 2 {
                let point = fit.homography.map(Point(x: arrow.tip[0], y: arrow.tip[1]))
                let score = scorer.score(at: point, radius: allowance * 0.1 * face.radius).score
                arrows += 1
                if score == arrow.score { exact += 1 }
                if abs(score - arrow.score) <= 1 { near += 1 }
            }
        }
        let share = { (count: Int) in Double(count) / Double(max(arrows, 1)) }
        let median = residuals.sorted().dropFirst(residuals.count / 2).first ?? .nan
        if json {
            print(
                #"{"arrows": \#(arrows), "exact": \#(share(exact)), "withinOne": \#(share(near)), "#
                    + #""unfitted": \#(unfitted), "residual": \#(median)}"#)
        } else {
            print(
                String(
                    format:
                        "%d arrows: %.1f %% exact, %.1f %% within one ring; median residual %.3f ring widths; %d not fitted",
                    arrows, share(exact) * 100, share(near) * 100, median, unfitted))
        }
    }
}
