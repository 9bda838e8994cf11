import ArgumentParser

/// Hands the process over to libFuzzer, in a build that has it.
struct HuntCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "hunt", abstract: "Let libFuzzer invent files for one entrance; see scripts/fuzz.")

    @Argument(help: "The entrance: \(Entrance.allCases.map(\.rawValue).joined(separator: ", ")).")
    var entrance: Entrance

    @Argument(parsing: .allUnrecognized, help: "libFuzzer's own options, and the folder of its corpus.")
    var options: [String] = []

    func run() throws {
        #if QUIVER_FUZZING
            Hunt.run(entrance, options: options)
        #else
            throw ValidationError("this build has no libFuzzer in it; scripts/fuzz makes one that has")
        #endif
    }
}

/// Where bytes of other programs come in.
enum Entrance: String, CaseIterable, ExpressibleByArgument {
    /// Photos, from bytes to pictures.
    case photo
    /// What intake asks of a file: its kind, and whether it is whole.
    case intake
    /// Settings, records, score sheets.
    case json
    /// What is read of a model before an engine sees it.
    case model
}
