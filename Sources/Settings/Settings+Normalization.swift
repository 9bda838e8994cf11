extension Settings {
    /// Refuses a mean or a deviation that has not three numbers, or one without the other.
    func checkNormalization(_ givens: inout Givens) {
        for (index, detector) in detectors.enumerated() {
            let counts = (detector.mean.count, detector.deviation.count)
            guard counts != (0, 0), counts != (3, 3) else { continue }
            let key = "detectors[\(index)].\(counts.0 == 3 ? "std" : "mean")"
            let message = "\(key): mean and std go together, three numbers each for red, green and blue"
            givens.problems.append(.init(.conflict, message, at: givens[key]?.node.position))
        }
    }
}
