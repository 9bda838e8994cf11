extension Symbology {
    /// Finds a kind of code by its name in settings or its name for people; nil where there is none.
    ///
    /// Upper and lower case, spaces, hyphens and underscores make no difference.
    public static func named(_ name: String) -> Symbology? {
        let wanted = plain(name)
        return allCases.first { plain($0.rawValue) == wanted || plain($0.name) == wanted } ?? others[wanted]
    }

    /// Why a name cannot be asked for, and what can be, in one sentence.
    public static func refusal(of name: String) -> String {
        let known = allCases.map(\.rawValue).joined(separator: ", ")
        guard let what = unreadable[plain(name)] else {
            return "there is no kind of code named '\(name)'; name some of: \(known)"
        }
        return "\(what), and the library that reads codes (zxing-cpp 1.4) cannot; name some of: \(known)"
    }

    /// Kinds of code that people may ask for and version 1.4 of the library does not read, each with what it is; the
    /// keys are without spaces and in lower case.
    public static let unreadable: [String: String] = [
        "micropdf417": "MicroPDF417 would have to be read",
        "rmqr": "rectangular Micro QR Code (rMQR) would have to be read",
        "rmqrcode": "rectangular Micro QR Code (rMQR) would have to be read",
        "telepen": "Telepen would have to be read",
        "dxfilmedge": "the DX code at the edge of films would have to be read",
        "databarlimited": "GS1 DataBar Limited would have to be read",
        "aztecrune": "Aztec runes would have to be read",
        "hanxin": "Han Xin Code would have to be read",
        "dotcode": "DotCode would have to be read",
        "code11": "Code 11 would have to be read",
        "code32": "Code 32 would have to be read",
        "msi": "MSI Plessey would have to be read",
        "plessey": "Plessey Code would have to be read",
        "pharmacode": "Pharmacode would have to be read",
        "codablockf": "Codablock F would have to be read",
        "standard2of5": "Standard 2 of 5 would have to be read",
        "postnet": "POSTNET would have to be read",
        "usps4cb": "the Intelligent Mail barcode would have to be read",
        "intelligentmail": "the Intelligent Mail barcode would have to be read",
        "royalmail": "the Royal Mail's four-state code would have to be read",
        "ean2": "add-ons of two digits are read with the EAN or UPC code before them and not alone",
        "ean5": "add-ons of five digits are read with the EAN or UPC code before them and not alone",
    ]

    /// Names by which other programs know them.
    private static let others: [String: Symbology] = [
        "qrcode": .qr, "microqrcode": .microQR, "aztec": .aztec, "databarexp": .databarExpanded, "rss14": .databar,
        "rssexpanded": .databarExpanded, "i2of5": .itf, "gs1128": .code128, "isbn": .ean13,
    ]

    private static func plain(_ name: String) -> String {
        name.lowercased().filter { $0 != " " && $0 != "-" && $0 != "_" }
    }
}
