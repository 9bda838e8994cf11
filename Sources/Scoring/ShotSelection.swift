/// Which impacts are taken for shots.
struct ShotSelection {
    let settings: ScoringSettings
    let tolerances: ReviewTolerances

    /// The shots among impacts of the kind that counts.
    ///
    /// Those the model is sure of. Where it is known how many arrows an end has and fewer are sure, the surest of the others
    /// are taken up to that number: a weak one is then likelier a hidden arrow than none, and it is marked for a person by
    /// its low confidence. Where more are sure, the weakest are left out if they are likelier no arrow than one. Beside the
    /// scoring area lie pins, seams and other faces' arrows, so that a miss must be surer.
    func shots(among impacts: [PlacedImpact]) -> [PlacedImpact] {
        let possible = impacts.filter { impact in
            if impact.depth > tolerances.missReach { return false }
            return impact.depth <= tolerances.missDepth || impact.impact.confidence > tolerances.missConfidence
        }.sorted { $0.impact.confidence > $1.impact.confidence }
        let sure = possible.filter { $0.impact.confidence > leastConfidence(of: $0.impact.kind) }
        guard let wanted = settings.arrowsPerEnd else { return sure }
        guard sure.count > wanted else { return Array(possible.prefix(wanted)) }
        // Of too many those go that are likelier no arrow than one; what is left over is for a person to judge.
        return sure.prefix(wanted) + sure.dropFirst(wanted).filter { $0.impact.confidence > tolerances.likely }
    }

    private func leastConfidence(of kind: Impact.Kind) -> Double {
        switch kind {
        case .arrow: settings.confidence
        case .hole: max(settings.confidence, tolerances.sureHole)
        }
    }
}

extension ScoringSettings {
    /// The least confidence that an impact of any use has: what is below it need not be handed in.
    public var leastConfidence: Double {
        arrowsPerEnd == nil ? confidence : Swift.min(confidence, ReviewTolerances().leastConfidence)
    }
}
