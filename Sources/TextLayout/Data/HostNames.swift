/// What the end of a host's name says about whether it is one.
///
/// The names are a choice from IANA's list of top-level domains: those that are common on paper.
enum HostNames {
    /// How much a last label proves.
    enum Proof {
        /// No host ends so.
        case none
        /// A host ends so, and so do files of programs: more is needed.
        case fileLike
        /// A host ends so, and a sentence may too.
        case wordLike
        /// Hardly anything but a host ends so.
        case strong
    }

    private static let strong = set(
        """
        com org net edu gov mil info biz shop online store site tech cloud dev app xyz blog museum eu de fr ch at uk nl es pl cz
        dk se fi pt ie gr hu ro bg hr si sk lt lv ee lu ca au nz jp cn kr br mx ru ua tr za il ae sg hk tw io co tv li
        """)
    private static let wordLike = set(
        "it be no us is to me my am do id la ly gg fm name world live work page link news")
    private static let fileLike = set("md rs py sh pl in cc zip mov ps so ai tf st pm gd mk")
    private static let fileEndings = set(
        """
        png jpg jpeg gif svg webp bmp tif tiff heic pdf txt csv tsv doc docx xls xlsx ppt pptx odt html htm xml json yaml yml
        js ts jsx tsx css swift java kt exe dll dmg iso tar gz bz rar mp mp3 mp4 wav avi plist log ini cfg conf bak tmp py rs md
        """)
    /// Products of which a name looks like a host.
    private static let products = set("asp.net vb.net ado.net paint.net ml.net socket.io")

    private static func set(_ words: String) -> Set<Substring> {
        Set(words.split { $0 == " " || $0 == "\n" })
    }

    /// Whether files end so, in lower case.
    static func isFileEnding(_ label: String) -> Bool { fileEndings.contains(label[...]) }

    /// What a host's last label proves; the label is in lower case.
    static func proof(_ label: Substring) -> Proof {
        if strong.contains(label) { return .strong }
        if wordLike.contains(label) { return .wordLike }
        return fileLike.contains(label) ? .fileLike : .none
    }

    /// Whether a name in lower case is that of a product.
    static func isProduct(_ host: String) -> Bool { products.contains(host[...]) }
}
