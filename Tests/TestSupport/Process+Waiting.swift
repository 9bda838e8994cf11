import Foundation
import Glibc

extension Process {
    /// Waits for the end of a program of a test's; one that has not ended by then is killed, so that its test fails and holds up
    /// no other.
    public func waitUntilExit(within seconds: Int) {
        let pid = processIdentifier
        let watchdog = DispatchWorkItem { kill(pid, SIGKILL) }
        DispatchQueue.global().asyncAfter(deadline: .now() + .seconds(seconds), execute: watchdog)
        waitUntilExit()
        watchdog.cancel()
    }
}
