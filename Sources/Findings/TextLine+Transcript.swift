extension [TextLine] {
    /// The whole text of the lines in their order: a line of text for each, an empty one between paragraphs.
    ///
    /// What stands side by side on one level, such as the cells of a row, is on one line, with a tab where the gap is wide.
    public var transcript: String {
        var (text, last) = ("", TextLine?.none)
        for line in self {
            if let last { text += line.separator(after: last) }
            text += line.text
            last = line
        }
        return text
    }
}

extension TextLine {
    /// A gap wider than this, in heights of lines, stands between cells.
    private static let widestSpace = 1.0

    /// What parts the text from that of the line before.
    fileprivate func separator(after last: TextLine) -> String {
        if let gap = gap(after: last) { return gap > Self.widestSpace ? "\t" : " " }
        return paragraph == last.paragraph || paragraph == nil || last.paragraph == nil ? "\n" : "\n\n"
    }

    /// How far behind another line's end this one begins, in heights of lines; nil where it stands on another level.
    private func gap(after last: TextLine) -> Double? {
        let way = last.corners.topRight - last.corners.topLeft
        let height = Swift.min(corners.height, last.corners.height)
        guard way.length > 0, height > 0 else { return nil }
        let along = way * (1 / way.length)
        let (end, start) = (last.corners.rightMiddle, corners.leftMiddle)
        let step = start - end
        let (ahead, down) = (step.x * along.x + step.y * along.y, step.y * along.x - step.x * along.y)
        return abs(down) < height * 0.5 && ahead > -height * 0.5 ? ahead / height : nil
    }
}

extension Quadrilateral {
    fileprivate var rightMiddle: Point { (topRight + bottomRight) * 0.5 }
    fileprivate var leftMiddle: Point { (topLeft + bottomLeft) * 0.5 }
}
