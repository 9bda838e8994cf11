import SystemPackage

extension String {
    /// The sentence without the photo's path, for places where the path stands beside it.
    ///
    /// So the same trouble of many photos is the same text, which a spreadsheet can group.
    public func withoutPath(_ path: String) -> String {
        for name in Set([path, EscapedName.printable(FilePath(path))]) where !name.isEmpty {
            for start in [name + ": ", name + " ", "'\(name)' "] where hasPrefix(start) {
                return String(dropFirst(start.count)).replacing(name, with: "it")
            }
            if contains(name) { return replacing("'\(name)'", with: "it").replacing(name, with: "it") }
        }
        return self
    }
}
