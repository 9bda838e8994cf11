import CLinux
import Glibc
import SystemPackage

/// A set of Landlock's rules: it forbids all that the kernel's version can forbid, but for what is added.
///
/// A rule holds for the file or folder that its path leads to now, and for what lies below, whatever happens to the
/// name. Links are followed when the rule is made, not afterwards: what a link in an allowed folder points to has to
/// be allowed itself.
struct LandlockRules: ~Copyable {
    let descriptor: Int32
    private let known: UInt64

    private static let ofFiles =
        CSANDBOX_READ_FILE | CSANDBOX_WRITE_FILE | CSANDBOX_TRUNCATE | CSANDBOX_EXECUTE | CSANDBOX_IOCTL_DEV
    private static let reading = CSANDBOX_READ_FILE | CSANDBOX_READ_DIR
    // Neither devices, pipes, sockets nor links; neither running a program nor steering a device.
    private static let writing =
        reading | CSANDBOX_WRITE_FILE | CSANDBOX_TRUNCATE | CSANDBOX_MAKE_REG | CSANDBOX_REMOVE_FILE
        | CSANDBOX_MAKE_DIR | CSANDBOX_REMOVE_DIR | CSANDBOX_REFER

    init(version: Int32) throws(ConfinementError) {
        known = csandbox_landlock_rights(version)
        descriptor = try SandboxCalls.check(
            csandbox_landlock_create(version), .fileSystem, "make a set of Landlock's rules")
    }

    deinit { close(descriptor) }

    func allow(reading path: FilePath) throws(ConfinementError) { try allow(Self.reading, path) }

    func allow(writing path: FilePath) throws(ConfinementError) { try allow(Self.writing, path) }

    private func allow(_ rights: UInt64, _ path: FilePath) throws(ConfinementError) {
        try SandboxCalls.withPlace(path) { (place, isFolder) throws(ConfinementError) in
            let rights = rights & known & (isFolder ? .max : Self.ofFiles)
            try SandboxCalls.check(
                csandbox_landlock_allow(descriptor, place, rights), .fileSystem, "allow \(path) by a rule of Landlock")
        }
    }
}
