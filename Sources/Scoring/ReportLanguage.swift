/// A language that score sheets, reports and the page are written in.
public enum ReportLanguage: String, Sendable, Hashable, CaseIterable {
    case english = "en"
    case german = "de"
}
