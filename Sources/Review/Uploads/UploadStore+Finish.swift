import Control
import Foundation
import Intake
import SystemPackage
import SystemValues

/// From the last byte to the photo's name in the watched folder.
extension UploadStore {
    /// Checks a whole photo and gives it its name; does nothing to one that is not whole, or has it already.
    ///
    /// Its name is written down before it has it, so that a crash at any point leaves one photo.
    func finish(_ id: String) async throws -> Upload { try await use { try await finish(id, in: $0) } }

    private func finish(_ id: String, in folder: UploadFolder) async throws -> Upload {
        let done = try await alone(id) { () async throws -> Upload in
            var upload = try await onLane(id) { try self.checked(id, in: folder) }
            guard upload.note.phase == .placing, let name = upload.note.name else { return upload }
            let file = watched.pushing(FilePath(name))
            if let number = try await onLane(id, { try self.waiting(id, in: folder) }) {
                do {
                    try await report(upload, at: file, number, isThere: false)
                } catch let error as ControlError where error.code == ControlError.Code.refused.rawValue {
                    // Its folder is not watched any more: next time it goes to the watched one itself.
                    upload.note.folder = nil
                    _ = try await onLane(id) { [upload] in try self.withoutName(upload, in: folder) }
                    throw error
                }
                upload = try await onLane(id) { [upload] in try self.place(upload, as: name, in: folder) }
                // The supervisor knows of it, and finds it by itself as well.
                try? await report(upload, at: file, number, isThere: true)
            } else {
                upload = try await onLane(id) { [upload] in try self.placed(upload, in: folder) }
            }
            return upload
        }
        // What another request is about is answered as it stands.
        guard let upload = done ?? self.upload(id) else { throw UploadProblem.unknown }
        return upload
    }

    private func waiting(_ id: String, in folder: UploadFolder) throws -> FileNumber? {
        do { return try folder.number(of: id) } catch { throw UploadProblem.disk(error) }
    }

    /// An upload after its bytes were looked at: with its name, or refused; blocks.
    private func checked(_ id: String, in folder: UploadFolder) throws -> Upload {
        guard var upload = upload(id) else { throw UploadProblem.unknown }
        guard upload.isWhole, upload.note.phase == .receiving else { return upload }
        do {
            let (check, content) = try folder.look(at: id)
            switch check {
            case .photo(let format):
                upload.note.content = content
                upload.note.name = try folder.freeName(
                    Self.name(of: upload.note), format.fileEnding, in: upload.note.folder)
                upload.note.phase = .placing
            case .cutOff:
                upload.note.refusal = .init(
                    code: ProblemCode.notAPhoto.rawValue, reason: "The photo ends in the middle: bytes are missing.")
            case .foreign:
                upload.note.refusal = .init(
                    code: ProblemCode.notAPhoto.rawValue,
                    reason: "This is no photo that is read: JPEG, PNG, WebP, GIF, TIFF, HEIC, AVIF, BMP, PDF.")
            }
            if upload.note.refusal != nil {
                upload.note.phase = .refused
                try folder.removePart(id)
            }
        } catch {
            throw UploadProblem.disk(error)
        }
        upload.touched = clock
        try keep(upload, in: folder)
        if upload.note.phase == .refused { measurements.counter(.uploads, [("outcome", "refused")]).increment(by: 1) }
        return upload
    }

    private func place(_ upload: Upload, as name: String, in folder: UploadFolder) throws -> Upload {
        do throws(FolderError) {
            try folder.place(upload.note.id, as: name)
        } catch {
            if error.errno == .fileExists || error.isMissing {
                // Another file took the name, or the folder has gone.
                _ = try withoutName(upload, in: folder)
            }
            throw UploadProblem.disk(error)
        }
        return try placed(upload, in: folder)
    }

    /// A whole upload as before its name was chosen: that is done anew with the next try, and it can be given up.
    private func withoutName(_ upload: Upload, in folder: UploadFolder) throws -> Upload {
        var upload = upload
        upload.note.phase = .receiving
        upload.note.name = nil
        try keep(upload, in: folder)
        return upload
    }

    private func placed(_ upload: Upload, in folder: UploadFolder) throws -> Upload {
        var upload = upload
        upload.note.phase = .placed
        upload.touched = clock
        try keep(upload, in: folder)
        measurements.counter(.uploads, [("outcome", "taken")]).increment(by: 1)
        measurements.counter(.uploadedBytes).increment(by: Double(upload.note.size))
        return upload
    }

    /// When it was begun, by the clock on the wall, and a part of what it is addressed by: in the order of time.
    private static func name(of note: UploadNote) -> String {
        let date = Date(timeIntervalSince1970: Double(note.made) / 1000)
        let parts = Calendar(identifier: .gregorian)
            .dateComponents(in: .current, from: date)
        func padded(_ number: Int?, _ digits: Int) -> String {
            let text = String(number ?? 0)
            return String(repeating: "0", count: max(0, digits - text.count)) + text
        }
        let day = padded(parts.year, 4) + padded(parts.month, 2) + padded(parts.day, 2)
        let time = padded(parts.hour, 2) + padded(parts.minute, 2) + padded(parts.second, 2)
        return "\(day)-\(time)-\(note.id.prefix(8))"
    }
}
