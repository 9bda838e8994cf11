import Findings

/// One code as one look at a picture showed it, in the photo's pixels.
struct Sighting {
    var symbology: Symbology
    var text: String
    var bytes: [UInt8]
    /// The digits of an EAN or UPC add-on, which the text holds at its end.
    var addOn = ""
    /// Clockwise from the code's own top left.
    var corners: [Point]
    /// How many rows of pixels agreed on a linear code.
    var lines: Int

    /// Two rows that agree are soon found where noise is searched long enough; four were right in all we know of.
    static let firmLines = 4

    /// Whether it is certain: codes of two dimensions correct and check themselves, linear ones need many witnesses.
    var isFirm: Bool { !symbology.isLinear || symbology.isDatabar || lines >= Self.firmLines }

    /// The upright box around it.
    var bounds: Box { Box(around: corners) }

    /// The longer side of the box around it.
    var length: Double { max(bounds.width, bounds.height) }
}

extension Symbology {
    /// EAN and UPC, which are one family: rows of one may be misread as another.
    var isRetail: Bool { self == .ean8 || self == .ean13 || self == .upcA || self == .upcE }

    /// DataBar counts its witnesses by its own rules, and its parts check each other.
    var isDatabar: Bool { self == .databar || self == .databarExpanded }
}
