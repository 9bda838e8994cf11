import JSONTree
import SystemPackage
import SystemValues

extension Settings {
    /// Who is told of results: a program, an address or readers of mail.
    public struct Hook: DefaultInitializable, Hashable {
        /// What is told of.
        public enum Subject: String, Sendable, CaseIterable {
            /// Each photo that has ended.
            case photo
            /// Each scored session whose sheet was written anew.
            case session
            /// Each run when it ends, and a watch once a day.
            case run
        }

        /// How messages are delivered.
        public enum Way: Sendable, Hashable {
            case program(FilePath, arguments: [String])
            case url(HookAddress)
            case mail([String])
        }

        /// What messages, the log and commands call it.
        public var name = ""
        /// What is told of.
        public var on = Subject.photo
        /// Which photos; nil for all.
        public var filter: String?
        /// The program that gets each message on its standard input; nil for no program.
        public var program: FilePath?
        /// What the program is given.
        public var arguments: [String] = []
        /// The address that each message is sent to; nil for none.
        public var url: HookAddress?
        /// The file with the secret that messages are signed with; nil for no signature.
        public var secretFile: FilePath?
        /// The file with the authorities that certificates are checked against; nil for the system's.
        public var authorities: FilePath?
        /// How addresses may be spoken to.
        public var schemes: [HookAddress.Scheme] = [.https]
        /// Ports beside the schemes' own.
        public var ports: [Int] = []
        /// Internal addresses that may be reached.
        public var internals: [AddressRange] = []
        /// Who gets each message as mail; empty for none.
        public var mail: [String] = []
        /// Whom mail is from; nil for the user of the process, as the mailer knows it.
        public var from: String?
        /// The program that takes mail; nil for `sendmail` or `msmtp`.
        public var mailer: FilePath?
        /// Whether score sheets are attached to mail.
        public var attach = true
        /// How long one delivery may take.
        public var timeout = Duration.seconds(30)
        /// How many deliveries go on at the same time: of a program, or to all addresses of a host.
        public var atOnce = 2
        /// For how long a delivery that failed is tried again.
        public var retryFor = Duration.seconds(86_400)
        /// How long a session must rest before it is told of.
        public var quiet = Duration.seconds(600)
        /// When a watch tells of the last day; nil for its end alone.
        public var at: TimeOfDay?

        /// A hook that has no receiver yet.
        public init() {}

        /// How its messages are delivered; nil where nothing, or too much, is named.
        public var way: Way? {
            switch (program, url, mail.isEmpty) {
            case (let program?, nil, true): .program(program, arguments: arguments)
            case (nil, let url?, true): .url(url)
            case (nil, nil, false): .mail(mail)
            default: nil
            }
        }

        static let keys: [Key<Hook>] = subjectKeys + wayKeys + limitKeys

        private static let subjectKeys: [Key<Hook>] = [
            Key("name", \.name, .hookName, "What messages, the log and `quiver hooks` call it.", .required),
            Key(
                "on", \.on, .choice,
                """
                What is told of: each `photo` that has ended, each scored `session` whose sheet is new, or each `run` at its end.
                """, .single),
            Key(
                "where", \.filter, SettingFormat.text("a query", example: "state:failed").or(nil),
                "Which photos, in the words of a query, such as `label:arrow count>=3 -is:reviewed`; null for all.",
                .single
            ),
        ]

        private static let wayKeys: [Key<Hook>] = [
            Key(
                "program", \.program, SettingFormat.path.or(nil),
                "The program that gets each message as JSON on its standard input.", .single),
            Key(
                "arguments", \.arguments, SettingFormat.text("an argument", example: "--quiet").list(),
                "What the program is given; no shell reads it.", .single),
            Key(
                "url", \.url, SettingFormat.hookAddress.or(nil),
                "The address that each message is sent to by POST. Redirects are not followed.", .single),
            Key(
                "secretFile", \.secretFile, SettingFormat.path.or(nil),
                "The file with the secret that signs what is sent to `url`; only its owner may read it.", .single),
            Key(
                "authorities", \.authorities, SettingFormat.path.or(nil),
                "A PEM file with the authorities that the address's certificate is checked against; null for the system's.",
                .single),
            Key(
                "schemes", \.schemes, SettingFormat.choice.list(atLeast: 1),
                "How `url` may be spoken to; `http` sends results and signatures in the clear.", .single),
            Key(
                "ports", \.ports, SettingFormat.integer(1...65_535, example: 8_443).list(),
                "Ports that `url` may name beside 443, and 80 for `http`.", .single),
            Key(
                "internal", \.internals, SettingFormat.addressRange.list(),
                """
                Addresses of private networks and of this machine that `url` may lead to, by its name too; every other such address is \
                refused.
                """, .single),
            Key(
                "mail", \.mail, SettingFormat.mailAddress.list(),
                "Who gets each message as mail, through the machine's own `sendmail` or `msmtp`.", .single),
            Key(
                "from", \.from, SettingFormat.mailAddress.or(nil),
                "Whom mail is from; null for the mailer's own choice.", .single),
            Key(
                "mailer", \.mailer, SettingFormat.path.or(nil),
                "The program that takes mail as `sendmail` does; null for `sendmail`, or else `msmtp`.", .single),
            Key("attach", \.attach, .bool, "Attach score sheets to mail.", .single),
        ]

