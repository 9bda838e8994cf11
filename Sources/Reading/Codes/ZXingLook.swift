import CZXing
import Findings

/// One look of the library at one picture, at every part of it, along rows and columns.
struct ZXingLook {
    /// Which kinds to look for.
    var symbologies: Set<Symbology>
    /// One threshold for the whole picture instead of one for each place.
    var isGlobal = false

    /// What the picture shows.
    ///
    /// The library gives up where one of its searches fails its own assertions, as that for Data Matrix does on one
    /// photo in some hundreds. The others are then made without it, and one by one where that was not the reason.
    func sightings(in picture: GreyPicture) throws(ReadingError) -> [Sighting] {
        if let all = try attempt(symbologies, in: picture) { return all }
        if let others = try attempt(symbologies.subtracting([.dataMatrix]), in: picture) { return others }
        let linear = symbologies.filter(\.isLinear)
        var result: [Sighting] = []
        for group in symbologies.subtracting(linear).map({ Set([$0]) }) + [linear] {
            result += try attempt(group, in: picture) ?? []
        }
        return result
    }

    /// Nil where the library gave up.
    private func attempt(_ symbologies: Set<Symbology>, in picture: GreyPicture) throws(ReadingError) -> [Sighting]? {
        // The library takes none for all.
        guard !symbologies.isEmpty else { return [] }
        do throws(ReadingError) {
            return try sightings(of: symbologies, in: picture)
        } catch {
            guard error.code == .library else { throw error }
            return nil
        }
    }

    private func sightings(
        of symbologies: Set<Symbology>, in picture: GreyPicture
    ) throws(ReadingError) -> [Sighting] {
        let found = try FoundCodes(picture, options(symbologies))
        var result: [Sighting] = []
        for index in 0..<found.count {
            if let sighting = sighting(found[index], in: picture), symbologies.contains(sighting.symbology) {
                result.append(sighting)
            }
        }
        return result
    }

    private func options(_ symbologies: Set<Symbology>) -> qzx_options {
        qzx_options(
            formats: symbologies.reduce(0) { $0 | $1.libraryFormat.rawValue },
            threshold: isGlobal ? QZX_GLOBAL_THRESHOLD : QZX_LOCAL_THRESHOLD, lines: 2, harder: true, rotated: true,
            pure: false)
    }

    private func sighting(_ code: qzx_code, in picture: GreyPicture) -> Sighting? {
        guard let symbology = Symbology.allCases.first(where: { $0.libraryFormat.rawValue == code.format }) else {
            return nil
        }
        let read = String(
            decoding: UnsafeRawBufferPointer(start: code.text, count: code.text_length), as: UTF8.self)
        let bytes = Array(UnsafeBufferPointer(start: code.bytes, count: code.byte_count))
        let payload = PayloadText(read, bytes: bytes, of: symbology, lines: Int(code.lines))
        guard !payload.text.isEmpty else { return nil }
        return Sighting(
            symbology: symbology, text: payload.text, bytes: payload.isRewritten ? Array(payload.text.utf8) : bytes,
            addOn: payload.addOn, isGS1: code.is_gs1 || symbology.isDatabar,
            corners: corners(code, in: picture).map { picture.place($0) }, lines: Int(code.lines))
    }

    /// The middles of the pixels that the library names, in the photo; a MaxiCode it finds nowhere in particular.
    private func corners(_ code: qzx_code, in picture: GreyPicture) -> [Point] {
        let numbers = withUnsafeBytes(of: code.corners) { Array($0.bindMemory(to: Int32.self)) }
        guard code.format != QZX_MAXICODE.rawValue else {
            let (right, bottom) = (Double(picture.width), Double(picture.height))
            return [
                Point(x: 0, y: 0), Point(x: right, y: 0), Point(x: right, y: bottom), Point(x: 0, y: bottom),
            ]
        }
        return (0..<4).map { Point(x: Double(numbers[2 * $0]) + 0.5, y: Double(numbers[2 * $0 + 1]) + 0.5) }
    }
}

