/// Names within the limit of the file system, distinct as long as what they are made from is.
enum OutputName {
    /// The longest name of Linux's file systems.
    static let longest = 255
    /// The ends of what is written for photos and runs, and the mark of a folder that would look like one of them.
    static let reservedEnds =
        OutputFormat.all.flatMap { [$0.photoFile?.end, $0.table?.end].compactMap { $0 } }
        + [".annotated.jpg", ".crops", folderMark]
    static let folderMark = ".folder"
    /// `~` and 32 hexadecimal digits.
    private static let hashLength = 33

    /// A photo's name with an end of ours.
    static func file(_ name: [UInt8], end: String) -> [UInt8] {
        shortened(name, room: longest - end.utf8.count) + Array(end.utf8)
    }

    /// A folder's name that no file of ours can have: `a.jpg.json` becomes `a.jpg.json.folder`.
    static func folder(_ name: [UInt8], reserved: Bool = false) -> [UInt8] {
        let isReserved = reserved || isOurs(name)
        return isReserved ? file(name, end: folderMark) : shortened(name, room: longest)
    }

    private static func isOurs(_ name: [UInt8]) -> Bool {
        reservedEnds.contains { name.suffix($0.utf8.count).elementsEqual($0.utf8) }
            || ["quiver.sqlite", AtomicFile.prefix].contains { name.starts(with: $0.utf8) }
    }

    /// The name as it is where it fits; else its beginning and a hash of the whole.
    ///
    /// A name that fits but looks as if it had been shortened is hashed too, so that it cannot meet one that was.
    static func shortened(_ name: [UInt8], room: Int) -> [UInt8] {
        guard name.count > room || looksShortened(name, room: room) else { return name }
        var beginning = name.prefix(room - hashLength)
        // Not in the middle of a character.
        if name[beginning.endIndex] & 0xC0 == 0x80 {
            while let last = beginning.popLast(), last & 0xC0 == 0x80 {}
        }
        let hash = String(hash(name), radix: 16)
        let digits = String(repeating: "0", count: hashLength - 1 - hash.count) + hash
        return beginning + Array("~\(digits)".utf8)
    }

    private static func looksShortened(_ name: [UInt8], room: Int) -> Bool {
        guard name.count > room - 4 else { return false }
        let end = name.suffix(hashLength)
        return end.first == UInt8(ascii: "~")
            && end.dropFirst().allSatisfy { Character(Unicode.Scalar($0)).isHexDigit }
    }

    /// FNV-1a with 128 bits: names are not secrets, and the same on every machine and in every version.
    private static func hash(_ bytes: [UInt8]) -> UInt128 {
        var hash: UInt128 = 0x6c62_272e_07bb_0142_62b8_2175_6295_c58d
        for byte in bytes {
            hash ^= UInt128(byte)
            hash = hash &* 0x0000_0000_0100_0000_0000_0000_0000_013B
        }
        return hash
    }
}
