import Results
import WorkerProtocol

extension WorkerGreeting {
    /// The detectors of a plan with the classes that the worker names; nil where no honest worker says so.
    ///
    /// Empty where the worker says nothing of them. What is not the worker's to say comes from the plan.
    func classes(of plan: WorkPlan) -> [DetectorClasses]? {
        guard let detectors else { return [] }
        guard detectors.map(\.name) == plan.detectors.map(\.name),
            detectors.reduce(0, { $0 + $1.classes.count }) <= AnswerBounds.classes,
            detectors.allSatisfy({ $0.classes.allSatisfy(\.isName) })
        else { return nil }
        return zip(detectors, plan.detectors).map { detector, plan in
            DetectorClasses(
                name: plan.name, task: detector.task.rawValue, model: plan.model.sha256, classes: detector.classes)
        }
    }
}
