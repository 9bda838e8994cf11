import Storage

/// What must hold for a job and its photo's facts, in SQL that SQLite and PostgreSQL both understand.
///
/// Each part is true or false and never NULL, so that the opposite of a part is what it seems. What asks for findings looks
/// at those of one job: `EXISTS` walks the few rows of the job, where a list of jobs would be made of all of them.
struct FactConditions {
    /// What stands in the statement for a value.
    let write: (JobConditions.Value) -> String

    /// The table of jobs with the facts of their photos, for conditions over both.
    static let tables = "job LEFT JOIN photo_fact ON photo_fact.job = job.id"

    func sql(_ condition: FactCondition) -> String {
        switch condition {
        case .all(let parts): parts.isEmpty ? "1 = 1" : "(\(parts.map(sql).joined(separator: " AND ")))"
        case .any(let parts): parts.isEmpty ? "1 = 0" : "(\(parts.map(sql).joined(separator: " OR ")))"
        case .not(let part): "NOT (\(sql(part)))"
        case .states(let states):
            states.isEmpty
                ? "1 = 0" : "job.state IN (\(states.map { "\($0.rawValue)" }.sorted().joined(separator: ", ")))"
        case .isCopy: "job.original IS NOT NULL"
        case .hasFailure: "job.failure_code IS NOT NULL"
        case .job(let ranges): within("job.id", ranges)
        case .bytes(let ranges): within("job.size", ranges)
        case .tells(let gaps):
            "coalesce(photo_fact.is_due = 0 AND (photo_fact.gaps & \(gaps.rawValue)) = 0, 1 = 0)"
        case .photo(let test): sql(test, of: "photo_fact")
        case .findings(let tests, let counts): findings(tests, counts)
        }
    }

    private func findings(_ tests: [FactTest], _ counts: [[FactRange]]) -> String {
        let rows = (["finding_fact.job = job.id"] + tests.map { sql($0, of: "finding_fact") })
            .joined(separator: " AND ")
        // With an OFFSET PostgreSQL makes no table of all findings in the place of a look at those of one job.
        guard !counts.isEmpty else { return "EXISTS (SELECT 1 FROM finding_fact WHERE \(rows) LIMIT 1 OFFSET 0)" }
        let count = "(SELECT count(*) FROM finding_fact WHERE \(rows))"
        return "(\(counts.map { within(count, $0) }.joined(separator: " AND ")))"
    }

    private func sql(_ test: FactTest, of table: String) -> String {
        let column = "\(table).\(test.fact.rawValue)"
        let comparison =
            switch test.comparison {
            case .ranges(let ranges): within(column, ranges)
            case .bits(let bits): "(\(column) & \(bits)) <> 0"
            case .texts(let texts): any(texts.map { text(column, $0) })
            case .beginnings(let ranges): any(ranges.map { begins(column, $0) })
            case .anything: "\(column) IS NOT NULL"
            }
        return "coalesce(\(test.isNot ? "NOT (\(comparison))" : comparison), 1 = 0)"
    }

    private func within(_ value: String, _ ranges: [FactRange]) -> String {
        any(
            ranges.map { range in
                let bounds =
                    [
                        range.from.map { "\(value) >= \(write(.number($0)))" },
                        range.to.map { "\(value) <= \(write(.number($0)))" },
                    ].compactMap { $0 }
                return bounds.isEmpty ? "\(value) IS NOT NULL" : "(\(bounds.joined(separator: " AND ")))"
            })
    }

    /// The texts on both sides are as they are compared, so that it does not matter that SQLite's LIKE knows no case.
    private func text(_ column: String, _ pieces: [String]) -> String {
        guard pieces.count > 1 else { return "\(column) = \(write(.text(pieces.first ?? "")))" }
        // By scalars, as databases read them: a sign may be one character with a mark behind it.
        let escaped = pieces.map { piece in
            var text = ""
            for scalar in piece.unicodeScalars {
                if "!%_".unicodeScalars.contains(scalar) { text.unicodeScalars.append("!") }
                text.unicodeScalars.append(scalar)
            }
            return text
        }
        return "\(column) LIKE \(write(.text(escaped.joined(separator: "%")))) ESCAPE '!'"
    }

    private func begins(_ column: String, _ range: TextRange) -> String {
        func bound(_ text: String, _ relation: String) -> String {
            "substr(\(column), 1, \(text.unicodeScalars.count)) \(relation) \(write(.text(text)))"
        }
        let open = range.isOpen ? "" : "="
        let bounds = [range.from.map { bound($0, ">\(open)") }, range.to.map { bound($0, "<\(open)") }].compactMap {
            $0
        }
        return bounds.isEmpty ? "\(column) IS NOT NULL" : "(\(bounds.joined(separator: " AND ")))"
    }

    private func any(_ parts: [String]) -> String {
        parts.isEmpty ? "1 = 0" : parts.count == 1 ? parts[0] : "(\(parts.joined(separator: " OR ")))"
    }
}
