/// What users' documents ask for and what was not there once, or not whole: the one list of it.
///
/// Each row is shown with the program itself; one that nothing shows does not compile.
enum CoverageRow: String, CaseIterable, Sendable {
    case oneResult = "R1: the arrows that are scored are what tables, lists, crops and data sets have"
    case confirmedAsData = "R2, R3: confirmed, adjusted and placed by hand leave Quiver as data"
    case sheetsAreNew = "R4: the sheets on the disk are the book as corrected"
    case archersOnSheets = "R5: the archers are on the sheets"
    case ownSettings = "D9: the checkout's own settings work as they stand"
    case dropFolderScores = "D10: a drop folder gives score sheets"
    case curation = "D11: what is scored is a data set to train with"
    case scoringIsOn = "E25: scoring is on in the settings that are written without a question"
    case thresholds = "A5, A6: the confidence and the overlap are settings"
    case thresholdIsKept = "A7: a confidence that equals the threshold is kept"
    case records = "A20, A28-A34, A36, A37: a record has its arrows in order, with every field, scored by the table"
    case bareTable = "A35: an arrow counts by its middle alone"
    case ownConfidence = "A38: the model's own confidence stays with a corrected arrow"
    case offTarget = "A40, A71: an arrow that is let go off the target is removed"
    case tryAgain = "A47: a photo that failed is tried again on its own page"
    case camera = "A49: the page takes photos and chooses them"
    case tint = "A58: the target is tinted while arrows are placed"
    case belowExpected = "A72: a removal below the expected count begins to place"
    case atStart = "A73: placing begins by itself where arrows are missing"
    case adjusted = "A75, A76: a placement that is moved is adjusted, one that is confirmed is not"
    case chips = "B19: chips of 44 and of 32"
    case rounds = "B36: a round is named, and its archers are ranked"
    case words = "C15: a confidence is said in words, in the record and on the page"
    case bounds = "C16: the bounds of the words are a setting"

    /// How a row is shown.
    enum Shown: Sendable {
        case program(@Sendable () async throws -> Void)
        case page(@Sendable (ReviewPage) async throws -> Void)
    }

    var shown: Shown {
        switch self {
        case .oneResult: .program(ProgramCoverage.oneResult)
        case .confirmedAsData: .program(ProgramCoverage.confirmedAsData)
        case .sheetsAreNew: .program(ProgramCoverage.sheetsAreNew)
        case .archersOnSheets: .program(ProgramCoverage.archersOnSheets)
        case .ownSettings: .program(ProgramCoverage.ownSettings)
        case .dropFolderScores: .program(ProgramCoverage.dropFolderScores)
        case .curation: .program(ProgramCoverage.curation)
        case .scoringIsOn: .program(ProgramCoverage.scoringIsOn)
        case .thresholds: .program(ProgramCoverage.thresholds)
        case .thresholdIsKept: .program(ProgramCoverage.thresholdIsKept)
        case .records: .program(ProgramCoverage.records)
        case .bareTable: .program(ProgramCoverage.bareTable)
        case .ownConfidence: .program(ProgramCoverage.ownConfidence)
        case .offTarget: .page(PageCoverage.offTarget)
        case .tryAgain: .page(PageCoverage.tryAgain)
        case .camera: .page(PageCoverage.camera)
        case .tint: .page(PageCoverage.tint)
        case .belowExpected: .page(PageCoverage.belowExpected)
        case .atStart: .page(PageCoverage.atStart)
        case .adjusted: .program(ProgramCoverage.adjusted)
        case .chips: .page(PageCoverage.chips)
        case .rounds: .program(ProgramCoverage.rounds)
        case .words: .page(PageCoverage.words)
        case .bounds: .program(ProgramCoverage.bounds)
        }
    }
}
