import ArgumentParser

/// Hands the process over to libFuzzer, in a build that has it.
struct HuntCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "hunt", abstract: "Let libFuzzer invent files for one room; see scripts/fuzz.")

    @Argument(help: "The room: \(Room.allCases.map(\.rawValue).joined(separator: ", ")).")
    var room: Room

    @Argument(parsing: .allUnrecognized, help: "libFuzzer's own options, and the folder of its corpus.")
    var options: [String] = []

    func run() throws {
        #if QUIVER_FUZZING
            Hunt.run(room, options: options)
        #else
            throw ValidationError("this build has no libFuzzer in it; scripts/fuzz makes one that has")
        #endif
    }
}

/// What can be hunted in, each an entrance for bytes that somebody else has written.
enum Room: String, CaseIterable, ExpressibleByArgument {
    /// Photos, from bytes to pictures.
    case photo
    /// What intake asks of a file: its kind, and whether it is whole.
    case intake
    /// Settings, records, score sheets.
    case json
    /// What is read of a model before an engine sees it.
    case model
}
