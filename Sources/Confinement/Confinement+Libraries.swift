import Glibc
import SystemPackage

extension Confinement {
    /// What libraries read while they work photos: fonts, libraries opened late, character tables, time zones.
    ///
    /// Public files of the system, and the user's own fonts.
    public static var libraryReads: [FilePath] {
        let system: [FilePath] = [
            "/lib", "/lib64", "/usr/lib", "/usr/lib64", "/usr/local/lib", "/nix/store", "/etc/ld.so.cache",
            "/usr/share/fonts", "/usr/local/share/fonts", "/usr/share/fontconfig", "/usr/share/X11/fonts", "/etc/fonts",
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

    /// What libraries read while they start, where a root of its own would hide it.
    static let libraryStarts: [FilePath] = [
        "/proc/self", "/proc/filesystems", "/proc/sys/vm", "/sys/devices/system", "/sys/kernel/mm", "/sys/fs/cgroup",
    ]

    private static func folder(_ variable: String, else home: FilePath?, _ below: String) -> FilePath? {
        if let value = getenv(variable), value.pointee == UInt8(ascii: "/") { return FilePath(platformString: value) }
        return home?.appending(below)
    }
}
