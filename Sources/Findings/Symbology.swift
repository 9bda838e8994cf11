/// A kind of code, under the name that settings and records have for it.
public enum Symbology: String, Sendable, Hashable, Codable, CaseIterable {
    /// Aztec Code, ISO/IEC 24778: on tickets; its runes are not read.
    case aztec
    /// Codabar: libraries, blood banks, older parcels.
    case codabar
    /// Code 39, ISO/IEC 16388: capital letters and digits, in industry.
    case code39
    /// Code 93: a denser Code 39.
    case code93
    /// Code 128, ISO/IEC 15417, and GS1-128 with it: parcels and pallets.
    case code128
    /// GS1 DataBar, omnidirectional and stacked, ISO/IEC 24724: fruit and vegetables.
    case databar
    /// GS1 DataBar Expanded, also stacked: numbers of goods with weights and dates.
    case databarExpanded
    /// Data Matrix, ISO/IEC 16022: small parts, medicines, letters.
    case dataMatrix
    /// EAN-8, ISO/IEC 15420: small packages.
    case ean8
    /// EAN-13, ISO/IEC 15420: goods, books.
    case ean13
    /// Interleaved 2 of 5, ISO/IEC 16390: cartons.
    case itf
    /// MaxiCode, ISO/IEC 16023; read only where it fills an upright picture, not in photos.
    case maxicode
    /// PDF417, ISO/IEC 15438: identity papers, boarding passes.
    case pdf417
    /// QR Code, ISO/IEC 18004, model 2.
    case qr
    /// Micro QR Code, ISO/IEC 18004.
    case microQR
    /// UPC-A, ISO/IEC 15420: goods in North America; an EAN-13 that begins with 0.
    case upcA
    /// UPC-E, ISO/IEC 15420: UPC-A with its zeros left out.
    case upcE

    /// The name that people know, as in "EAN-13".
    public var name: String {
        switch self {
        case .aztec: "Aztec Code"
        case .codabar: "Codabar"
        case .code39: "Code 39"
        case .code93: "Code 93"
        case .code128: "Code 128"
        case .databar: "GS1 DataBar"
        case .databarExpanded: "GS1 DataBar Expanded"
        case .dataMatrix: "Data Matrix"
        case .ean8: "EAN-8"
        case .ean13: "EAN-13"
        case .itf: "Interleaved 2 of 5"
        case .maxicode: "MaxiCode"
        case .pdf417: "PDF417"
        case .qr: "QR Code"
        case .microQR: "Micro QR Code"
        case .upcA: "UPC-A"
        case .upcE: "UPC-E"
        }
    }

    /// Whether it is bars side by side, read along a line.
    public var isLinear: Bool {
        switch self {
        case .codabar, .code39, .code93, .code128, .databar, .databarExpanded, .ean8, .ean13, .itf, .upcA, .upcE: true
        case .aztec, .dataMatrix, .maxicode, .pdf417, .qr, .microQR: false
        }
    }
}

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
