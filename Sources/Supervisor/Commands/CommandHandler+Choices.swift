import Control
import Storage
import SystemValues

/// What commands are meant for, as clients name it.
extension CommandHandler {
    /// Jobs by number or state.
    static func filter(_ choice: JobChoice) throws -> JobFilter {
        let states = try states(choice.states)
        // No condition at all would mean every job.
        guard !choice.jobs.isEmpty || !states.isEmpty else {
            throw ControlError(.badRequest, "name jobs by number or by state", fault: .input)
        }
        return JobFilter(ids: choice.jobs.isEmpty ? nil : choice.jobs.map(JobID.init), states: states, age: .current)
    }

    /// A word that is no state must not be left out: fewer conditions mean more jobs.
    private static func states(_ words: [String]) throws -> Set<JobState> {
        try Set(
            words.map { word in
                if let state = JobState(word: word) { return state }
                throw ControlError(
                    .badRequest,
                    "no photo can be in the state '\(word.forTerminal)'; the states are "
                        + JobState.allCases.map(\.description).joined(separator: ", "), fault: .input)
            })
    }

    /// Messages by number, hook and state.
    static func messages(_ choice: MessageChoice) throws -> OutboxFilter {
        let states = try choice.states.map { word in
            if let state = OutboxState.allCases.first(where: { $0.description == word }) { return state }
            throw ControlError(
                .badRequest,
                "no message can be in the state '\(word.forTerminal)'; the states are "
                    + OutboxState.allCases.map(\.description).joined(separator: ", "), fault: .input)
        }
        guard !choice.messages.isEmpty || !states.isEmpty else {
            throw ControlError(.badRequest, "name messages by number or by state", fault: .input)
        }
        return OutboxFilter(
            ids: choice.messages.isEmpty ? nil : choice.messages.map(MessageID.init),
            hooks: choice.hooks.isEmpty ? nil : Set(choice.hooks), states: Set(states))
    }
}
