import ArgumentParser
import Findings
import Query
import Results
import Settings
import SystemPackage
import SystemValues

/// Which photos a command is about, in the language of queries.
struct QueryOptions: ParsableArguments {
    @Option(
        name: .customLong("where"), parsing: .unconditional,
        help: ArgumentHelp(
            "Only photos that fit, such as 'label:arrow count>=3 -is:reviewed (state:failed OR folder:day1)'.",
            valueName: "query"), transform: Query.read)
    var query: Query?
}

/// Photos alone that a user accepted.
struct ReviewedOption: ParsableArguments {
    @Flag(help: "Only photos that were accepted in review, or whose end was confirmed: is:reviewed.")
    var reviewed = false

    /// A query for these alone, where that was asked for.
    func of(_ query: Query?) -> Query {
        let mark = reviewed ? [Query(.photo(QueryTest(.is, text: QueryMark.reviewed.rawValue)))] : []
        let all = mark + [query].compactMap { $0 }
        return all.count == 1 ? all[0] : .all(all)
    }
}

extension Query {
    /// A query from the command line; an error shows the place.
    static func read(_ text: String) throws -> Query {
        do {
            return try Query.parse(text)
        } catch {
            throw ValidationError([error.description, error.picture].compactMap { $0 }.joined(separator: "\n"))
        }
    }
}

/// Which findings a command takes.
struct FindingOptions: ParsableArguments {
    /// A class with the confidence that it must have, where that is its own.
    struct Class: ExpressibleByArgument {
        let label: String
        let confidence: Double?

        init?(argument: String) {
            guard let sign = argument.lastIndex(of: "=") else {
                (label, confidence) = (argument, nil)
                return
            }
            guard let own = Double(argument[argument.index(after: sign)...]), (0...1).contains(own),
                argument.first != "="
            else { return nil }
            (label, confidence) = (String(argument[..<sign]), own)
        }
    }

    @Option(help: ArgumentHelp("Only findings of at least this score, 0 to 1.", valueName: "x"))
    var confidence: Double?

    @Option(
        name: .customLong("class"),
        help: ArgumentHelp(
            "Only findings of this class; with '=0.8' behind it of at least this score. May be repeated.",
            valueName: "class"))
    var classes: [Class] = []

    @Option(
        name: .customLong("ignore"),
        help: ArgumentHelp(
            "Leave out what the detectors of this pipeline.json ignore at places, in place of what the run ignored.",
            valueName: "file"), completion: .file())
    var ignoring: String?

    /// Whether anything was chosen.
    var isGiven: Bool { confidence != nil || !classes.isEmpty || ignoring != nil }

    func validate() throws {
        if let confidence, !(0...1).contains(confidence) {
            throw ValidationError("--confidence takes a score from 0 to 1, for example 0.5.")
        }
    }

    /// The choice that was made; reads the file of places, and throws what is wrong with it.
    func choice() throws -> FindingThresholds {
        let places = try ignoring.map { name in
            let file = RawArguments.path(name, of: "--ignore")
            guard file.exists else {
                throw ValidationError(
                    "--ignore: \(EscapedName.printable(file)) is not there; name a settings file whose detectors have ignore."
                )
            }
            return try Settings.load(SettingsSources(file: file, options: [])).settings.ignoredPlaces
        }
        return FindingThresholds(
            confidence: confidence,
            classes: Dictionary(classes.map { ($0.label, $0.confidence) }, uniquingKeysWith: { $1 }), ignored: places)
    }

    /// Says which rules of a choice do nothing in folders of results, as no detector there has their name or class; blocks.
    static func warn(of choice: FindingThresholds, in folders: [FilePath?], _ output: OutputOptions) {
        let known = folders.compactMap { $0.map { ClassList.read(in: $0.resolvedPath) ?? [] } }
        guard !known.contains([]) else { return }
        for doubt in choice.doubts(among: known.flatMap(\.self)) {
            Terminal.talk("\(output.talkPaint.yellow("warning:")) \(doubt)")
        }
    }
}
