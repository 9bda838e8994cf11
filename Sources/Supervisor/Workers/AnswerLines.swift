/// Cuts what a worker says on its standard output into lines, a part at a time and never byte by byte: a worker that is
/// taken over must not keep its supervisor busy with a line of megabytes.
struct AnswerLines {
    /// More came without an end than any answer has.
    struct TooLong: Error {}

    private let parts: PipeReader
    private let limit: Int
    /// What came after the last line feed, searched already.
    private var begun: [UInt8] = []
    /// What is still to be searched.
    private var rest: ArraySlice<UInt8> = []

    init(_ output: PipeReader, limit: Int) {
        parts = output
        self.limit = limit
    }

    /// The next line without its feed; nil where the output has ended, with whatever came after the last feed.
    mutating func next() async throws -> [UInt8]? {
        while true {
            if let feed = rest.firstIndex(of: 0x0A) {
                let line = begun + rest[..<feed]
                rest = rest[(feed + 1)...]
                begun = []
                return line
            }
            begun += rest
            rest = []
            guard begun.count <= limit else { throw TooLong() }
            guard let part = try await parts.next() else {
                defer { begun = [] }
                return begun.isEmpty ? nil : begun
            }
            rest = part[...]
        }
    }
}
