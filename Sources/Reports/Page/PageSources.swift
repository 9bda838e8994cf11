import Scoring

/// What the page that reviews has from the reports, so that both say and draw the same.
public enum PageSources {
    /// Every text of the reports by the key that the page's scripts know it by.
    public static func words(in language: ReportLanguage) -> [(key: String, text: String)] {
        Words.table(in: language)
    }

    /// Each printed face as SVG in radii of the full face around 0,0, for arrows that are drawn on it.
    public static var faces: [(family: FaceFamily, svg: String)] {
        FaceFamily.allCases.map { ($0, FaceDrawing.plain($0)) }
    }

    /// How the drawings look; the names of colours in it are the page's own.
    public static var style: String { StyleSheet.shared }
}
