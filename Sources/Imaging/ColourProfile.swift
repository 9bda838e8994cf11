/// What can be said of an ICC profile without the colour library.
enum ColourProfile {
    /// True where the profile's description names sRGB: then there is nothing to convert.
    ///
    /// Most cameras and editors embed it, and a conversion from sRGB to sRGB costs as much as a real one.
    static func describesSRGB(_ profile: [UInt8]) -> Bool {
        guard profile.count > 132 else { return false }
        let tags = min(number(profile, at: 128), (profile.count - 132) / 12, 100)
        for index in 0..<max(tags, 0) {
            let entry = 132 + index * 12
            guard profile[entry..<(entry + 4)].elementsEqual("desc".utf8) else { continue }
            let offset = number(profile, at: entry + 4)
            guard offset <= profile.count else { return false }
            let end = min(offset + min(number(profile, at: entry + 8), 512), profile.count)
            // ASCII in version 2, UTF-16 in version 4: the same letters once the zeros are out.
            let text = String(decoding: profile[offset..<end].filter { $0 != 0 }, as: UTF8.self)
            return text.contains("sRGB")
        }
        return false
    }

    private static func number(_ bytes: [UInt8], at offset: Int) -> Int {
        bytes[offset..<(offset + 4)].reduce(0) { $0 << 8 | Int($1) }
    }
}
