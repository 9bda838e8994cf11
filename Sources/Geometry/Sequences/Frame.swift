import Findings

/// One photo of a sequence, with what was found in it.
public struct Frame: Sendable, Hashable {
    /// The photo's name, as its record has it.
    public let name: String
    /// When it was taken, in milliseconds of any one clock; nil where nobody knows.
    public let time: Double?
    /// The upright photo's size in pixels.
    public let size: PixelSize
    /// What each detector found, in pixels of the upright photo.
    public let results: [DetectorResult]

    /// A photo from its parts; a time that is no number counts as none.
    public init(name: String, time: Double?, size: PixelSize, results: [DetectorResult]) {
        self.name = name
        self.time = time.flatMap { $0.isFinite ? $0 : nil }
        self.size = size
        self.results = results
    }

    /// The frames in bursts: a gap in time begins a new one.
    ///
    /// A frame without a time belongs to the one before it.
    /// - Parameters:
    ///   - frames: In the order in which they were taken.
    ///   - gap: In seconds; a longer time between two frames, forwards or backwards, is a gap.
    /// - Returns: Ranges of indexes, which follow each other without a gap.
    public static func bursts(of frames: [Frame], gap: Double) -> [Range<Int>] {
        var bursts: [Range<Int>] = []
        var (start, last) = (0, Double?.none)
        for (index, frame) in frames.enumerated() {
            guard let time = frame.time else { continue }
            if let last, abs(time - last) > gap * 1000 {
                bursts.append(start..<index)
                start = index
            }
            last = time
        }
        return start < frames.count ? bursts + [start..<frames.count] : bursts
    }
}
