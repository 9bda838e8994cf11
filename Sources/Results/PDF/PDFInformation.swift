import Foundation

/// What a document says of itself.
public struct PDFInformation: Sendable, Hashable {
    /// What viewers show in the window's title; nil for none.
    public var title: String?
    /// When it was made; nil for a document that does not say so, which is the same whenever it is written.
    public var created: Date?
    /// When it was last changed.
    public var modified: Date?
    /// The language of its text, as in `de` or `en-GB`; nil for none.
    public var language: String?

    /// What a document says, part by part.
    public init(title: String? = nil, created: Date? = nil, modified: Date? = nil, language: String? = nil) {
        self.title = title
        self.created = created
        self.modified = modified
        self.language = language
    }

    var dictionary: String {
        var entries = ["/Producer \(Self.text("Quiver"))"]
        if let title { entries.append("/Title \(Self.text(title))") }
        if let created = created.flatMap(Self.date) { entries.append("/CreationDate \(created)") }
        if let modified = modified.flatMap(Self.date) { entries.append("/ModDate \(modified)") }
        return "<< \(entries.joined(separator: " ")) >>"
    }

    /// Any text, as UTF-16 with its mark in hexadecimal digits (ISO 32000-1, 7.9.2.2).
    static func text(_ text: String) -> String { "<FEFF\(text.utf16.map(hexadecimal).joined())>" }

    /// A moment in universal time; nil outside of the years 0 to 9999.
    ///
    /// The date of a day's number is Howard Hinnant's (chrono-compatible low-level date algorithms).
    static func date(_ moment: Date) -> String? {
        let seconds = moment.timeIntervalSince1970.rounded(.down)
        guard seconds > -62_167_219_200, seconds < 253_402_300_800 else { return nil }
        let total = Int(seconds)
        let days = (total - ((total % 86_400) + 86_400) % 86_400) / 86_400
        let second = total - days * 86_400
        // Days from 1 March of the year 0, in eras of 400 years.
        let shifted = days + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let month = (5 * dayOfYear + 2) / 153
        let day = dayOfYear - (153 * month + 2) / 5 + 1
        let number = month < 10 ? month + 3 : month - 9
        let year = yearOfEra + era * 400 + (number <= 2 ? 1 : 0)
        let parts = [number, day, second / 3600, second / 60 % 60, second % 60].map { String($0).filledUp(to: 2) }
        return "(D:\(String(year).filledUp(to: 4))\(parts.joined())Z)"
    }
}
