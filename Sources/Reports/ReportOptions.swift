import Foundation

/// How a session is written down.
public struct ReportOptions: Sendable, Hashable {
    /// In millimetres; the plot's markers are drawn to its scale.
    public var shaftDiameter: Double
    /// The zone of the times at which photos were taken; GMT shows a camera's own clock where it gave no offset.
    public var timeZone: TimeZone

    public init(shaftDiameter: Double = 5.5, timeZone: TimeZone = .gmt) {
        self.shaftDiameter = shaftDiameter
        self.timeZone = timeZone
    }
}
