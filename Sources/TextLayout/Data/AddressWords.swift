/// The words by which a street is known.
enum AddressWords {
    private static func set(_ words: String) -> Set<String> {
        Set(words.split { $0 == " " || $0 == "\n" }.map(String.init))
    }

    /// Last words of English streets, long and short (USPS Publication 28, appendix C1, the common ones).
    private static let english = set(
        """
        street st avenue ave av road rd boulevard blvd lane ln drive dr court ct place pl square sq terrace ter way circle cir
        highway hwy parkway pkwy loop alley row broadway trail trl plaza pike close crescent gardens grove hill mews walk wharf
        embankment parade green
        """)
    /// Words with which streets on the continent begin, where the house's number stands at the end or in front.
    private static let leading = set(
        """
        rue avenue boulevard place chemin allée quai impasse route cours passage via viale piazza corso largo vicolo calle
        avenida plaza paseo carrer rua praça travessa am an unter im in auf zur zum alte alter neue große kleine obere untere
        """)
    /// What continental streets end in.
    private static let endings = [
        "straße", "strasse", "str", "weg", "platz", "allee", "gasse", "ring", "damm", "ufer", "markt", "steig", "hof",
        "chaussee",
        "straat", "laan", "plein", "gracht", "kade", "weg", "vej", "gade", "gatan", "vägen", "linden", "graben", "berg",
        "tor",
    ]
    /// What stands before a number on receipts and forms and is no street.
    private static let others = set(
        "tisch kasse bon seite nr table page artikel los raum rechnung beleg filiale order room seat platz-nr check bed gast gate"
    )

    /// Whether a word ends an English street's name.
    static func endsEnglish(_ word: String) -> Bool { english.contains(plain(word)) }
    /// Whether a word begins a street's name on the continent.
    static func begins(_ word: String) -> Bool { leading.contains(plain(word)) }
    /// Whether a word is a street's name by its ending.
    static func isStreet(_ word: String) -> Bool {
        let plain = plain(word)
        return plain.count >= 3 && endings.contains { plain.hasSuffix($0) }
    }
    /// Whether a word before a number says that it is no house.
    static func isOther(_ word: String) -> Bool { others.contains(plain(word)) }

    /// The states, districts and territories of the United States, by their post's letters.
    static let states = set(
        """
        AL AK AZ AR CA CO CT DE FL GA HI ID IL IN IA KS KY LA ME MD MA MI MN MS MO MT NE NV NH NJ NM NY NC ND OH OK OR PA RI SC
        SD TN TX UT VT VA WA WV WI WY DC PR VI GU
        """)

    private static func plain(_ word: String) -> String {
        word.lowercased().trimmed { $0.isLetter || $0.isDigit }
    }
}

extension String {
    /// Without the scalars at both ends that fail a test.
    func trimmed(keeping test: (Unicode.Scalar) -> Bool) -> String {
        let scalars = Array(unicodeScalars)
        guard let first = scalars.firstIndex(where: test), let last = scalars.lastIndex(where: test) else { return "" }
        var view = String.UnicodeScalarView()
        view.append(contentsOf: scalars[first...last])
        return String(view)
    }
}
