import Findings
import Foundation
import Results
import WorkerProtocol

/// The pages of a file, one after the other: what lies in memory of a page is let go before the next one comes.
extension PhotoSteps {
    /// More bytes than the pages of a file have to say; a supervisor takes answers of twice that.
    private static let mostBytes = 32 << 20

    /// Takes the steps on so many pages of the photo that is loaded; one that cannot be read does not hold up the others.
    ///
    /// - Throws: where no page can be read, or what stands in the way is not the file's own.
    func run(pages count: Int, _ context: inout PhotoContext) throws {
        let first = try context.loaded
        var (failure, isAnyRead, bytes): ((any Error)?, Bool, Int) = (nil, false, 0)
        for number in 1...count {
            if number > 1 { context.onStage(.page) }
            var page = context.page(number)
            do {
                guard bytes < Self.mostBytes else { throw AnswerFull() }
                page.take(number == 1 ? first : try first.page(number))
                for step in number == 1 ? steps : stepsOfPages { try step.run(&page) }
                bytes += try JSONEncoder.lines.encode(page.result.results).count
                context.take(page, number)
                isAnyRead = true
            } catch {
                context.take(page, number, failed: error)
                guard (error as? any ReportableError)?.fault == .input else { throw error }
                failure = failure ?? error
            }
        }
        if let failure, !isAnyRead { throw failure }
    }
}

/// The pages before have said as much as a record holds.
private struct AnswerFull: ReportableError {
    let codeName = "limit"
    let fault = Fault.input
    let description = "the pages before have said as much as a record holds; split the file"
}

extension PhotoContext {
    /// How many pages of the loaded photo are looked at.
    var pageCount: Int {
        guard let photo, photo.format.hasPages else { return 1 }
        return min(photo.frames, plan.limits.pages)
    }

    /// The way of one page of the file.
    func page(_ number: Int) -> PhotoContext {
        var page = PhotoContext(plan: plan, job: job, file: file, onStage: onStage, page: number)
        (page.result.image, page.result.imageMetadata) = (result.image, result.imageMetadata)
        return page
    }

    /// Takes over what was found out about a page, or why nothing was.
    mutating func take(_ page: PhotoContext, _ number: Int, failed error: (any Error)? = nil) {
        result.pages.append(PhotoPage(number: number, size: page.photo?.size, error: error.map(Record.Failure.init)))
        result.timings.add(page.result.timings)
        files.add(page.files)
        guard error == nil else { return }
        result.results += page.result.results.map { entry in
            var entry = entry
            entry.page = number
            return entry
        }
        if number == 1 {
            result.image?.likeness = page.result.image?.likeness
            (result.targetDetection, result.arrows) = (page.result.targetDetection, page.result.arrows)
        }
    }
}

extension Record.Timings {
    /// Adds those of a page.
    fileprivate mutating func add(_ other: Record.Timings) {
        let all: [WritableKeyPath<Record.Timings, Double?>] = [\.load, \.register, \.infer, \.decode, \.draw, \.write]
        for time in all {
            guard let more = other[keyPath: time] else { continue }
            self[keyPath: time] = (self[keyPath: time] ?? 0) + more
        }
    }
}

extension AnswerLine.Files {
    /// Adds those of a page.
    fileprivate mutating func add(_ other: AnswerLine.Files) {
        annotated = annotated ?? other.annotated
        crops += other.crops
        pages += other.pages
    }
}