/// The library's list of what it found.
private struct FoundCodes: ~Copyable {
    private let handle: OpaquePointer

    init(_ picture: GreyPicture, _ options: qzx_options) throws(ReadingError) {
        var handle: OpaquePointer?
        var problem = [CChar](repeating: 0, count: 256)
        let status = picture.pixels.withUnsafeBufferPointer { pixels -> qzx_status in
            guard let start = pixels.baseAddress, let width = Int32(exactly: picture.width),
                let height = Int32(exactly: picture.height)
            else { return QZX_BAD_PICTURE }
            let shown = qzx_picture(pixels: start, width: width, height: height, channels: 1, stride: picture.width)
            return qzx_read(shown, options, &handle, &problem, problem.count)
        }
        guard status == QZX_OK, let handle else { throw ReadingError(status, problem) }
        self.handle = handle
    }

    deinit { qzx_free(handle) }

    var count: Int { qzx_count(handle) }

    subscript(index: Int) -> qzx_code { qzx_at(handle, index) }
}

extension ReadingError {
    fileprivate init(_ status: qzx_status, _ problem: [CChar]) {
        let text = String(decoding: problem.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
        switch status {
        case QZX_BAD_PICTURE:
            self.init(.pixels, "a picture of this size cannot be searched for codes; reduce it", detail: text)
        case QZX_NO_MEMORY:
            self.init(
                .memory, "there was not enough memory to look for codes; run fewer workers", fault: .environment)
        default:
            self.init(.library, "the library that reads codes gave up on this photo", detail: text)
        }
    }
}

extension Symbology {
    /// The library's bit for it.
    var libraryFormat: qzx_format {
        switch self {
        case .aztec: QZX_AZTEC
        case .codabar: QZX_CODABAR
        case .code39: QZX_CODE_39
        case .code93: QZX_CODE_93
        case .code128: QZX_CODE_128
        case .databar: QZX_DATABAR
        case .databarExpanded: QZX_DATABAR_EXPANDED
        case .dataMatrix: QZX_DATA_MATRIX
        case .ean8: QZX_EAN_8
        case .ean13: QZX_EAN_13
        case .itf: QZX_ITF
        case .maxicode: QZX_MAXICODE
        case .pdf417: QZX_PDF_417
        case .qr: QZX_QR
        case .microQR: QZX_MICRO_QR
        case .upcA: QZX_UPC_A
        case .upcE: QZX_UPC_E
        }
    }
}

/// The modules of a QR code that holds a text.
public struct QRCode: Sendable, Hashable {
    /// How many modules one side has, without the light margin that a reader needs.
    public let side: Int
    /// Row after row, true for a dark module.
    private let modules: [Bool]

    /// The largest code there is has so many modules on a side.
    private static let largest = 177

    /// The code of a text; it is the smallest one that holds it.
    ///
    /// - Throws: ``ReadingError`` where no code holds so much.
    public init(_ text: String) throws(ReadingError) {
        let bytes = Array(text.utf8.map { CChar(bitPattern: $0) })
        var modules = [UInt8](repeating: 0, count: Self.largest * Self.largest)
        var side: Int32 = 0
        switch qzx_write_qr(bytes, bytes.count, &modules, modules.count, &side) {
        case QZX_OK: break
        case QZX_NO_MEMORY: throw ReadingError(.memory, "there is not enough memory for a QR code", fault: .environment)
        default: throw ReadingError(.library, "a QR code cannot hold a text of \(bytes.count) bytes")
        }
        self.side = Int(side)
        self.modules = modules.prefix(self.side * self.side).map { $0 != 0 }
    }

    /// Whether a module is dark; what lies beside the code is light.
    public func isDark(x: Int, y: Int) -> Bool {
        (0..<side).contains(x) && (0..<side).contains(y) && modules[y * side + x]
    }
}
