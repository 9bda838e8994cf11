/// Lines as one running text.
public enum RunningText {
    /// Lines with spaces between them; a word that a hyphen parts at a line's end is whole again where small letters go on.
    public static func joined(_ lines: some Sequence<String>) -> String {
        placed(lines).text
    }

    /// The same, with which of its characters are each line's.
    public static func placed(_ lines: some Sequence<String>) -> (text: String, places: [Range<Int>]) {
        var (text, places, end) = ("", [Range<Int>](), 0)
        for line in lines {
            let isParted =
                text.hasSuffix("-") && text.dropLast().last?.isLetter == true && line.first?.isLowercase == true
            if isParted, let last = places.popLast() {
                text.removeLast()
                end -= 1
                places.append(last.lowerBound..<end)
            } else if !text.isEmpty {
                text += " "
                end += 1
            }
            text += line
            places.append(end..<(end + line.count))
            end += line.count
        }
        return (text, places)
    }
}
