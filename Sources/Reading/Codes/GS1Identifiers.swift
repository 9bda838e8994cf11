/// The identifiers of figure 3.2-1 of GS1 General Specifications; the parts of their values are those of its Barcode Syntax
/// Dictionary (https://ref.gs1.org/tools/gs1-barcode-syntax-resource/syntax-dictionary/).
///
/// The two kinds of coupons, 8110 and 8112, have no data title there.
extension GS1Identifier {
    /// All that are assigned, by their digits.
    static let all = Dictionary(uniqueKeysWithValues: plain + withDecimals)

    private static let plain = rows.flatMap { parts, list in
        entries(of: list).map { ($0, GS1Identifier(title: $1, parts: parts)) }
    }

    /// The last digit of these identifiers is how many decimals there are.
    private static let withDecimals = rowsWithDecimals.flatMap { parts, most, list in
        entries(of: list).flatMap { start, title in
            (0...most).map { ("\(start)\($0)", GS1Identifier(title: title, parts: parts, decimals: $0)) }
        }
    }

    private static func entries(of list: String) -> [(String, String)] {
        list.split(separator: ";").map { entry in
            let words = entry.split(separator: " ", maxSplits: 1).map { String($0) }
            return (words[0], words[1])
        }
    }

    private static let rows: [([Part], String)] = [
        ([.checked(18)], "00 SSCC;8017 GSRN - PROVIDER;8018 GSRN - RECIPIENT"),
        ([.checked(14)], "01 GTIN;02 CONTENT;03 MTO GTIN"),
        (
            [.x(upTo: 20)],
            """
            10 BATCH/LOT;21 SERIAL;22 CPV;243 PCN;254 GLN EXTENSION COMPONENT;420 SHIP TO POST;4318 RTN TO POST;\
            7020 REFURB LOT;7021 FUNC STAT;7022 REV STAT;710 NHRN PZN;711 NHRN CIP;712 NHRN CN;713 NHRN DRN;\
            714 NHRN AIM;715 NHRN NDC;716 NHRN AIC;717 NHRN SRN;7240 PROTOCOL;8002 CMT No.;8012 VERSION
            """
        ),
        (
            [.dayOrMonth],
            "11 PROD DATE;12 DUE DATE;13 PACK DATE;15 BEST BEFORE or BEST BY;16 SELL BY;17 USE BY or EXPIRY"
        ),
        ([.n(2)], "20 VARIANT;7241 AIDC MEDIA TYPE"),
        ([.x(upTo: 28)], "235 TPX"),
        (
            [.x(upTo: 30)],
            """
            240 ADDITIONAL ID;241 CUST. PART No.;250 SECONDARY SERIAL;251 REF. TO SOURCE;400 ORDER NUMBER;\
            401 GINC;403 ROUTE;4308 SHIP TO PHONE;4319 RTN TO PHONE;7002 MEAT CUT;7023 GIAI - ASSEMBLY;8004 GIAI;\
            90 INTERNAL
            """
        ),
        ([.n(upTo: 6)], "242 MTO VARIANT"),
        ([.checked(13), .optional(.x(upTo: 17))], "253 GDTI"),
        ([.checked(13), .optional(.n(upTo: 12))], "255 GCN"),
        ([.n(upTo: 8)], "30 VAR. COUNT;37 COUNT"),
        ([.checked(17)], "402 GSIN"),
        (
            [.checked(13)],
            """
            410 SHIP TO LOC;411 BILL TO;412 PURCHASE FROM;413 SHIP FOR LOC;414 LOC No.;415 PAY TO;\
            416 PROD/SERV LOC;417 PARTY
            """
        ),
        ([.n(3), .x(upTo: 9)], "421 SHIP TO POST"),
        ([.n(3)], "422 ORIGIN;424 COUNTRY - PROCESS;426 COUNTRY - FULL PROCESS"),
        (
            [.n(3), .optional(.n(3)), .optional(.n(3)), .optional(.n(3)), .optional(.n(3))],
            "423 COUNTRY - INITIAL PROCESS;425 COUNTRY - DISASSEMBLY"
        ),
        ([.x(upTo: 3)], "427 ORIGIN SUBDIVISION;7008 AQUATIC SPECIES"),
        ([.x(upTo: 35)], "4300 SHIP TO COMP;4301 SHIP TO NAME;4310 RTN TO COMP;4311 RTN TO NAME;4320 SRV DESCRIPTION"),
        (
            [.x(upTo: 70)],
            """
            4302 SHIP TO ADD1;4303 SHIP TO ADD2;4304 SHIP TO SUB;4305 SHIP TO LOC;4306 SHIP TO REG;\
            4312 RTN TO ADD1;4313 RTN TO ADD2;4314 RTN TO SUB;4315 RTN TO LOC;4316 RTN TO REG;7257 PERSON ADDR;\
            8110 COUPON;8112 PAPERLESS COUPON;8200 PRODUCT URL
            """
        ),
        ([.x(2)], "4307 SHIP TO COUNTRY;4317 RTN TO COUNTRY"),
        ([.n(10), .n(10)], "4309 SHIP TO GEO"),
        ([.n(1)], "4321 DANGEROUS GOODS;4322 AUTH TO LEAVE;4323 SIG REQUIRED;7252 BIO SEX"),
        ([.dayOrMonth, .time], "4324 NOT BEF DEL DT;4325 NOT AFT DEL DT"),
        ([.day], "4326 REL DATE;7006 FIRST FREEZE DATE"),
        ([.n(6), .optional(.x(1))], "4330 MAX TEMP F.;4331 MAX TEMP C.;4332 MIN TEMP F.;4333 MIN TEMP C."),
        ([.n(13)], "7001 NSN"),
        ([.day, .time], "7003 EXPIRY TIME"),
        ([.n(upTo: 4)], "7004 ACTIVE POTENCY"),
        ([.x(upTo: 12)], "7005 CATCH AREA"),
        ([.day, .optional(.day)], "7007 HARVEST DATE"),
        ([.x(upTo: 10)], "7009 FISHING GEAR TYPE;7255 SUFFIX"),
        ([.x(upTo: 2)], "7010 PROD METHOD"),
        ([.day, .optional(.time)], "7011 TEST BY DATE"),
        (
            [.n(3), .x(upTo: 27)],
            """
            7030 PROCESSOR # 0;7031 PROCESSOR # 1;7032 PROCESSOR # 2;7033 PROCESSOR # 3;7034 PROCESSOR # 4;\
            7035 PROCESSOR # 5;7036 PROCESSOR # 6;7037 PROCESSOR # 7;7038 PROCESSOR # 8;7039 PROCESSOR # 9
            """
        ),
        ([.n(1), .x(1), .x(1), .x(1)], "7040 UIC+EXT"),
        ([.x(upTo: 4)], "7041 UFRGT UNIT TYPE"),
        (
            [.x(2), .x(upTo: 28)],
            """
            7230 CERT # 1;7231 CERT # 2;7232 CERT # 3;7233 CERT # 4;7234 CERT # 5;7235 CERT # 6;7236 CERT # 7;\
            7237 CERT # 8;7238 CERT # 9;7239 CERT # 10
            """
        ),
        ([.x(upTo: 25)], "7242 VCN;8013 GMN;8014 MUDI;8020 REF No."),
        ([.longDay], "7250 DOB"),
        ([.longDay, .time], "7251 DOB TIME"),
        ([.x(upTo: 40)], "7253 FAMILY NAME;7254 GIVEN NAME;7259 BABY"),
        (
            [.x(upTo: 90)],
            """
            7256 FULL NAME;91 INTERNAL;92 INTERNAL;93 INTERNAL;94 INTERNAL;95 INTERNAL;96 INTERNAL;97 INTERNAL;\
            98 INTERNAL;99 INTERNAL
            """
        ),
        ([.x(3)], "7258 BIRTH SEQUENCE"),
        ([.n(4), .n(5), .n(3), .n(1), .n(1)], "8001 DIMENSIONS"),
        ([.n(1), .checked(13), .optional(.x(upTo: 16))], "8003 GRAI"),
        ([.n(6)], "8005 PRICE PER UNIT"),
        ([.checked(14), .n(4)], "8006 ITIP;8026 ITIP CONTENT"),
        ([.x(upTo: 34)], "8007 IBAN"),
        ([.day, Part(content: .time, lengths: 2...6)], "8008 PROD TIME"),
        ([.x(upTo: 50)], "8009 OPTSEN"),
        ([Part(content: .characters39, lengths: 1...30)], "8010 CPID"),
        ([.n(upTo: 12)], "8011 CPID SERIAL"),
        ([.n(upTo: 10)], "8019 SRIN"),
        ([Part(content: .characters64, lengths: 1...90)], "8030 DIGSIG"),
        ([.n(15)], "8040 IMEI;8041 IMEI2"),
        ([.n(32)], "8042 ESIM"),
        ([.n(18), .optional(.n(upTo: 2))], "8043 PSIM"),
        ([.n(4)], "8111 POINTS"),
    ]

