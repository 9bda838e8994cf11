import ArgumentParser
import Findings
import Foundation
import Reading
import Results
import Supervisor
import SystemPackage
import SystemValues

/// `quiver pdf`: one document of all pages of a folder of results.
struct PDFCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "pdf",
        abstract: "Make one PDF of all flat pages of a folder of results.",
        discussion: """
            'quiver pdf out --to pages.pdf' puts the pages that the task document found and "output.pages" wrote one after \
            the other, in the natural order of the photos. Where the task text ran on them, their text lies unseen over \
            the pictures, so that it can be searched and copied. Lines that were corrected in 'quiver serve' are taken \
            as corrected; pages whose corners were moved there are cut as they were found until the photo runs again.
            """)

    @Argument(help: ArgumentHelp("The folder of results.", valueName: "results"), completion: .directory)
    var results: String

    @Option(help: ArgumentHelp("The file to write; there must be none of this name.", valueName: "file"))
    var to: String

    @Option(help: "The document's title.")
    var title: String?

    @Option(help: ArgumentHelp("Pixels per inch; else a page is as high as A4.", valueName: "n"))
    var dpi: Double?

    @OptionGroup var review: ReviewOptions

    func validate() throws {
        if let dpi, !(10...10_000).contains(dpi) {
            throw ValidationError("--dpi takes a number from 10 to 10000, for example 300.")
        }
    }

    func run() throws {
        let (folder, file) = (FilePath(results), RawArguments.path(to, of: "--to"))
        let queue = try review.queue(of: folder)
        let records = try StoredRecords(in: folder, of: queue)
        let corrections = try ReviewedResults(in: folder, of: queue)
        guard !FileManager.default.fileExists(atPath: file.string) else {
            throw ValidationError("\(EscapedName.printable(file)) is there already; name another file, or remove it.")
        }
        let draft = "\(file.string).\(getpid()).part"
        guard FileManager.default.createFile(atPath: draft, contents: nil),
            let handle = FileHandle(forWritingAtPath: draft)
        else { throw ValidationError("\(EscapedName.printable(file)) cannot be written; name another place.") }
        var isWhole = false
        defer { if !isWhole { try? FileManager.default.removeItem(atPath: draft) } }
        var document = try PDFDocument(PDFInformation(title: title, created: Date())) { bytes in
            try handle.write(contentsOf: Data(bytes))
        }
        var (failure, without): ((any Error)?, Int) = (nil, 0)
        records.forEachInNaturalOrder { record in
            guard failure == nil else { return }
            do {
                let pages = try Self.pages(of: record, reviewed: corrections.reviewed(record), in: folder, dpi: dpi)
                if pages.isEmpty { without += 1 }
                for page in pages { try document.add(page) }
            } catch {
                failure = error
            }
        }
        if let failure { throw failure }
        let count = document.count
        guard count > 0 else {
            throw ValidationError(
                "\(EscapedName.printable(folder)) holds no flat pages; run the task document with \"output.pages\" first."
            )
        }
        try document.finish()
        try handle.synchronize()
        try handle.close()
        guard link(draft, file.string) == 0 else {
            throw ValidationError("\(EscapedName.printable(file)) appeared meanwhile; name another file.")
        }
        isWhole = true
        unlink(draft)
        let others = without > 0 ? "; \(counted(without, "photo")) without a page" : ""
        Terminal.say("\(EscapedName.printable(file)): \(counted(count, "page"))\(others)")
    }

    /// The height of A4 in inches.
    private static let usualHeight = 297 / 25.4

    /// The pages of one photo, in the order of its record.
    ///
    /// - Parameter reviewed: The same with manual corrections: their lines count, but the pictures were cut by `record`.
    private static func pages(
        of record: Record, reviewed: Record, in folder: FilePath, dpi: Double?
    ) throws -> [PDFPage] {
        // As they were written: by page of the file, by detector, then in the order of the record; a box of a class "page" has
        // its detector's name.
        let files = (record.outputs?.crops ?? []).filter { $0.contains(/(^|\/)[0-9]+-page\.jpg$/) }
        let found = (1...max(record.photo.pages.count, 1)).flatMap { number in
            flatPages(of: record.photo.ofPage(number)).map { (number, $0, $1) }
        }
        return try zip(files, found).compactMap { file, page in
            guard let bytes = ResultsPicture.bytes(of: file, in: folder) else { return nil }
            let picture = try PDFPicture(jpeg: bytes)
            let correction = try PageCorrection(page.2)
            let lines = reviewed.photo.ofPage(page.0).results.filter { $0.parent == page.1 }
                .flatMap { $0.found.texts ?? [] }
            let height = Double(max(picture.size.width, picture.size.height))
            return PDFPage(
                picture: picture, resolution: dpi ?? height / usualHeight,
                lines: lines.map { $0.mapped(correction.toPage.map) },
                coordinates: correction.size)
        }
    }

    /// The sheets that detectors found on one page of a file, in the order in which they were written.
    private static func flatPages(of photo: PhotoResult) -> [(DetectorResult.Parent, Page)] {
        Set(photo.results.filter { $0.found.pages?.isEmpty == false }.map(\.detector)).sorted().flatMap { name in
            photo.findings(of: name).enumerated().compactMap { index, page in
                (page as? Page).map { (DetectorResult.Parent(detector: name, index: index), $0) }
            }
        }
    }
}
