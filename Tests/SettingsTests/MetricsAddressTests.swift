import SystemPackage
import Testing

@testable import Settings

/// Where numbers are asked for, as it is written.
@Suite struct MetricsAddressTests {
    @Test(arguments: [
        ("127.0.0.1:9464", "127.0.0.1", 9464, false), ("localhost:1", "localhost", 1, false),
        ("[::1]:9464", "::1", 9464, false), ("0.0.0.0:65535", "0.0.0.0", 65_535, true),
        ("[::]:80", "::", 80, true), ("nas.example:9464", "nas.example", 9464, true),
    ])
    func portsAreRead(text: String, host: String, port: Int, isOpen: Bool) throws {
        let address = try #require(MetricsAddress(text))
        #expect(address == .port(port, host: host) && address.isOpen == isOpen)
        #expect(address.text == text, "it is printed as it was written")
    }

    @Test(arguments: ["", ":9464", "9464", "::1:9464", "a:0", "a:65536", "a:b", "/run/quiver.sock", "a/b:7", "[]:1"])
    func whatIsNoneIsNone(text: String) { #expect(MetricsAddress(text) == nil) }

    @Test(
        arguments: [
            (#"{"metrics": {"listen": "127.0.0.1:9464"}}"#, "127.0.0.1:9464"),
            (#"{"metrics": {"listen": "/run/quiver/metrics.sock"}}"#, "/run/quiver/metrics.sock"),
            (#"{"metrics": {"listen": null}}"#, nil),
        ] as [(String, String?)])
    func theSettingTakesBoth(file: String, text: String?) throws {
        let settings = try Loading(file: file).load(file: "pipeline.json").settings
        #expect(settings.metrics.listen?.text == text)
    }

    @Test func aSocketLiesWhereTheFileDoes() throws {
        let loading = try Loading(file: #"{"metrics": {"listen": "./m.sock"}}"#)
        let listen = try loading.load(file: "pipeline.json").settings.metrics.listen
        #expect(listen?.socket?.lastComponent == "m.sock" && listen?.socket?.isAbsolute == true)
    }

    @Test(arguments: [#""9464""#, "9464", #""metrics""#, #""a:99999""#])
    func aSlipIsNamed(value: String) throws {
        let loading = try Loading(file: #"{"metrics": {"listen": \#(value)}}"#)
        let error = #expect(throws: SettingsError.self) { try loading.load(file: "pipeline.json") }
        #expect(error?.description.contains("metrics.listen") == true)
    }
}
