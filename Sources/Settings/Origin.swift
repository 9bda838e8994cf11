/// Where an effective value comes from, from the weakest to the strongest.
public enum Origin: Sendable, Hashable, CustomStringConvertible {
    /// Built in.
    case builtIn
    /// Built in, following another setting: the queue lies beside the results.
    case derived(from: String)
    /// The settings file, by its name, and the line.
    case file(String, line: Int)
    /// An environment variable, by its name.
    case environment(String)
    /// An option of the command line, with its dashes; "PATH" for the paths.
    case option(String)

    /// For people: `default`, the file's name, `environment NAME` or the option.
    public var description: String {
        switch self {
        case .builtIn: "default"
        case .derived(let other): "default, from \(other)"
        case .file(let name, _): name
        case .environment(let name): "environment \(name)"
        case .option(let name): name
        }
    }

    /// The stronger origin wins.
    var strength: Int {
        switch self {
        case .builtIn, .derived: 0
        case .file: 1
        case .environment: 2
        case .option: 3
        }
    }
}
