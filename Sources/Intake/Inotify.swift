import Glibc
import SystemPackage
import SystemValues

/// The kernel's event queue: one instance for all roots, drained by the watcher's own thread.
struct Inotify: ~Copyable {
    let descriptor: Int32

    /// Only what is needed is subscribed: asking for OPEN or ACCESS would let our own scans flood the queue for ever.
    private static let interest =
        UInt32(IN_CREATE) | UInt32(IN_CLOSE_WRITE) | UInt32(IN_MOVED_TO) | UInt32(IN_MOVED_FROM) | UInt32(IN_DELETE)
        | UInt32(IN_DELETE_SELF) | UInt32(IN_MOVE_SELF) | UInt32(IN_ONLYDIR)

    init() throws(Errno) {
        descriptor = try Syscalls.checked { inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC)) }
    }

    /// Watches a folder; a folder that is watched already keeps its number.
    func add(_ path: [UInt8], followLinks: Bool) throws(Errno) -> Int32 {
        let flags = Self.interest | (followLinks ? 0 : UInt32(IN_DONT_FOLLOW))
        return try Syscalls.checked { path.withCPath { inotify_add_watch(descriptor, $0, flags) } }
    }

    /// Ends a watch; that it may have ended by itself does not matter.
    func remove(_ watch: Int32) { _ = inotify_rm_watch(descriptor, watch) }

    /// The events that wait, at most what one buffer holds; empty when there are none.
    func read(into buffer: UnsafeMutableRawBufferPointer) throws(Errno) -> [InotifyEvent] {
        do throws(Errno) {
            let count = try Syscalls.checked { Glibc.read(descriptor, buffer.baseAddress, buffer.count) }
            return InotifyEvent.parse(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
        } catch .wouldBlock {
            return []
        }
    }

    /// Ends all watches.
    consuming func close() throws(Errno) {
        let descriptor = descriptor
        try Syscalls.checked { Glibc.close(descriptor) }
    }
}

/// One event of the kernel, with its name as raw bytes.
struct InotifyEvent: Sendable, Hashable {
    let watch: Int32
    let mask: UInt32
    /// The entry of the watched folder; empty where the event is about the folder itself.
    let name: [UInt8]

    var isFolder: Bool { has(IN_ISDIR) }
    /// Events were lost; which ones is unknown.
    var isOverflow: Bool { has(IN_Q_OVERFLOW) }
    /// The watch is gone, because it was removed or its folder was.
    var isEndOfWatch: Bool { has(IN_IGNORED) }
    /// The watched folder itself was deleted, moved or unmounted.
    var isAboutSelf: Bool { has(IN_DELETE_SELF) || has(IN_MOVE_SELF) || has(IN_UNMOUNT) }
    /// An entry came to be or was written.
    var isAppearance: Bool { has(IN_CREATE) || has(IN_MOVED_TO) || has(IN_CLOSE_WRITE) }
    /// An entry went away.
    var isDisappearance: Bool { has(IN_DELETE) || has(IN_MOVED_FROM) }

    private func has(_ flag: some BinaryInteger) -> Bool { mask & UInt32(truncatingIfNeeded: flag) != 0 }

    /// Reads the events of one `read(2)`; names are padded with zeros by the kernel.
    static func parse(_ bytes: UnsafeRawBufferPointer) -> [InotifyEvent] {
        let header = 16
        var events: [InotifyEvent] = []
        var offset = 0
        while offset + header <= bytes.count {
            let length = Int(bytes.loadUnaligned(fromByteOffset: offset + 12, as: UInt32.self))
            guard offset + header + length <= bytes.count else { break }
            let padded = bytes[(offset + header)..<(offset + header + length)]
            events.append(
                InotifyEvent(
                    watch: bytes.loadUnaligned(fromByteOffset: offset, as: Int32.self),
                    mask: bytes.loadUnaligned(fromByteOffset: offset + 4, as: UInt32.self),
                    name: Array(padded.prefix { $0 != 0 })))
            offset += header + length
        }
        return events
    }
}

/// Which watch number stands for which folder, both ways.
struct WatchMap {
    private var folders: [Int32: RootedPath] = [:]
    private var watches: [RootedPath: Int32] = [:]
    /// How many watches there are at each folder and below it.
    private var below: [RootedPath: Int] = [:]

    var count: Int { folders.count }

    /// How many folders of a root are watched.
    func count(ofRoot root: Int) -> Int { below[RootedPath(root: root, relative: [])] ?? 0 }

    subscript(_ watch: Int32) -> RootedPath? { folders[watch] }

    /// Notes a watch; a folder that was moved keeps its number and changes its place here.
    mutating func set(_ watch: Int32, _ folder: RootedPath) {
        if folders[watch] == folder { return }
        remove(watch)
        if let old = watches[folder] { remove(old) }
        folders[watch] = folder
        watches[folder] = watch
        for place in folder.line { below[place, default: 0] += 1 }
    }

    /// Forgets one watch that has ended.
    mutating func remove(_ watch: Int32) {
        guard let folder = folders.removeValue(forKey: watch) else { return }
        for place in folder.line {
            let left = (below[place] ?? 0) - 1
            below[place] = left > 0 ? left : nil
        }
        if watches[folder] == watch { watches[folder] = nil }
    }

    /// Forgets a folder and all below it, and returns their numbers, for the kernel to forget them too.
    ///
    /// A tree that is removed folder by folder, from below, costs one look for each.
    mutating func removeTree(_ top: RootedPath) -> [Int32] {
        guard let count = below[top] else { return [] }
        if count == 1, let watch = watches[top] {
            remove(watch)
            return [watch]
        }
        let gone = folders.filter { $0.value.root == top.root && RawPath.isInside($0.value.relative, top.relative) }
        for watch in gone.keys { remove(watch) }
        return Array(gone.keys)
    }
}

extension RootedPath {
    /// The folder itself and all above it, up to its root.
    fileprivate var line: [RootedPath] {
        let cuts = relative.indices.filter { $0 > 0 && relative[$0] == UInt8(ascii: "/") }
        let above = cuts.map { RootedPath(root: root, relative: Array(relative[..<$0])) }
        return above + [self] + (relative.isEmpty ? [] : [RootedPath(root: root, relative: [])])
    }
}
