import Confinement
import Findings
import Foundation
import Results

/// The supervisor's first line to a worker: the settings it started with, whatever the file says by now.
///
/// There is a plan for each way in which watched folders have their photos processed; a job line names its own.
package struct PlanLine: Codable {
    package var plans: [WorkPlan]

    package init(plans: [WorkPlan]) { self.plans = plans }
}

/// A supervised worker's first line.
package struct WorkerGreeting: Codable, Sendable {
    /// Nil when the worker is ready to work.
    package var startupError: Record.Failure?
    /// What the worker has given up.
    package var confinement: ConfinementReport?
    /// What looks at photos by each plan, in the order of the plan.
    package var plans: [[Detector]]?

    /// A detector with the classes of its model, as the worker has loaded it.
    package struct Detector: Codable, Sendable, Hashable {
        package var name: String
        package var task: DetectorTask
        /// In the model's order; empty where they have no names.
        package var classes: [String]

        package init(name: String, task: DetectorTask, classes: [String]) {
            self.name = name
            self.task = task
            self.classes = classes
        }
    }

    package var ready: Bool { startupError == nil }
    package var greeting = "quiver worker"

    package init(
        startupError: Record.Failure?, confinement: ConfinementReport? = nil, plans: [[Detector]]? = nil
    ) {
        self.startupError = startupError
        self.confinement = confinement
        self.plans = plans
    }
}

extension WorkPlan {
    /// The detectors that only show where targets are, in a plan that scores: no other one takes what they find.
    package func targetSeekers(among known: [WorkerGreeting.Detector]) -> [String] {
        guard targets != nil else { return [] }
        let taken = Set(detectors.flatMap { [$0.settings.on.detector, $0.settings.without] })
        let whole = Set(detectors.filter { $0.settings.on.detector == nil && !taken.contains($0.name) }.map(\.name))
        return known.filter {
            whole.contains($0.name) && TargetClass.areSought(by: $0.task, among: $0.classes)
        }.map(\.name)
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
