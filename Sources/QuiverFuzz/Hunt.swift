#if QUIVER_FUZZING
    import Findings
    import Foundation
    import Glibc
    @testable import ModelFiles
    @testable import Intake
    import JSONTree
    import Results
    import SystemPackage

    /// libFuzzer's loop; the function is in its runtime library.
    @_silgen_name("LLVMFuzzerRunDriver")
    private func runDriver(
        _ count: UnsafeMutablePointer<Int32>,
        _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?>,
        _ one: @convention(c) (UnsafePointer<UInt8>?, Int) -> Int32
    ) -> Int32

    /// One hunt: an entrance, and a file that stands for the invented bytes.
    enum Hunt {
        nonisolated(unsafe) private static var entrance = Entrance.photo
        private static let file = ScratchFile()
        private static let way = PhotoWay(pixels: 400_000)

        static func run(_ entrance: Entrance, options: [String]) -> Never {
            self.entrance = entrance
            var arguments = (["quiver-fuzz"] + options).map { strdup($0) } + [nil]
            var count = Int32(arguments.count - 1)
            let status = arguments.withUnsafeMutableBufferPointer { buffer in
                var start = buffer.baseAddress
                return withUnsafeMutablePointer(to: &start) { start in
                    runDriver(&count, start) { bytes, count in
                        Hunt.one(UnsafeBufferPointer(start: bytes, count: count))
                        return 0
                    }
                }
            }
            exit(status)
        }

        private static func one(_ bytes: UnsafeBufferPointer<UInt8>) {
            switch entrance {
            case .photo:
                file.fill(bytes)
                _ = way.outcome(of: file.path)
            case .intake:
                file.fill(bytes)
                let format = SniffedFormat(firstBytes: Array(bytes.prefix(SniffedFormat.wantedBytes)))
                _ = try? Completeness.of(descriptor: file.descriptor, size: Int64(bytes.count), format: format)
            case .json:
                if let line = (try? JSONParser.parse(bytes))?.value.line {
                    // What was read and written must be read again as the same.
                    let again = (try? JSONParser.parse(line.utf8))?.value.line
                    precondition(again == line, "a JSON text does not survive being written")
                }
                _ = try? Record.decode(bytes)
            case .model:
                let raw = UnsafeRawBufferPointer(bytes)
                _ = try? ONNXHeader(raw)
                _ = IRHeader.metadata(raw)
                let text = String(decoding: bytes, as: UTF8.self)
                _ = PythonLiteral(text)
                let entries = SidecarMetadata.read(text)
                let metadata = ModelMetadata(entries.merging(["names": text, "imgsz": text, "kpt_shape": text]) { $1 })
                _ = (metadata.names, metadata.imageSize, metadata.keypointShape?.count, metadata.stride)
            }
        }
    }

    /// A file without a name of its own that is filled anew each time; it goes away with the process.
    private final class ScratchFile: Sendable {
        let descriptor: Int32 = {
            var template = Array((NSTemporaryDirectory() + "/quiver-fuzz-XXXXXX").utf8CString)
            let descriptor = mkstemp(&template)
            unlink(template)
            return descriptor
        }()
        var path: FilePath { FilePath("/proc/self/fd/\(descriptor)") }

        func fill(_ bytes: UnsafeBufferPointer<UInt8>) {
            let written = pwrite(descriptor, bytes.baseAddress, bytes.count, 0)
            precondition(written == bytes.count && ftruncate(descriptor, off_t(bytes.count)) == 0)
        }
    }
#endif
