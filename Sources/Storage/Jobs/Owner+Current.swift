import Glibc

extension Owner {
    /// This process, as the kernel knows it.
    public static func current() -> Owner {
        var name = [CChar](repeating: 0, count: 256)
        gethostname(&name, name.count - 1)
        let host = String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        let boot = KernelText.read("/proc/sys/kernel/random/boot_id").prefix { !$0.isNewline }
        return Owner(host: host, boot: String(boot), pid: getpid(), started: started(getpid()) ?? 0)
    }

    /// Whether the process lives, as far as this machine can tell: false for one of before the last start.
    public var isAlive: Bool {
        self == Owner(host: host, boot: Owner.current().boot, pid: pid, started: Self.started(pid) ?? -1)
    }

    /// Field 22 of a process's `stat`; the name in field 2 may hold spaces and brackets, so count behind the last one.
    private static func started(_ pid: Int32) -> Int64? {
        let fields = KernelText.read("/proc/\(pid)/stat").split(separator: ")").last?.split(separator: " ") ?? []
        return fields.count > 19 ? Int64(fields[19]) : nil
    }
}

/// The kernel's small text files, which have no size to ask for.
package enum KernelText {
    /// The whole text; empty where the file cannot be read.
    package static func read(_ path: String) -> String {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return "" }
        defer { close(file) }
        var text: [UInt8] = []
        var bytes = [UInt8](repeating: 0, count: 16_384)
        while case let count = Glibc.read(file, &bytes, bytes.count), count > 0 {
            text += bytes.prefix(count)
        }
        return String(decoding: text, as: UTF8.self)
    }
}
