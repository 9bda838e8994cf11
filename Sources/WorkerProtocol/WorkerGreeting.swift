import Confinement
import Foundation
import Results

/// The supervisor's first line to a worker: the settings it started with, whatever the file says by now.
package struct PlanLine: Codable {
    package var plan: WorkPlan

    package init(plan: WorkPlan) { self.plan = plan }
}

/// A supervised worker's first line.
package struct WorkerGreeting: Codable, Sendable {
    /// Nil when the worker is ready to work.
    package var startupError: Record.Failure?
    /// What the worker has given up.
    package var confinement: ConfinementReport?
    package var ready: Bool { startupError == nil }
    package var greeting = "quiver worker"

    package init(startupError: Record.Failure?, confinement: ConfinementReport? = nil) {
        self.startupError = startupError
        self.confinement = confinement
    }
}

extension JSONEncoder {
    /// One line a value, the keys in a fixed order.
    package static var lines: JSONEncoder {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return encoder
    }
}
