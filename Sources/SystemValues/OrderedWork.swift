import Foundation

/// Work on items that come one after another, done on several threads at once; the answers are taken in the items' order.
///
/// The caller's thread works too: it waits only while another thread makes the answer that comes next and no further item may be
/// begun. What is begun and not taken yet is bounded by its weight, so that memory is bounded however slowly answers are taken.
package struct OrderedWork: Sendable {
    private let threads: Int
    private let limit: Int

    /// - Parameters:
    ///   - threads: How many work, the caller's among them; where the system gives no more, fewer do.
    ///   - limit: The weight from which on no further item is begun; an item is always begun where none is under way.
    package init(threads: Int = ProcessInfo.processInfo.activeProcessorCount, limit: Int) {
        self.threads = threads
        self.limit = limit
    }

    /// Does all the work; blocks.
    ///
    /// The error that is thrown is the first one in the order of the items, and nothing behind that item is taken. When this
    /// returns, no thread of it works any more.
    ///
    /// - Parameters:
    ///   - next: The item that follows and its weight, nil at the end; one thread at a time asks.
    ///   - work: What is made of an item, on any thread.
    ///   - take: Takes an answer, on the caller's thread.
    package func run<Item: Sendable, Answer: Sendable, Failure: Error>(
        next: @escaping @Sendable () -> (item: Item, weight: Int)?,
        work: @escaping @Sendable (Item) throws(Failure) -> Answer,
        take: (Answer) throws(Failure) -> Void
    ) throws(Failure) {
        let shared = SharedWork(limit: limit, next: next, work: work)
        for number in 1..<max(threads, 1) {
            guard shared.addHelper("quiver-work-\(number)") else { break }
        }
        defer { shared.stop() }
        while let (answer, weight) = shared.nextAnswer() {
            try take(try answer.get())
            shared.release(weight)
        }
    }
}

/// What the threads of ordered work share; all of it is touched under the condition's lock alone, hence the unchecked promise.
private final class SharedWork<Item: Sendable, Answer: Sendable, Failure: Error>: @unchecked Sendable {
    private typealias Made = (answer: Result<Answer, Failure>, weight: Int)

    private let condition = NSCondition()
    private let limit: Int
    private let next: @Sendable () -> (item: Item, weight: Int)?
    private let work: @Sendable (Item) throws(Failure) -> Answer
    /// How many items were begun, and how many answers were taken.
    private var (begun, taken) = (0, 0)
    /// Of the items that were begun and are not done with.
    private var weight = 0
    /// Answers that wait for their turn, by their items' numbers.
    private var answers: [Int: Made] = [:]
    private var isAsking = false
    /// Whether no further item is begun.
    private var isOver = false
    private var helpers = 0

    init(
        limit: Int, next: @escaping @Sendable () -> (item: Item, weight: Int)?,
        work: @escaping @Sendable (Item) throws(Failure) -> Answer
    ) {
        self.limit = limit
        self.next = next
        self.work = work
    }

    /// Has another thread work too; false where the system gives none.
    func addHelper(_ name: String) -> Bool {
        condition.withLock { helpers += 1 }
        do {
            try OwnThread.startNow(name) { self.help() }
            return true
        } catch {
            condition.withLock { helpers -= 1 }
            return false
        }
    }

    private func help() {
        condition.lock()
        while !isOver {
            if mayBegin { begin() } else { condition.wait() }
        }
        helpers -= 1
        condition.broadcast()
        condition.unlock()
    }

    /// The answer whose turn it is; nil when all are taken.
    func nextAnswer() -> (answer: Result<Answer, Failure>, weight: Int)? {
        condition.lock()
        defer { condition.unlock() }
        while true {
            if let made = answers.removeValue(forKey: taken) {
                taken += 1
                return made
            }
            if mayBegin {
                begin()
            } else if isOver, taken == begun {
                return nil
            } else {
                condition.wait()
            }
        }
    }

    /// Counts an answer's item as done with.
    func release(_ done: Int) {
        condition.withLock {
            weight -= done
            condition.broadcast()
        }
    }

    /// Begins nothing any more, and returns when the other threads have ended.
    func stop() {
        condition.withLock {
            isOver = true
            condition.broadcast()
            while helpers > 0 { condition.wait() }
        }
    }

    private var mayBegin: Bool { !isOver && !isAsking && (weight < limit || weight == 0) }

    /// Does the work on the next item; called with the lock, which is given up meanwhile.
    private func begin() {
        isAsking = true
        condition.unlock()
        let asked = next()
        condition.lock()
        isAsking = false
        guard let asked else {
            isOver = true
            return condition.broadcast()
        }
        let number = begun
        begun += 1
        weight += asked.weight
        // Another thread may ask now.
        condition.broadcast()
        condition.unlock()
        let answer: Result<Answer, Failure>
        do throws(Failure) { answer = .success(try work(asked.item)) } catch { answer = .failure(error) }
        condition.lock()
        answers[number] = (answer, asked.weight)
        condition.broadcast()
    }
}
