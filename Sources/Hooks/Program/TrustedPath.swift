import Glibc
import SystemPackage
import SystemValues

/// Whether other users could put another file in the place of one that is started or believed.
///
/// Each folder on the way counts, and each link: a user who may write one of them decides what is found at the end.
struct TrustedPath {
    /// An absolute path.
    let path: FilePath
    /// Whose files are believed beside root's.
    var user = geteuid()

    /// The sentence that refuses the path; nil where this user and root alone decide what lies there.
    func trouble() -> String? {
        var rest = Array(path.lexicallyNormalized().components)
        var place = FilePath("/")
        var links = 0
        if let trouble = trouble(of: place) { return trouble }
        while let next = rest.first {
            rest.removeFirst()
            let step = next.kind == .parentDirectory ? place.removingLastComponent() : place.appending(next)
            let status: FileStatus
            do { status = try Syscalls.status(step, follow: false) } catch {
                return "\(PercentEscape.printable(path)) cannot be reached: \(error)"
            }
            guard status.kind == .link else {
                place = step
                if let trouble = trouble(of: place, status) { return trouble }
                continue
            }
            links += 1
            guard links <= 40, status.owner == user || status.owner == 0,
                let target = try? Syscalls.target(AT_FDCWD, step)
            else { return "\(PercentEscape.printable(step)) is a link of another user (\(status.owner))" }
            if target.isAbsolute { place = "/" }
            rest = Array(target.components) + rest
        }
        return nil
    }

    private func trouble(of place: FilePath) -> String? {
        (try? Syscalls.status(place, follow: false)).flatMap { trouble(of: place, $0) }
    }

    /// What lies there is no link.
    private func trouble(of place: FilePath, _ status: FileStatus) -> String? {
        let name = PercentEscape.printable(place)
        guard status.owner == user || status.owner == 0 else {
            return "\(name) belongs to another user (\(status.owner)), who could put another file in its place; "
                + "move it, or chown it to yourself or root"
        }
        // In a sticky folder, such as /tmp, only its owner and root can put another file in a file's place.
        let isSticky = status.kind == .folder && status.mode & S_ISVTX != 0
        guard status.mode & (S_IWGRP | S_IWOTH) == 0 || isSticky else {
            let who = status.mode & S_IWOTH != 0 ? "every user" : "a group"
            return "\(who) may write \(name), and could put another file in its place; chmod go-w \(name)"
        }
        return nil
    }

    /// The same for a file that is started.
    func programTrouble() -> String? {
        if let trouble = trouble() { return trouble }
        guard let status = try? Syscalls.status(path, follow: true), status.kind == .regular,
            path.withPlatformString({ access($0, X_OK) }) == 0
        else { return "\(PercentEscape.printable(path)) is no program that can be started; chmod +x it" }
        return nil
    }
}
