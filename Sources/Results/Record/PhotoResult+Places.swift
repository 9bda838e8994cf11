import Findings

extension PhotoResult {
    /// Where findings of some labels lie, whichever detector found them, in pixels of the upright photo; also of those that
    /// rules ignore, as what is to be hidden must not be shown by a rule.
    ///
    /// - Parameter page: Of a file with pages; by default the first, and nil for all.
    package func places(of labels: Set<String>, page: Int? = 1) -> [Box] {
        guard !labels.isEmpty else { return [] }
        return results.filter { page == nil || $0.page == page }.flatMap { $0.found.items + ($0.ignored?.items ?? []) }
            .filter {
                labels.contains($0.label)
            }
            .compactMap { $0.region?.bounds }
    }
}
