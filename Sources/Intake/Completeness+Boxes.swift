import SystemPackage

extension Completeness {
    private static let known: Set<String> = ["mdat", "meta", "moov", "moof", "free", "skip", "uuid", "mpvd"]

    /// HEIC, AVIF and their kin are a row of boxes with lengths: the description and the data must both be there in
    /// full.
    static func ofBoxes(_ reader: inout ByteReader) throws(Errno) -> Completeness {
        var offset: Int64 = 0
        var hasDescription = false
        var hasData = false
        while offset < reader.size {
            guard let short = try reader.number(offset, 4, bigEndian: true),
                let type = try reader.bytes(offset + 4, 4).map(Array.init)
            else {
                break
            }
            let isData = type.elementsEqual("mdat".utf8)
            hasDescription = hasDescription || type.elementsEqual("meta".utf8) || type.elementsEqual("moov".utf8)
            var length = Int64(short)
            if short == 1 {
                guard let long = try reader.number(offset + 8, 8, bigEndian: true), long <= UInt64(Int64.max / 2) else {
                    return .cutOff
                }
                length = Int64(long)
            }
            // Length zero means "to the end of the file", wherever that will be. A hole has type zero as well.
            if short == 0, isData { return hasDescription ? .unknown : .cutOff }
            guard length >= 8, type.allSatisfy({ (0x20...0x7E).contains($0) }) else { break }
            if length > reader.size - offset {
                // Only boxes that we know are believed to go on; other bytes behind a whole picture are a trailer.
                return hasDescription && hasData && !known.contains(String(decoding: type, as: UTF8.self))
                    ? .whole : .cutOff
            }
            hasData = hasData || isData
            offset += length
        }
        // What follows the last sensible box is a trailer, as long as both halves were met before.
        return hasDescription && hasData ? .whole : .cutOff
    }
}