        private static let limitKeys: [Key<Hook>] = [
            Key(
                "timeout", \.timeout, .duration(.milliseconds(100)...(.seconds(3_600)), example: "30s"),
                "The time that one delivery may take."),
            Key(
                "atOnce", \.atOnce, .integer(1...64, example: 2),
                "How many deliveries go on at the same time; of addresses those of one host count together."),
            Key(
                "retryFor", \.retryFor, .duration(.zero...(.seconds(30 * 86_400)), example: "24h"),
                "For how long a delivery that failed is tried again, with longer and longer pauses."),
            Key(
                "quiet", \.quiet, .duration(.zero...(.seconds(86_400)), example: "10m"),
                "How long a session must rest before it is told of."),
            Key(
                "at", \.at, SettingFormat.timeOfDay.or(nil),
                "When a `watch` tells of what has ended since the last time, such as `22:30`; null for its end alone."),
        ]
    }

    /// Refuses hooks without a receiver, or without a safe one.
    func checkHooks(_ rawSettings: inout RawSettings) {
        var names: [String: Int] = [:]
        for (index, hook) in hooks.enumerated() {
            let place = "hooks[\(index)]"
            // A value that could not be read would be said to be missing.
            if rawSettings.problems.contains(where: { $0.message.hasPrefix("\(place).") }) { continue }
            let former = names[hook.name]
            names[hook.name] = former ?? index
            guard
                let (part, message) = former.map({
                    ("name", "\"\(hook.name)\" is also the name of hooks[\($0)]; give each its own")
                })
                    ?? hook.mistake
            else { continue }
            let position = rawSettings["\(place).\(part)"]?.node.position ?? rawSettings.positions[place]
            rawSettings.problems.append(.init(.conflict, "\(place).\(part): \(message)", at: position))
        }
    }
}

extension Settings.Hook {
    /// What cannot be meant: the key, and the sentence; nil where it can.
    fileprivate var mistake: (key: String, message: String)? {
        let ways = [program == nil ? nil : "program", url == nil ? nil : "url", mail.isEmpty ? nil : "mail"].compactMap
        { $0 }
        guard ways.count == 1 else {
            return ways.isEmpty
                ? ("program", "it names no receiver; name one of program, url and mail")
                : (ways[1], "it has a \(ways[0]) already; make a second entry for the other")
        }
        if let url {
            if !schemes.contains(url.scheme) {
                return (
                    "url",
                    "\(url.scheme.rawValue) is not allowed; use https, or say \"schemes\": [\"\(url.scheme.rawValue)\"] to "
                        + "mean it"
                )
            }
            if url.port != url.scheme.port, !ports.contains(url.port) {
                return ("url", "port \(url.port) is not allowed; say \"ports\": [\(url.port)] to mean it")
            }
        }
        if secretFile != nil, url == nil { return ("secretFile", "only what is sent to a url is signed") }
        if filter != nil, on != .photo { return ("where", "it chooses photos; a \(on.rawValue) is told of as a whole") }
        if at != nil, on != .run { return ("at", "only a run is told of at a time of day") }
        return nil
    }
}

extension SettingFormat where Value == String {
    /// The name of a hook.
    static var hookName: SettingFormat {
        SettingFormat(
            expected: "a name of letters, digits, \"-\" and \"_\", for example \"archive\"",
            schema: ["type": "string", "pattern": "^[A-Za-z0-9_-]{1,64}$"],
            text: { text, _ in text.wholeMatch(of: /[A-Za-z0-9_-]{1,64}/).map { String($0.0) } }, written: { $0 })
    }

    /// An address of mail that needs no quotes: it can neither end a header nor be an option.
    static var mailAddress: SettingFormat {
        SettingFormat(
            expected: "an address of mail, for example \"coach@club.example\"",
            schema: ["type": "string", "pattern": "^[A-Za-z0-9][A-Za-z0-9._+-]*(@[A-Za-z0-9.-]+)?$"],
            text: { text, _ in
                text.utf8.count > 254
                    ? nil
                    : text.wholeMatch(of: /[A-Za-z0-9][A-Za-z0-9._+\-]*(@[A-Za-z0-9][A-Za-z0-9.\-]*)?/).map {
                        String($0.0)
                    }
            }, written: { $0 })
    }
}

extension SettingFormat where Value == HookAddress {
    /// Where a hook sends to.
    static var hookAddress: SettingFormat {
        SettingFormat(
            expected: "an address without user and password, for example \"https://erp.example/photos\"",
            schema: ["type": "string", "pattern": "^https?://"], text: { text, _ in HookAddress(text) },
            written: \.description)
    }
}

extension SettingFormat where Value == AddressRange {
    /// Addresses of a network.
    static var addressRange: SettingFormat {
        SettingFormat(
            expected: "an address or a network, for example \"192.168.1.0/24\"",
            schema: ["type": "string", "minLength": 2], text: { text, _ in AddressRange(text) },
            written: \.description)
    }
}

extension SettingFormat where Value == TimeOfDay {
    /// A time of day.
    static var timeOfDay: SettingFormat {
        SettingFormat(
            expected: "a time of day, for example \"22:30\"",
            schema: ["type": "string", "pattern": "^([01][0-9]|2[0-3]):[0-5][0-9]$"],
            text: { text, _ in TimeOfDay(text) }, written: \.description)
    }
}
