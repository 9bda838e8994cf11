import Foundation
import Glibc
import SystemPackage
import SystemValues

/// What a worker may touch once it looks at photos; everything else is taken from it, irrevocably.
///
/// A photo is the one input from outside, and decoders have bugs. So a worker first loads what is
/// trusted (the engine, the models, fonts), and then, before it opens the first photo, gives up all that decoding and
/// inference do not need. It happens that late for two reasons: the start needs much more than the work does, among it
/// writing compiled models that later workers trust; and what is never needed again can be refused outright.
///
///     let confined = try confinement.begin()     // one thread, nothing loaded
///     let workers = try PhotoWorker.load([plan])   // the engine's threads start
///     let report = try confined.complete()       // all threads, for ever
public struct Confinement: Sendable, Hashable {
    /// By which of the kernel's means the file system is closed off.
    public enum Mode: String, Codable, Sendable, CaseIterable {
        /// Landlock, else namespaces, else what is left.
        case auto
        /// Landlock or nothing.
        case landlock
        /// A root of its own, as on a kernel without Landlock.
        case namespaces
        /// None at all, system calls included.
        case off
    }

    /// Which of the kernel's mechanisms closes off the file system.
    public var mode: Mode
    /// Folders and files that may be read; what is not there is left out.
    public var reads: [FilePath]
    /// Folders in which files may be made, written, renamed and removed.
    public var writes: [FilePath]
    /// What may be read until the worker is ready, and not afterwards; where there is Landlock, all may be until then.
    public var startReads: [FilePath]
    /// Where may be written until the worker is ready, and not afterwards; where there is Landlock, as ``startReads``.
    public var startWrites: [FilePath]
    /// Whether inference runs on a device that is spoken to by `ioctl`.
    public var usesDevices: Bool
    /// The newest version of Landlock to use, for tests of what older kernels would come to.
    package var newestLandlock: Int32?

    /// A confinement from its parts.
    public init(
        mode: Mode = .auto, reads: [FilePath], writes: [FilePath], startReads: [FilePath] = [],
        startWrites: [FilePath] = [], usesDevices: Bool = false
    ) {
        self.mode = mode
        self.reads = reads
        self.writes = writes
        self.startReads = startReads
        self.startWrites = startWrites
        self.usesDevices = usesDevices
    }

    /// Chooses the mechanism, and makes new namespaces where those are chosen.
    ///
    /// To be called while the process has one thread, which is when the kernel allows it; with Landlock nothing changes
    /// before ``BegunConfinement/complete()``.
    ///
    /// - Throws: where a mode other than ``Mode/auto`` is asked for and cannot be had.
    public func begin() throws(ConfinementError) -> BegunConfinement {
        let version = SandboxCalls.landlockVersion
        try SandboxCalls.listen()
        switch mode {
        case .off: return BegunConfinement(self, mechanism: .open)
        case .auto, .landlock:
            if case .success(let version) = version {
                return BegunConfinement(self, mechanism: .landlock(version: min(version, newestLandlock ?? .max)))
            }
            if mode == .landlock {
                throw ConfinementError(.fileSystem, "this kernel has no Landlock; set workers.confine to auto")
            }
        case .namespaces:
            try NewRoot(self).enter()
            return BegunConfinement(self, mechanism: .namespaces)
        }
        let root = NewRoot(self)
        if let reason = SandboxCalls.rehearse(root) {
            return BegunConfinement(
                self, mechanism: .missing("this kernel has no Landlock, and namespaces cannot be had (\(reason))"))
        }
        try root.enter()
        return BegunConfinement(self, mechanism: .namespaces)
    }
}

extension Confinement: Codable {
    private enum CodingKeys: String, CodingKey {
        case mode, reads, writes, startReads, startWrites, usesDevices, newestLandlock
    }

    /// Reads the keys above; a missing list is empty, and a missing mode is `auto`.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        func paths(_ key: CodingKeys) throws -> [FilePath] {
            try container.decodeIfPresent([RawPathText].self, forKey: key)?.map(\.file) ?? []
        }
        self.init(
            mode: try container.decodeIfPresent(Mode.self, forKey: .mode) ?? .auto,
            reads: try paths(.reads), writes: try paths(.writes), startReads: try paths(.startReads),
            startWrites: try paths(.startWrites),
            usesDevices: try container.decodeIfPresent(Bool.self, forKey: .usesDevices) ?? false)
        newestLandlock = try container.decodeIfPresent(Int32.self, forKey: .newestLandlock)
    }

    /// Writes the keys above; a path that is not UTF-8 becomes base64.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(mode, forKey: .mode)
        try container.encode(reads.map(RawPathText.init), forKey: .reads)
        try container.encode(writes.map(RawPathText.init), forKey: .writes)
        try container.encode(startReads.map(RawPathText.init), forKey: .startReads)
        try container.encode(startWrites.map(RawPathText.init), forKey: .startWrites)
        try container.encode(usesDevices, forKey: .usesDevices)
        try container.encodeIfPresent(newestLandlock, forKey: .newestLandlock)
    }
}

extension Confinement {
    /// What libraries read while they work photos: fonts, libraries opened late, tables of characters, time zones.
    ///
    /// Public files of the system, and the user's own fonts.
    public static var libraryReads: [FilePath] {
        let system: [FilePath] = [
            "/lib", "/lib64", "/usr/lib", "/usr/lib64", "/usr/local/lib", "/nix/store", "/etc/ld.so.cache",
            "/usr/share/poppler", "/usr/share/fonts", "/usr/local/share/fonts", "/usr/share/fontconfig",
            "/usr/share/X11/fonts", "/etc/fonts",
            "/var/cache/fontconfig", "/usr/share/locale", "/usr/share/zoneinfo", "/etc/localtime",
            "/sys/devices/system/cpu", "/sys/devices/system/node", "/proc/meminfo", "/proc/cpuinfo", "/dev/null",
            "/dev/urandom",
        ]
        let home = folder("HOME", else: nil, "")
        let own = [
            home?.appending(".fonts"),
            folder("XDG_DATA_HOME", else: home, ".local/share")?.appending("fonts"),
            folder("XDG_CONFIG_HOME", else: home, ".config")?.appending("fontconfig"),
            folder("XDG_CACHE_HOME", else: home, ".cache")?.appending("fontconfig"),
        ]
        return system + own.compactMap { $0 }
    }

    /// What a driver opens while an engine starts on something else than the processor, where a root of its own would hide it.
    public static let deviceStarts: [FilePath] = [
        "/dev/dri", "/dev/accel", "/etc/OpenCL", "/sys/class/drm", "/sys/class/accel", "/sys/dev/char", "/sys/devices",
    ]

    /// What libraries read while they start, where a root of its own would hide it.
    static let libraryStarts: [FilePath] = [
        "/proc/self", "/proc/filesystems", "/proc/sys/vm", "/sys/devices/system", "/sys/kernel/mm", "/sys/fs/cgroup",
    ]

    private static func folder(_ variable: String, else home: FilePath?, _ below: String) -> FilePath? {
        if let value = getenv(variable), value.pointee == UInt8(ascii: "/") { return FilePath(platformString: value) }
        return home?.appending(below)
    }
}
