import Findings
import Testing

@testable import Imaging

@Suite struct PictureColourTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let name: String
        let kind: TestPicture.Kind
        let suffix: String
        let samples: [Double]
        let expected: [Int]
        var tolerance = 3
        var testDescription: String { name }
    }

    static let cases = [
        Case(name: "grey JPEG", kind: .grey, suffix: ".jpg[Q=98]", samples: [0.4], expected: [102, 102, 102]),
        Case(name: "grey PNG", kind: .grey, suffix: ".png", samples: [0.4], expected: [102, 102, 102]),
        Case(name: "1-bit PNG", kind: .grey, suffix: ".png[bitdepth=1]", samples: [1], expected: [255, 255, 255]),
        Case(name: "16-bit PNG", kind: .rgb16, suffix: ".png", samples: [0.2, 0.6, 1], expected: [51, 153, 255]),
        Case(name: "16-bit grey PNG", kind: .grey16, suffix: ".png", samples: [0.6], expected: [153, 153, 153]),
        Case(name: "16-bit TIFF", kind: .rgb16, suffix: ".tif", samples: [0.2, 0.6, 1], expected: [51, 153, 255]),
        Case(name: "clear PNG", kind: .rgba, suffix: ".png", samples: [1, 0, 0, 0], expected: [255, 255, 255]),
        Case(name: "half clear PNG", kind: .rgba, suffix: ".png", samples: [1, 0, 0, 0.5], expected: [255, 127, 127]),
        Case(
            name: "half clear 16-bit PNG", kind: .rgba16, suffix: ".png", samples: [0, 0, 1, 0.5],
            expected: [127, 127, 255]),
        Case(name: "grey and clear", kind: .greyAlpha, suffix: ".png", samples: [0, 0.5], expected: [127, 127, 127]),
        Case(
            name: "clear WebP", kind: .rgba, suffix: ".webp[lossless]", samples: [0, 0, 0, 0],
            expected: [255, 255, 255]),
        Case(name: "clear GIF", kind: .rgba, suffix: ".gif", samples: [0, 0, 0, 0], expected: [255, 255, 255]),
        Case(name: "CMYK paper", kind: .cmyk, suffix: ".jpg[Q=98]", samples: [0, 0, 0, 0], expected: [255, 255, 255]),
        Case(
            name: "CMYK ink", kind: .cmyk, suffix: ".jpg[Q=98]", samples: [1, 0, 0, 0], expected: [0, 160, 220],
            tolerance: 40),
        Case(
            name: "CMYK TIFF black", kind: .cmyk, suffix: ".tif", samples: [0, 0, 0, 1], expected: [20, 20, 20],
            tolerance: 30),
    ]

    @Test(arguments: cases) func everyKindOfPixelBecomesPlainRGB(test: Case) throws {
        let photo = try TestPicture(20, 20, test.kind) { _, _, band in test.samples[band] }.photo(test.suffix)
        for resampling in Resampling.allCases {
            let (pixels, _) = try photo.input(PixelSize(width: 8, height: 8), resampling: resampling)
            #expect(near(pixels.pixel(4, 4), test.expected, within: test.tolerance), "\(pixels.pixel(4, 4))")
        }
        let annotated = try Photo.of(photo.upright().annotated([], quality: 98))
        #expect(near(try annotated.input(photo.size).0.pixel(10, 10), test.expected, within: test.tolerance + 2))
    }

    /// The saver attaches a profile and leaves the numbers as they are, so that it decides what they mean.
    @Test(
        arguments: [
            ("p3", [0, 182, 61]), ("srgb", [51, 179, 77]),
        ], [".jpg[Q=98,profile=", ".png[profile=", ".tif[profile=", ".webp[lossless,profile="])
    func theProfileOfAPictureIsFollowed(profile: (name: String, expected: [Int]), suffix: String) throws {
        let picture = TestPicture(16, 16) { _, _, band in [0.2, 0.7, 0.3][band] }
        let photo = try picture.photo(suffix + profile.name + "]")
        let pixel = try photo.input(PixelSize(width: 8, height: 8)).0.pixel(4, 4)
        #expect(near(pixel, profile.expected, within: 4), "\(pixel)")
        let annotated = try Photo.of(photo.upright().annotated([], quality: 98))
        #expect(near(try annotated.upright().pixels.pixel(8, 8), profile.expected, within: 6))
    }

    @Test func aDamagedProfileCostsNothingButItself() throws {
        let bytes = try TestPicture(16, 16) { _, _, band in [0.2, 0.7, 0.3][band] }.encoded(".jpg[Q=98,profile=p3]")
        guard let start = bytes.firstRange(of: Array("ICC_PROFILE".utf8)) else {
            Issue.record("the test picture has no profile")
            return
        }
        for offset in [14, 40, 50, 140, 145, 200] {
            var broken = bytes
            for index in 0..<24 { broken[start.lowerBound + offset + index] = 0xEE }
            let photo = try Photo.of(broken)
            #expect(try photo.input(PixelSize(width: 8, height: 8)).0.pixel(4, 4)[1] > 150)
            #expect(try photo.upright().annotated([]).count > 100)
        }
    }

    @Test func aProfileNamedSRGBIsKnown() {
        var profile = [UInt8](repeating: 0, count: 132)
        profile[131] = 1
        profile += Array("desc".utf8) + [0, 0, 0, 144, 0, 0, 0, 20] + Array("desc".utf8)
        #expect(ColourProfile.describesSRGB(profile + Array("\0\0\0\0s\0R\0G\0B\0 v4".utf8)))
        #expect(!ColourProfile.describesSRGB(profile + Array("\0\0\0\0Display P3".utf8)))
        #expect(!ColourProfile.describesSRGB(profile))
        #expect(!ColourProfile.describesSRGB([]))
        #expect(!ColourProfile.describesSRGB([UInt8](repeating: 0xFF, count: 200)))
    }
}
