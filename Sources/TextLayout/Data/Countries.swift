/// What is known of countries: their codes, and how their telephone numbers are built.
enum Countries {
    /// ISO 3166-1, two letters each.
    private static let codes = Set(
        words: """
            AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY
            BZ CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK
            FM FO FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR
            IS IT JE JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK
            ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM
            PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF
            TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM ZW
            """)

    /// Whether two letters are a country's code.
    static func areCodes(_ first: Unicode.Scalar, _ second: Unicode.Scalar) -> Bool {
        codes.contains(String(first) + String(second))
    }

    /// How a country's national numbers become international ones (ITU-T E.164 and its national plans).
    struct Numbering {
        /// The country's calling code.
        var calling: String
        /// What is dialled before a number within the country, and falls away.
        var trunk: String
        /// How many digits a number has without the trunk prefix.
        var lengths: ClosedRange<Int>
    }

    /// By country; those that are not here keep their national numbers as they stand.
    static let numbering: [String: Numbering] = {
        var table: [String: Numbering] = [:]
        let rows = """
            US 1 1 10 10,CA 1 1 10 10,DE 49 0 5 12,AT 43 0 5 12,CH 41 0 9 9,LI 423 - 7 7,FR 33 0 9 9,GB 44 0 9 10,IE 353 0 7 9
            IT 39 - 6 11,ES 34 - 9 9,PT 351 - 9 9,NL 31 0 9 9,BE 32 0 8 9,LU 352 - 4 11,DK 45 - 8 8,SE 46 0 7 9,NO 47 - 8 8
            FI 358 0 5 11,PL 48 - 9 9,CZ 420 - 9 9,SK 421 0 9 9,HU 36 06 8 9,GR 30 - 10 10,RO 40 0 9 9,BG 359 0 7 9,HR 385 0 8 9
            SI 386 0 8 8,TR 90 0 10 10,UA 380 0 9 9,RU 7 8 10 10,AU 61 0 9 9,NZ 64 0 8 10,JP 81 0 9 10,KR 82 0 8 10,CN 86 0 10 11
            IN 91 0 10 10,BR 55 0 10 11,MX 52 - 10 10,ZA 27 0 9 9,IL 972 0 8 9,SG 65 - 8 8,HK 852 - 8 8,AR 54 0 10 10
            """
        for row in rows.split(whereSeparator: { $0 == "," || $0 == "\n" }) {
            let cells = row.split(separator: " ")
            guard cells.count == 5, let least = Int(cells[3]), let most = Int(cells[4]) else { continue }
            table[String(cells[0])] = Numbering(
                calling: String(cells[1]), trunk: cells[2] == "-" ? "" : String(cells[2]), lengths: least...most)
        }
        return table
    }()

    /// How many digits the calling code has that international digits begin with; nil where none is in use.
    ///
    /// One digit for 1 and 7, two for those that ITU-T E.164 lists so, three for the other ones.
    static func callingCode(_ digits: [Int]) -> Int? {
        guard digits.count >= 3, digits[0] != 0 else { return nil }
        if digits[0] == 1 || digits[0] == 7 { return 1 }
        let two = digits[0] * 10 + digits[1]
        let long = [21, 22, 23, 24, 25, 26, 29, 35, 37, 38, 42, 50, 59, 67, 68, 69, 80, 85, 87, 88, 96, 97, 99]
        if [28, 83, 89].contains(two) { return nil }
        return long.contains(two) ? 3 : 2
    }
}
