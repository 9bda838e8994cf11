import Reports
import Scoring
import Settings
import Storage

extension ReportOptions {
    /// How a session of a book is written down: to the scale of the shafts that its photos were scored with, all else as the
    /// settings have it.
    public init(
        of session: String, in book: any ScoreReading, settings: Settings, printsPictures: Bool = false
    ) throws {
        self.init(
            shaftDiameter: try book.scoring(ofSession: session)?.shaftDiameter ?? settings.scoring.shaft,
            confidenceLevels: settings.output.confidenceLevels, printsPictures: printsPictures,
            language: settings.output.language)
    }
}
