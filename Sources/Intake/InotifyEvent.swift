import Glibc

/// One event of the kernel, with its name as raw bytes.
struct InotifyEvent: Sendable, Hashable {
    let watch: Int32
    let mask: UInt32
    /// The entry of the watched folder; empty where the event is about the folder itself.
    let name: [UInt8]

    var isFolder: Bool { has(IN_ISDIR) }
    /// Events were lost: nobody knows which.
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
