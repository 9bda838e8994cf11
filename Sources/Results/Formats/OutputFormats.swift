/// The list of formats: a further one is a line here, and a word in the settings.
extension OutputFormat {
    /// Every format.
    public static let all: [OutputFormat] = [.json, .csv, .jsonl, .yolo, .coco]
}
