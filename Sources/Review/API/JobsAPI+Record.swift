import JSONTree
import Storage
import Supervisor

/// The whole record of a photo, for programs that have its number.
extension JobsAPI {
    var record: Operation {
        Operation(
            id: "getJobRecord", method: .get, path: "/jobs/{job}/record",
            summary: "A photo's whole record, as its file has it; waits for its end where that is asked for.",
            parameters: [Self.job, RecordWait.parameter],
            answer: .json(APIFormat<JSONValue>.anyObject),
            statuses: [
                200: "It has ended: this is its record, or that of the photo whose copy it is.",
                202: "It has not ended yet: `state` says how far it is. Ask again.",
            ],
            refusals: [404: "There is no such photo."]
        ) { [library] call in
            let number = try call.number("job")
            if let patience = try RecordWait.patience(call) {
                try await RecordWait.wait(atMost: patience) {
                    try await library.read { try JobJSON.job(number, in: $0).state.isFinal }
                }
            }
            let (record, hasEnded) = try await library.read { snapshot in
                let job = try JobJSON.job(number, in: snapshot)
                let stored = try job.state.isFinal ? snapshot.jobs.result(of: job.id) : nil
                return (try QueueControl.record(of: job, stored: stored).json, job.state.isFinal)
            }
            return hasEnded
                ? .json(record) : .made(.accepted, record, location: "/api/v1/jobs/\(number)/record")
        }
    }
}
