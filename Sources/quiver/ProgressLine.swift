import Foundation

/// The line of progress, apart from where it is drawn.
struct ProgressLine {
    var total: Int
    var ended: Int
    var unwell: Int
    /// More photos are still being found.
    var counting: Bool
    /// New photos are waited for until somebody stops it.
    var watches: Bool
    /// Photos in each second of work; nil before there is a pace.
    var rate: Double?

    /// "  132/500   26 %   21.3 photos/s   0:17 left   3 failed", cut to the width.
    func text(width: Int) -> String {
        guard total > 0 else { return cut(watches ? "waiting for photos …" : "looking for photos …", to: width) }
        var parts = ["\(ended)/\(total)\(counting && !watches ? "+" : "")"]
        // While more may come there is no whole that this is a part of.
        if !counting { parts.append("\(ended * 100 / total) %") }
        if ended > 1, let rate {
            parts.append(String(format: "%.1f photos/s", rate))
            if ended < total { parts.append("\(RunSummaryText.clock(Double(total - ended) / rate)) left") }
        }
        if ended == total, watches { parts.append("waiting for photos …") }
        if unwell > 0 { parts.append("\(unwell) failed") }
        return cut(parts.joined(separator: "   "), to: width)
    }

    private func cut(_ text: String, to width: Int) -> String { String(text.prefix(max(width - 1, 10))) }
}
