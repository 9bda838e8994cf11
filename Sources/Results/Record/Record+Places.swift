import SystemPackage
import SystemValues

/// Photos that hosts have at different paths: what is the same on all of them is the name of a folder, and the way from there.
extension Record.Source {
    /// Whether both are of the photo that lies at one path.
    ///
    /// Hosts know one photo by different paths, so that its place counts where both records have it.
    func isPlaced(as other: Record.Source) -> Bool {
        if let place, let others = other.place { return place == others && placeEscaped == other.placeEscaped }
        return filePath == other.filePath
    }

    /// The same with this host's paths, whatever host wrote them.
    ///
    /// What lies below no folder that this host has a name for stays as it is recorded.
    public func local(_ names: RootNames) -> Record.Source {
        guard let named, names.isHere(named.mark) else { return self }
        let here = names.local(named.mark + named.way)
        return told(from: Array(here.dropLast(named.way.count)), way: named.way)
    }

    /// Where the photo lies on this host, moved or not.
    public func file(_ names: RootNames) -> FilePath {
        let source = local(names)
        return source.movedToPath ?? source.filePath
    }

    /// The same with paths that all hosts have, which lead nowhere: `club:/2026/a.jpg`.
    public var shared: Record.Source { named.map { told(from: $0.mark, way: $0.way) } ?? self }

    /// The same as a host has it whose photos lie in another folder.
    ///
    /// A record has the paths of one host. So its photo's folder is what its path has before the way, and what else lies in there
    /// is told from the other folder too.
    ///
    /// - Parameters:
    ///   - folder: The other folder, without a slash at its end.
    ///   - way: The photo's way from the folder, which begins with a slash.
    public func told(from folder: [UInt8], way: [UInt8]) -> Record.Source {
        let own = filePath.rawBytes
        var told = self
        (told.path, told.pathEscaped) = Self.text(of: folder + way)
        guard own.count >= way.count, own.suffix(way.count).elementsEqual(way) else { return told }
        let former = own.dropLast(way.count)
        func retold(_ path: FilePath?) -> (text: String, isEscaped: Bool?)? {
            guard let bytes = path?.rawBytes, bytes.starts(with: former) else { return nil }
            let rest = bytes.dropFirst(former.count)
            return rest.first == UInt8(ascii: "/") ? Self.text(of: folder + rest) : nil
        }
        if let moved = retold(movedToPath) { (told.movedTo, told.movedToEscaped) = moved }
        if let other = retold(duplicateOfPath) { (told.duplicateOf, told.duplicateOfEscaped) = other }
        return told
    }

    private var duplicateOfPath: FilePath? {
        duplicateOf.map { EscapedName(text: $0, isEscaped: duplicateOfEscaped == true).path }
    }

    /// The folder's name with its colon, and the photo's way from the folder; nil where all hosts have one path.
    private var named: (mark: [UInt8], way: [UInt8])? {
        guard let place else { return nil }
        let bytes = EscapedName(text: place, isEscaped: placeEscaped == true).bytes
        guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")),
            bytes.dropFirst(colon + 1).first == UInt8(ascii: "/"),
            !bytes[..<colon].contains(UInt8(ascii: "/"))
        else { return nil }
        return (Array(bytes[...colon]), Array(bytes[(colon + 1)...]))
    }

    private static func text(of path: [UInt8]) -> (text: String, isEscaped: Bool?) {
        let name = EscapedName(bytes: path)
        return (name.text, name.isEscaped ? true : nil)
    }
}
