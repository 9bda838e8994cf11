import Findings
import JSONTree
import SystemPackage

extension ExportManifest {
    /// Reads a manifest, photo by photo, from a source of bytes that gives none at its end.
    ///
    /// - Parameter take: Is handed each photo.
    /// - Throws: `JSONSyntaxError` with the line of what is no manifest, and what the source throws.
    public static func read(
        _ source: @escaping () throws -> [UInt8], _ take: (Photo) -> Void = { _ in }
    ) throws -> Head {
        var stream = try JSONStream(source)
        var head = Head(format: "")
        var isManifest = false
        guard try stream.kind() == .object else { throw stream.error("a manifest is an object") }
        try stream.object { stream, name in
            switch name {
            case "format": head.format = try stream.string(atMost: longestWord)
            case "version":
                guard try stream.integer() == 1 else { throw stream.error("the manifest is of a later version") }
                isManifest = true
            case "choice": try head.read(&stream)
            case "photos": try stream.array { take(try photo(&$0)) }
            default: try stream.skip()
            }
        }
        try stream.end()
        guard isManifest, !head.format.isEmpty else { throw stream.error("this is no manifest of 'quiver export'") }
        return head
    }

    fileprivate static let (longestWord, longestName) = (1_000, 20_000)

    private static func photo(_ stream: inout JSONStream) throws -> Photo {
        var photo = Photo(name: "", labels: 0, digest: "", isReviewed: false)
        try stream.object { stream, name in
            switch name {
            case "photo": photo.name = try stream.string(atMost: longestName)
            case "sha256": photo.content = try stream.stringOrNull(atMost: longestWord)
            case "split": photo.part = try stream.stringOrNull(atMost: longestWord)
            case "labels": photo.labels = try stream.integer()
            case "digest": photo.digest = try stream.string(atMost: longestWord)
            case "reviewed": photo.isReviewed = try stream.bool()
            default: try stream.skip()
            }
        }
        return photo
    }
}

extension ExportManifest.Head {
    fileprivate mutating func read(_ stream: inout JSONStream) throws {
        // Out of self, as an overlapping access is none then.
        var own = self
        let (word, name) = (ExportManifest.longestWord, ExportManifest.longestName)
        try stream.object { stream, key in
            switch key {
            case "where": own.query = try stream.string(atMost: 4 * name)
            case "confidence": own.findings.confidence = try stream.numberOrNull()
            case "classes":
                try stream.object { stream, label in own.findings.classes[label] = .some(try stream.numberOrNull()) }
            case "ignore":
                own.findings.ignored = [:]
                try stream.object { stream, detector in
                    var places: [IgnoredPlace] = []
                    try stream.array { stream in places.append(try Self.place(&stream)) }
                    own.findings.ignored?[detector] = places
                }
            case "map":
                try stream.object { stream, label in
                    own.classes.names.updateValue(try stream.stringOrNull(atMost: word), forKey: label)
                }
            case "blur": try stream.array { stream in own.blur.insert(try stream.string(atMost: word)) }
            case "further":
                try stream.array { stream in own.classes.further.append(try stream.string(atMost: word)) }
            case "overlap": own.classes.overlap = try stream.number()
            case "empty": own.keepsEmpty = try stream.bool()
            case "sidecars":
                let names = try stream.string(atMost: word)
                guard let read = SidecarChoice.Names(rawValue: names) else {
                    throw stream.error("sidecars are called full or stem")
                }
                own.sidecarNames = read
            case "copies": own.copies = try stream.bool()
            case "split": own.split = try Self.split(&stream)
            case "models": try stream.object { stream, name in own.models[name] = try stream.string(atMost: word) }
            default: try stream.skip()
            }
        }
        self = own
    }

    private static func place(_ stream: inout JSONStream) throws -> IgnoredPlace {
        var members: [JSONValue.Member] = []
        try stream.object { stream, key in
            switch key {
            case "box":
                var sides: [JSONValue] = []
                try stream.array { stream in
                    let side = try stream.number()
                    if sides.count < 5 { sides.append(.number(side)) }
                }
                members.append(.init(key, .array(sides)))
            case "overlap": members.append(.init(key, .number(try stream.number())))
            case "class", "folder", "camera":
                members.append(.init(key, .string(try stream.string(atMost: ExportManifest.longestName))))
            default: try stream.skip()
            }
        }
        do throws(RecordFormatError) {
            return try IgnoredPlace.format.read(.object(members))
        } catch {
            throw stream.error("this is no place to ignore: its \"\(error.key)\" is wrong")
        }
    }

    private static func split(_ stream: inout JSONStream) throws -> DataSetSplit? {
        guard try stream.kind() != .null else {
            try stream.skip()
            return nil
        }
        var (shares, seed, by, distance): ([Double], Int, String, Int?) = ([], 0, "", nil)
        try stream.object { stream, key in
            switch key {
            case "shares":
                try stream.array { stream in
                    guard shares.count < 10 else { throw stream.error("a split has two or three shares") }
                    shares.append(try stream.number())
                }
            case "seed": seed = try stream.integer()
            case "by": by = try stream.string(atMost: ExportManifest.longestWord)
            case "distance": distance = try stream.integer()
            default: try stream.skip()
            }
        }
        guard let grouping = DataSetSplit.Grouping(rawValue: by),
            let split = DataSetSplit(shares: shares, seed: seed, grouping: grouping, distance: distance)
        else { throw stream.error("this is no split") }
        return split
    }
}

extension JSONStream {
    fileprivate mutating func stringOrNull(atMost limit: Int) throws -> String? {
        guard try kind() == .null else { return try string(atMost: limit) }
        try skip()
        return nil
    }

    fileprivate mutating func numberOrNull() throws -> Double? {
        guard try kind() == .null else { return try number() }
        try skip()
        return nil
    }
}
