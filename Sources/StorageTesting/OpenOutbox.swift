import Storage

/// The outbox's rows while a transaction runs.
struct OpenOutbox: OutboxTable {
    let open: OpenRows

    func place(of job: JobID) -> Place? { open.job(job)?.place }

    func mayDeliver(_ owner: Owner) -> Bool { open.mayClaim }

    func page(_ request: OutboxPage) -> [OutboxMessage] {
        let messages = open.rows.outbox.map(\.message)
        let rest = (request.newestFirst ? messages.reversed() : messages).filter { message in
            guard let after = request.after else { return true }
            return request.newestFirst ? message.id < after : message.id > after
        }
        return Array(rest.lazy.filter(request.filter.matches).prefix(max(0, request.limit)))
    }

    func locked(_ request: OutboxPage) -> [OutboxMessage] { page(request) }

    func overview() -> [String: OutboxOverview] {
        Dictionary(grouping: open.rows.outbox, by: \.message.hook).mapValues { rows in
            let waiting = rows.map(\.message).filter { $0.state == .waiting }
            return OutboxOverview(
                counts: Dictionary(grouping: rows, by: \.message.state).mapValues(\.count),
                eldestWaiting: waiting.map(\.made).min(),
                nextDue: rows.filter { $0.message.state == .waiting && isFirst($0) && $0.message.progress.owner == nil }
                    .map(\.message.due).min())
        }
    }

    func nextDue(of hooks: Set<String>) -> UnixMillis? {
        overview().filter { hooks.contains($0.key) }.compactMap(\.value.nextDue).min()
    }

    /// Whether no earlier message of the line waits.
    private func isFirst(_ row: OutboxRow) -> Bool {
        !open.rows.outbox.contains {
            $0.message.state == .waiting && $0.message.hook == row.message.hook && $0.line == row.line
                && $0.message.id < row.message.id
        }
    }

    func next(_ limit: Int, of hook: String, at now: UnixMillis) -> [OutboxMessage] {
        let due = open.rows.outbox.filter { row in
            row.message.hook == hook && row.message.progress.after(.claimed(Self.noOwner), at: now) != nil
                && isFirst(row)
        }
        return Array(due.map(\.message).sorted { ($0.due, $0.id) < ($1.due, $1.id) }.prefix(limit))
    }

    private static let noOwner = Owner(host: "", boot: "", pid: 0, started: 0)

    func insert(_ rows: [OutboxRow]) {
        for row in rows {
            open.rows.lastMessage += 1
            var numbered = row
            numbered.message.id = MessageID(rawValue: open.rows.lastMessage)
            open.rows.outbox.append(numbered)
        }
    }

    func restoreRows(_ rows: [OutboxRow]) {
        open.rows.outbox += rows
        open.rows.outbox.sort { $0.message.id < $1.message.id }
        open.rows.lastMessage = max(open.rows.lastMessage, open.rows.outbox.last?.message.id.rawValue ?? 0)
    }

    func update(_ messages: [OutboxMessage]) {
        for message in messages {
            guard let position = open.rows.outbox.firstIndex(where: { $0.message.id == message.id }) else { continue }
            open.rows.outbox[position].message = message
        }
    }

    func remove(_ ids: [MessageID]) { open.rows.outbox.removeAll { ids.contains($0.message.id) } }

    func deliverers() -> [Owner] {
        Set(open.rows.outbox.compactMap(\.message.progress.owner)).sorted { $0.life < $1.life }
    }

    func deliveries(of owner: Owner) -> [OutboxMessage] {
        open.rows.outbox.map(\.message).filter { $0.progress.owner == owner }
    }
}
