import JSONTree
import SystemPackage
import SystemValues
import TestSupport
import Testing

@testable import Settings

@Suite struct SettingsHooksTests {
    @Test func eachWayIsRead() throws {
        let file = """
            { "hooks": [
              { "name": "archive", "program": "bin/archive", "arguments": ["a b"], "where": "state:done" },
              { "name": "erp", "url": "http://erp.example:8080/x?y=1", "schemes": ["http"], "ports": [8080],
                "internal": ["10.0.0.0/8"], "secretFile": "key", "atOnce": 8, "retryFor": "1h" },
              { "name": "night", "on": "run", "mail": ["a@b.example", "root"], "from": "q@b.example", "at": "06:30" }
            ] }
            """
        let loading = try Loading(file: file)
        let hooks = try loading.load(file: "pipeline.json").settings.hooks
        #expect(hooks.map(\.name) == ["archive", "erp", "night"] && hooks.map(\.on) == [.photo, .photo, .run])
        #expect(hooks[0].way == .program(loading.path.appending("bin/archive"), arguments: ["a b"]))
        let address = try #require(HookAddress("http://erp.example:8080/x?y=1"))
        #expect(hooks[1].way == .url(address) && address.host == "erp.example" && address.port == 8080)
        #expect(address.origin == "http://erp.example:8080")
        #expect(
            hooks[1].internals == [AddressRange("10.0.0.0/8")] && hooks[1].secretFile == loading.path.appending("key"))
        #expect(hooks[2].way == .mail(["a@b.example", "root"]) && hooks[2].at?.minutes == 390)
        #expect(try JSONSchemaCheck.problems(of: file, against: Settings.schema).isEmpty)
    }

    @Test(arguments: [
        (#"{ "name": "a" }"#, "it names no receiver"), (#"{ "program": "/bin/true" }"#, "hooks[0].name is missing"),
        (#"{ "name": "a", "program": "/bin/true", "mail": ["b@c"] }"#, "it has a program already"),
        (#"{ "name": "a b", "program": "/bin/true" }"#, "expected a name of letters"),
        (#"{ "name": "a", "program": "/x" }, { "name": "a", "program": "/y" }"#, "also the name of hooks[0]"),
        (#"{ "name": "a", "url": "http://x.example/" }"#, "http is not allowed"),
        (#"{ "name": "a", "url": "https://x.example:8443/" }"#, "port 8443 is not allowed"),
        (#"{ "name": "a", "url": "https://user:word@x.example/" }"#, "without user and password"),
        (#"{ "name": "a", "url": "https://x.example\\@127.0.0.1/" }"#, "without user and password"),
        (#"{ "name": "a", "url": "file:///etc/passwd" }"#, "without user and password"),
        (#"{ "name": "a", "url": "https://x.example/a b" }"#, "without user and password"),
        (#"{ "name": "a", "url": "https://x.example/\r\nX: y" }"#, "without user and password"),
        (#"{ "name": "a", "url": "https://x.example:0/" }"#, "without user and password"),
        (#"{ "name": "a", "mail": ["-Cfile"] }"#, "address of mail"),
        (#"{ "name": "a", "mail": ["a@b, c@d"] }"#, "address of mail"),
        (#"{ "name": "a", "mail": ["a@b\nBcc: c@d"] }"#, "address of mail"),
        (#"{ "name": "a", "program": "/x", "secretFile": "k" }"#, "only what is sent to a url is signed"),
        (#"{ "name": "a", "program": "/x", "on": "run", "where": "state:done" }"#, "it chooses photos"),
        (#"{ "name": "a", "program": "/x", "at": "06:00" }"#, "only a run is told of at a time"),
        (#"{ "name": "a", "program": "/x", "on": "run", "at": "24:00" }"#, "a time of day"),
        (#"{ "name": "a", "url": "https://x.example/", "internal": ["10.0.0.1/8"] }"#, "an address or a network"),
        (#"{ "name": "a", "program": "/x", "atOnce": 0 }"#, "from 1 to 64"),
    ])
    func whatCannotBeMeantIsRefused(items: String, sentence: String) throws {
        let loading = try Loading(file: #"{ "hooks": [\#(items)] }"#)
        let error = #expect(throws: SettingsError.self) { try loading.load(file: "pipeline.json") }
        #expect(error?.description.contains(sentence) == true, "\(error?.description ?? "")")
    }

    /// A folder of photos from elsewhere starts no program.
    @Test func aFileThatWasNotNamedHasNone() throws {
        let loading = try Loading(file: #"{ "hooks": [{ "name": "a", "program": "/bin/true" }] }"#)
        let error = #expect(throws: SettingsError.self) { try loading.load() }
        #expect(error?.description.contains("starts no programs and sends nothing; say --config pipeline.json") == true)
        #expect(try loading.load(file: "pipeline.json").settings.hooks.count == 1)
    }

    @Test(arguments: [
        "https://x.example", "https://x.example/", "https://[2606:4700::1]:443/a?b=c&d", "https://1.1.1.1/%20",
    ])
    func addressesAreKeptAsTheyAreWritten(text: String) throws {
        let address = try #require(HookAddress(text))
        #expect(address.description == text && address.port == 443)
    }
}
