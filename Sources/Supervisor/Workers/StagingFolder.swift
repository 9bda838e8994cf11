import Glibc
import Results
import Storage
import SystemPackage
import SystemValues
import WorkerProtocol

/// Where a run's workers leave their temp files: a folder among the results, and in it one for each worker.
///
/// Others may be allowed to write among the results. So a folder that another user has made there is refused, and each
/// worker gets a new one under a name that cannot be known before; all calls block.
struct StagingPlace: Sendable {
    let path: FilePath

    private static let name = ".quiver-staging"

    init(path: FilePath) { self.path = path }

    /// The folder of a process; without one, that of the only process that writes there.
    init(of owner: Owner?, in output: FilePath) {
        path = output.appending(Self.name + (owner.map { "-" + ProcessLife.tag(of: $0.life) } ?? ""))
    }

    /// Removes the folders of processes that will not use them any more; blocks.
    static func sweep(_ output: FilePath, _ abandoned: AbandonedFiles) {
        guard let folder = try? RootFolder(withoutLinks: output), let names = try? folder.names() else { return }
        for (name, kind) in names where kind == .folder && name.rawBytes.starts(with: (Self.name + "-").utf8) {
            let maker = String(decoding: name.rawBytes.dropFirst(Self.name.utf8.count + 1), as: UTF8.self)
            let touched = { (try? folder.status(of: FilePath(root: nil, [name])))?.modified.wrappedNanoseconds }
            if abandoned.holds(maker, touched: touched) { StagingPlace(path: output.appending(name)).remove() }
        }
    }

    /// Begins anew: removes what runs that died have left, and makes the folder.
    ///
    /// - Throws: where it cannot be made, or is not this user's.
    func prepare() throws(ResultsError) {
        let (origin, name) = try parent()
        // One that is empty goes, whose ever it is; where it stays, whose it is decides.
        _ = try? origin.removeFolder(name)
        let folder = try open()
        folder.removeContents()
    }

    /// Removes the folder and all that is in it, at the end of a run.
    func remove() {
        guard let (origin, name) = try? parent(), let folder = try? open() else { return }
        folder.removeContents()
        _ = try? origin.removeFolder(name)
    }

    /// A new folder for one worker.
    ///
    /// - Throws: where none can be made, or the place is not this user's any more.
    func makeFolder() throws(ResultsError) -> StagingFolder {
        let folder = try open()
        let name = FilePath("\(UInt64.random(in: 0...UInt64.max))")
        do throws(FolderError) {
            return StagingFolder(path: path.pushing(name), place: folder, folder: try folder.makeOwnFolder(name))
        } catch {
            throw ResultsError(error, "make the folder", path.pushing(name))
        }
    }

    /// Opens the folder, made where it is missing, and sees whose it is.
    private func open() throws(ResultsError) -> RootFolder {
        let (origin, name) = try parent()
        let folder: RootFolder
        do throws(FolderError) { folder = try made(name, in: origin) } catch {
            throw ResultsError(error, "make the folder", path)
        }
        guard isOwn(folder) else { throw ResultsError(foreignFolder: path) }
        return folder
    }

    private func made(_ name: FilePath, in origin: RootFolder) throws(FolderError) -> RootFolder {
        do throws(FolderError) {
            return try origin.makeOwnFolder(name)
        } catch  where error.reason == .system(.fileExists) {
            return try origin.folder(name)
        }
    }

    /// Whether a folder belongs to whom new folders in it belong to: on a share that may be another user than this one.
    private func isOwn(_ folder: RootFolder) -> Bool {
        if folder.status.owner == geteuid() { return true }
        let name = FilePath("\(UInt64.random(in: 0...UInt64.max))")
        guard let trial = try? folder.makeOwnFolder(name) else { return false }
        _ = try? folder.removeFolder(name)
        return trial.status.owner == folder.status.owner
    }

    private func parent() throws(ResultsError) -> (RootFolder, FilePath) {
        try AtomicFile.make(path.removingLastComponent())
        do throws(FolderError) {
            return (try RootFolder(withoutLinks: path.removingLastComponent()), FilePath(rawBytes: path.lastName))
        } catch {
            throw ResultsError(error, "make the folder", path)
        }
    }
}

/// The folder of one worker, which no other worker and no other user enters; it goes with the worker.
final class StagingFolder: Sendable {
    let path: FilePath
    private let place: RootFolder
    private let folder: RootFolder

    fileprivate init(path: FilePath, place: RootFolder, folder: RootFolder) {
        (self.path, self.place, self.folder) = (path, place, folder)
    }

    /// Whether the folder still lies at its path; blocks.
    var isInPlace: Bool { folder.isInPlace }

    /// Takes finished files out of the worker's reach, so that nothing can be put into their place any more; blocks.
    ///
    /// Only of files that are its own, as ``AnswerLine/Files/areOwn(in:)`` says. One that is not there stays as it is named.
    /// - Throws: where the place does not let them be moved, such as a disk that cannot be written any more.
    func take(_ files: inout AnswerLine.Files) throws(ResultsError) {
        if let picture = files.annotated { files.annotated = try taken(picture) }
        for index in files.crops.indices { files.crops[index].staged = try taken(files.crops[index].staged) }
        for index in files.pages.indices { files.pages[index].staged = try taken(files.pages[index].staged) }
    }

    private func taken(_ file: RawPathText) throws(ResultsError) -> RawPathText {
        let name = FilePath(rawBytes: file.file.lastName)
        do throws(FolderError) {
            try folder.rename(name, to: name, in: place, replacing: false)
        } catch {
            if error.reason == .system(.noSuchFileOrDirectory) { return file }
            throw ResultsError(error, "take over the file", path.pushing(name))
        }
        return RawPathText(place.path.pushing(name))
    }

    /// Where files lie that were taken.
    var taking: FilePath { place.path }

    /// Removes it and what the worker has left in it; blocks.
    func remove() {
        folder.removeContents()
        _ = try? place.removeFolder(FilePath(rawBytes: path.lastName))
    }
}
