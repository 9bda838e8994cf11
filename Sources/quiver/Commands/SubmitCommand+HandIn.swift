import Control
import Results
import Supervisor
import SystemPackage
import SystemValues

/// From the paths of the command line to photos in the watched folder.
extension SubmitCommand {
    /// What keeps all further photos from being handed in.
    struct Obstacle: Error {
        let why: String
        let status: Int32
        /// Whether those that were handed in are not waited for either.
        let endsWaiting: Bool

        static let stopped = Obstacle(why: "interrupted", status: StopSignals.statusAtOnce, endsWaiting: true)
        static let unwatched = Obstacle(
            why: "no supervisor runs; 'quiver watch' starts one", status: StatusCommand.Health.down.rawValue,
            endsWaiting: true)

        static func full(for seconds: Int) -> Obstacle {
            Obstacle(
                why: "so many photos wait already that no more is taken just now (intake.full); submit again in "
                    + counted(seconds, "second"), status: 4, endsWaiting: false)
        }

        private init(why: String, status: Int32, endsWaiting: Bool) {
            (self.why, self.status, self.endsWaiting) = (why, status, endsWaiting)
        }

        /// Nil where a refusal is about one photo alone.
        init?(_ error: ControlError) {
            guard error.code != ControlError.Code.refused.rawValue else { return nil }
            let isUnwatched = error.code == ControlError.Code.unavailable.rawValue
            self.init(
                why: error.message, status: isUnwatched ? Self.unwatched.status : 2, endsWaiting: true)
        }
    }

    /// Hands photos in until something stands in the way of all further ones.
    func handIn(
        _ photos: [FilePath], into folder: FilePath, of control: QueueControl
    ) async -> (submitted: [SubmittedPhoto], obstacle: Obstacle?, isLacking: Bool) {
        let lane = BlockingLane("quiver.submit")
        var (submitted, isLacking): ([SubmittedPhoto], Bool) = ([], false)
        for (number, photo) in photos.enumerated() {
            do {
                submitted.append(try await Self.hand(photo, into: folder, of: control, on: lane))
                // The folder is a watched one, now that a run has taken a photo from there.
                if submitted.count == 1 { try? await lane.perform { SubmittedPhoto.sweep(folder) } }
            } catch let obstacle as Obstacle {
                let rest = photos.count - number
                Terminal.talk(
                    "quiver: \(counted(rest, "photo")) not handed in, from \(EscapedName.printable(photo)) on: "
                        + obstacle.why)
                return (submitted, obstacle, isLacking)
            } catch {
                // The others are handed in all the same.
                Terminal.talk("quiver: \(error)")
                isLacking = true
            }
        }
        return (submitted, nil, isLacking)
    }

    /// How often a supervisor that has too many clients, or stops, is asked again, after a quarter of a second each.
    private static let mostTries = 40

    /// Hands one photo in, where nothing stands in the way of any.
    private static func hand(
        _ photo: FilePath, into folder: FilePath, of control: QueueControl, on lane: BlockingLane
    ) async throws -> SubmittedPhoto {
        var tries = 1
        while true {
            do {
                return try await lane.perform {
                    if Stopping.request.cause != nil { throw Obstacle.stopped }
                    guard let live = try control.live() else { throw Obstacle.unwatched }
                    if let seconds = live.fullFor { throw Obstacle.full(for: seconds) }
                    return try SubmittedPhoto(photo, into: folder, for: control)
                }
            } catch let error as ControlError
                where error.code == ControlError.Code.unavailable.rawValue && tries < mostTries
            {
                tries += 1
                try await Task.sleep(for: .milliseconds(250))
            } catch let error as ControlError {
                if let obstacle = Obstacle(error) { throw obstacle }
                throw error
            }
        }
    }
}
