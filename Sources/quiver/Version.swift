/// The program's version, and the commit that it was built from.
enum Version {
    static let number = "0.1.0"

    /// "0.1.0 (7af8850ca1)"; the number alone where the sources were no checkout.
    static var text: String { text(commit: builtFromCommit) }

    static func text(commit: String?) -> String { commit.map { "\(number) (\($0))" } ?? number }
}
