import Results
import ScoreBook
import SystemPackage

extension StoreOutcome {
    /// What people are told when corrections are parked or count again.
    func sentences(about path: String, results: FilePath) -> [String] {
        let name = EscapedName.printable(FilePath(path.split(separator: "/").last.map(String.init) ?? path))
        var sentences: [String] = []
        if parked > 0 {
            let (verb, those) = parked == 1 ? ("is", "it") : ("are", "them")
            sentences.append(
                """
                \(Self.count(parked)) belonged to the former \(name) and \(verb) parked: another photo has its name \
                now. 'quiver score correct \(EscapedName.printable(results)) --list' names \(those).
                """)
        }
        if restored > 0 {
            sentences.append(
                "\(Self.count(restored)) of \(name) \(restored == 1 ? "counts" : "count") again: its photo is back.")
        }
        return sentences
    }

    private static func count(_ number: Int) -> String { number == 1 ? "1 correction" : "\(number) corrections" }
}
