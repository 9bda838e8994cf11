import Storage

/// Changing named sets.
extension CommandHandler {
    /// Puts photos into a set, or takes them out; returns those that are named here of which that is a change.
    ///
    /// A choice that is refused leaves nothing of what was gathered for it.
    func choose(
        _ contents: [String], as name: String, _ change: PhotoSetChange, with draft: PhotoSetDraft?
    ) async throws -> [String] {
        do {
            return try await attempt { try $0.sets.choose(contents, as: name, change, with: draft) }
        } catch let refusal as PhotoSetError {
            // The refusal has rolled its own transaction back. What cannot be let go now goes with the next draft, or is pruned.
            if let draft { try? await attempt { try $0.sets.letGo(draft) } }
            throw refusal
        }
    }
}
