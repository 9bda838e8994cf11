import Findings
import Hooks
import JSONTree
import Query
import Results
import Settings
import Storage
import SystemPackage
import WorkerProtocol

/// The hooks of the settings: what each is told of, and how.
struct HookPlan: Sendable {
    /// One hook.
    struct Hook: Sendable {
        let settings: Settings.Hook
        /// Which photos it is told of.
        var query = Query.all
        let channel: any HookChannel

        var name: String { settings.name }
    }

    let hooks: [Hook]
    /// The hooks that a photo's folder has, by its path; nil where each has all.
    var ofFolder: (@Sendable (FilePath) -> [Settings.Hook])?

    /// Without hooks.
    static let none = HookPlan(hooks: [])

    init(hooks: [Hook]) { self.hooks = hooks }

    /// - Throws: ``PipelineError`` where a hook cannot be meant.
    init(_ settings: Settings, version: String) throws {
        hooks = try settings.hooks.map { hook in
            let query: Query
            do { query = try hook.filter.map { text throws(QueryError) in try Query.parse(text) } ?? .all } catch {
                throw PipelineError(.setting, "the hook \(hook.name) asks \"where\": \(error)", fault: .input)
            }
            return Hook(settings: hook, query: query, channel: try Self.channel(of: hook, version: version))
        }
    }

    /// How a hook's messages are delivered.
    static func channel(of hook: Settings.Hook, version: String) throws -> any HookChannel {
        switch hook.way {
        case .program(let program, let arguments):
            return HookProgram(program, arguments: arguments, limit: hook.timeout)
        case .url(let address): return HookSending(hook, to: address, version: version)
        case .mail(let readers): return HookMail(hook, to: readers)
        case nil:
            throw PipelineError(
                .setting, "the hook \(hook.name) names no receiver; name one of program, url and mail", fault: .input)
        }
    }

    /// The same hooks, of which each folder has its own.
    func among(_ folders: FolderSettings) -> HookPlan {
        var plan = self
        if folders.all.count > 1 || folders.all.contains(where: { $0.hooks.count != hooks.count }) {
            plan.ofFolder = { folders.of($0).hooks }
        }
        return plan
    }

    /// The hooks that are told of photos in a place.
    func told(ofPhotoAt place: Place) -> [Hook] {
        guard let names = ofFolder.map({ Set($0(place.file).map(\.name)) }) else { return told(of: .photo) }
        return told(of: .photo).filter { names.contains($0.name) }
    }

    /// The hooks that are told of something.
    func told(of subject: Settings.Hook.Subject) -> [Hook] { hooks.filter { $0.settings.on == subject } }

    subscript(name: String) -> Hook? { hooks.first { $0.name == name } }

    /// Why hooks would deliver nothing, a sentence each.
    func troubles() -> [String] {
        hooks.compactMap { hook in hook.channel.trouble().map { "the hook \(hook.name) delivers nothing: \($0)" } }
    }
}

extension HookPlan {
    /// How photos are told of; nil where no hook is.
    ///
    /// - Parameter scores: What the score book keeps of a photo; nil where nothing is scored.
    func telling(_ scores: FolderScores?, _ news: HookNews) -> Publisher.Telling? {
        guard !told(of: .photo).isEmpty else { return nil }
        return Publisher.Telling(
            messages: { end in
                let place = end.claim.place
                return end.record.map {
                    messages(
                        on: $0, at: place, ended: end.claim.id, scores?(place.file)?.reading(of: end), in: end.sets)
                } ?? []
            }, unanswered: { messages(on: $0, at: $1, ended: $2, in: $3) },
            asksForSets: told(of: .photo).contains { $0.query.terms.contains(.set) }, added: news.changes, news: news)
    }

    /// What hooks are told of a photo that ended under a claim.
    ///
    /// - Parameter sets: The sets that the photo is in.
    func messages(
        on record: Record, at place: Place, ended claim: ClaimID, _ reading: PhotoReading? = nil,
        in sets: [String] = []
    ) -> [NewMessage] {
        let hooks = told(ofPhotoAt: place)
        let book = QuerySubject.Book(session: reading?.session, archers: [reading?.archer].compactMap { $0 })
        var subject =
            hooks.allSatisfy(\.query.isAll)
            ? nil : QuerySubject(record: record, score: nil, review: nil, book: book)
        subject?.sets = sets
        let body = Array(JSONValue.object([.init("record", record.json)]).line.utf8)
        return hooks.filter { [subject] hook in subject.map(hook.query.matches) ?? true }.map { hook in
            NewMessage(
                hook: hook.name, subject: .photo(claim), event: Settings.Hook.Subject.photo.rawValue, body: body)
        }
    }
}
