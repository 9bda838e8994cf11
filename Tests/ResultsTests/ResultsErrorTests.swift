import Findings
import SystemPackage
import Testing

@testable import Results

@Suite struct ResultsErrorTests {
    @Test(arguments: [
        (Errno.noSpace, ResultsError.Code.diskFull), (.diskQuotaExceeded, .diskFull), (.readOnlyFileSystem, .readOnly),
        (.permissionDenied, .denied), (.notPermitted, .denied), (.ioError, .missing), (.staleNFSFileHandle, .missing),
        (.fileNameTooLong, .nameTooLong), (.tooManyOpenFiles, .failed),
    ])
    func tellsFailuresApart(errno: Errno, code: ResultsError.Code) {
        let error = ResultsError(errno, "write", "/out/a.json")
        #expect(error.code == code)
        #expect(error.fault == .environment)
        #expect(error.description.hasPrefix("cannot write /out/a.json: "))
        #expect(error.detail == errno.description)
    }
}
