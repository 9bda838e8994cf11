import Foundation
import JSONTree
import Reports
import Scoring
import TestSupport
import Testing

@testable import Review

/// The page's files as the server answers with them.
@Suite("The page's files")
struct SiteTests {
    @Test("every file of the folder is in the program, below addresses that its content gives")
    func tree() throws {
        let folder = Cases.packageRoot.appendingPathComponent("Sources/Review/Site").standardizedFileURL
        let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: [.isRegularFileKey])
        var there: [String: [UInt8]] = [:]
        for case let file as URL in try #require(files) where !file.hasDirectoryPath {
            let path = String(file.standardizedFileURL.path.dropFirst(folder.path.count + 1))
            there[path] = Array(try Data(contentsOf: file))
        }
        #expect(there.count > 100)
        // The reports' words and faces come with them, and the style of their drawings before the page's own.
        let scripts = ReportLanguage.allCases.map { "reports/\($0.rawValue).js" }
        let built = Site.built.files.mapValues(\.bytes)
        #expect(Set(built.keys) == Set(there.keys).union(scripts))
        for (path, bytes) in there {
            #expect(built[path] == (path == ReportFiles.style ? Array(PageSources.style.utf8) : []) + bytes, "\(path)")
        }
        for (language, path) in zip(ReportLanguage.allCases, scripts) {
            let text = String(decoding: built[path] ?? [], as: UTF8.self)
            #expect(text.hasPrefix("export const words = {") && text.contains("\nexport const faces = {"))
            #expect(text.contains(language == .german ? #""sheet":"Schusszettel""# : #""sheet":"Score sheet""#))
        }
        #expect(Site.built.files.values.allSatisfy { $0.type != "application/octet-stream" })

        let first = Site("a.js YQ==\nb/c.css Yg==")
        #expect(first.prefix.contains(#/^/site/[0-9a-f]{16}$/#) && first.files["b/c.css"]?.bytes == [UInt8(ascii: "b")])
        #expect(first.prefix == Site("a.js YQ==\nb/c.css Yg==").prefix)
        #expect(first.prefix != Site("a.js YQ==\nb/c.css YQ==").prefix)
        #expect(first.prefix != Site("a.js YQ==\nb/d.css Yg==").prefix)
    }

    @Test("a file is asked for once; the page each time; what another program had is nowhere")
    func caching() async throws {
        let scene = try await ReviewScene()
        func header(_ name: String, of answer: ReviewScene.Answer) -> String {
            answer.headers.value(forHTTPHeaderField: name) ?? ""
        }
        let page = try await scene.ask(scene.address + "/")
        let text = String(decoding: page.data, as: UTF8.self)
        let site = try #require(text.firstMatch(of: #/\/site\/[0-9a-f]{16}/#).map { String($0.0) })
        #expect(site == Site.built.prefix && !text.contains("%site%"))
        #expect(header("Cache-Control", of: page) == "no-cache")
        let tag = header("ETag", of: page)
        #expect(try await scene.ask(scene.address + "/", headers: ["If-None-Match": tag]).status == 304)
        let worker = try await scene.ask(scene.address + "/sw.js")
        #expect(String(decoding: worker.data, as: UTF8.self).contains(#"const site = "\#(site)";"#))
        #expect(header("Cache-Control", of: worker) == "no-cache")

        // Everything that the page names is there for good, behind the headers that every answer has.
        let named = text.matches(of: #/"(\/site\/[^"]+)"/#).map { String($0.1) }
        #expect(named.count >= 4)
        for path in named {
            let file = try await scene.ask(scene.address + path)
            #expect(file.status == 200, "\(path)")
            #expect(header("Cache-Control", of: file) == "public, max-age=31536000, immutable", "\(path)")
            #expect(header("Content-Security-Policy", of: file).hasPrefix("default-src 'none'"), "\(path)")
            #expect(header("X-Content-Type-Options", of: file) == "nosniff", "\(path)")
        }
        let all = try await scene.ask(scene.address + site + "/all").json.items
        #expect(all.compactMap { $0["path"]?.text } == Site.built.files.keys.sorted())

        let old = "/site/" + String(repeating: "0", count: 16)
        for path in [old + "/app.js", old + "/all", site, site + "/", site + "/nothing.js", "/site/../index.html"] {
            let nothing = try await scene.ask(scene.address + path)
            #expect(nothing.status == 404 && header("Cache-Control", of: nothing) == "no-store", "\(path)")
        }
        #expect(try await scene.ask(scene.address + "/index.html").status == 404)
    }
}
