extension YOLODetector {
    /// The names of all classes in the model's order, as detections bear them; empty where nobody names or counts them.
    public var classNames: [String] {
        let count = max(choice.names.count, choice.layout.classes ?? 0)
        return (0..<count).map { choice.names.indices.contains($0) ? choice.names[$0] : "class \($0)" }
    }
}