    private static let rowsWithDecimals: [([Part], Int, String)] = [
        (
            [.n(6)], 5,
            """
            310 NET WEIGHT (kg);311 LENGTH (m);312 WIDTH (m);313 HEIGHT (m);314 AREA (m²);315 NET VOLUME (l);\
            316 NET VOLUME (m³);320 NET WEIGHT (lb);321 LENGTH (in);322 LENGTH (ft);323 LENGTH (yd);\
            324 WIDTH (in);325 WIDTH (ft);326 WIDTH (yd);327 HEIGHT (in);328 HEIGHT (ft);329 HEIGHT (yd);\
            330 GROSS WEIGHT (kg);331 LENGTH (m), log;332 WIDTH (m), log;333 HEIGHT (m), log;334 AREA (m²), log;\
            335 VOLUME (l), log;336 VOLUME (m³), log;337 KG PER m²;340 GROSS WEIGHT (lb);341 LENGTH (in), log;\
            342 LENGTH (ft), log;343 LENGTH (yd), log;344 WIDTH (in), log;345 WIDTH (ft), log;346 WIDTH (yd), log;\
            347 HEIGHT (in), log;348 HEIGHT (ft), log;349 HEIGHT (yd), log;350 AREA (in²);351 AREA (ft²);\
            352 AREA (yd²);353 AREA (in²), log;354 AREA (ft²), log;355 AREA (yd²), log;356 NET WEIGHT (tr oz);\
            357 NET VOLUME (oz);360 NET VOLUME (qt (US));361 NET VOLUME (gal.);362 VOLUME (qt (US)), log;\
            363 VOLUME (gal (US)), log;364 NET VOLUME (in³);365 NET VOLUME (ft³);366 NET VOLUME (yd³);\
            367 VOLUME (in³), log;368 VOLUME (ft³), log;369 VOLUME (yd³), log;395 PRICE/UoM
            """
        ),
        ([.n(upTo: 15)], 9, "390 AMOUNT;392 PRICE"),
        ([.n(3), .n(upTo: 15)], 9, "391 AMOUNT;393 PRICE"),
        ([.n(4)], 3, "394 PRCNT OFF"),
    ]
}
