import Findings

extension Settings {
    /// Notes where the settings file has each detector, for mistakes that only show when its model is loaded.
    mutating func notePlaces(_ raw: RawSettings, file: String?) {
        guard let file else { return }
        for index in detectors.indices {
            let key = "detectors[\(index)]"
            guard let position = raw.positions[key] else { continue }
            detectors[index].place = "\(file), line \(position.line), column \(position.column): \(key)"
        }
    }
}

extension Settings.Detector {
    /// Runs something that the detector's settings decide; what it throws says where they stand in the file.
    public func atItsPlace<Result>(_ body: () throws -> Result) throws -> Result {
        do {
            return try body()
        } catch let error as any ReportableError {
            guard let place else { throw error }
            throw PlacedError(place: place, error: error)
        }
    }
}

/// An error with the place in the settings file that it comes from.
struct PlacedError: ReportableError {
    let place: String
    let error: any ReportableError

    var codeName: String { error.codeName }
    var fault: Fault { error.fault }
    var isUsage: Bool { error.isUsage }
    var description: String { "\(place): \(error)" }
}
