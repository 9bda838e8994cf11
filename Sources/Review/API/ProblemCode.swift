/// By what programs know why something was refused: one word for each reason, and the only list of them.
///
/// The API's document and the catalogue have this table. A word keeps its meaning; later versions may have more.
enum ProblemCode: String, Sendable, CaseIterable {
    case badRequest, badQuery, badCursor, impossible, tooLarge
    case signIn, tries, scope, badHost, badOrigin, closed
    case unknown, unknownSession, unknownPhoto, unknownArrow, unknownRound, unknownSet, photoGone, otherHost, noPicture
    case noObject, noVector
    case conflict, setTaken, otherQueue, cursorTooOld, cursorAhead
    case busy, full, stopping, unavailable, refused, noAnswer, socket
    case uploadsOff, folder, otherFolder, keyUsed, outOfOrder, isWhole, notAPhoto, quota
    case unusable, damaged, taken, newer, fileSystem, foreign, moved
    case diskFull, readOnly, denied, missing, nameTooLong, nameRefused, overlap, link, failed, claimLost
    case setting, output, record, control, textIndex, modelRefused, workersDie, protocolBroken
    case unexpected

    /// What it means.
    var meaning: String {
        switch self {
        case .badRequest: "the request cannot be read, or lacks something"
        case .badQuery: "the query for photos is wrong; the title says where"
        case .badCursor: "what is to be followed from is no cursor"
        case .impossible: "no photo, session or set can be as the request says"
        case .tooLarge: "the photo, or the piece of one, is larger than is taken"
        case .signIn: "the token is missing, wrong or withdrawn: sign in"
        case .tries: "too many wrong tries to sign in; wait a few seconds"
        case .scope: "the token is not good for this"
        case .badHost: "the server is not called what the request calls it"
        case .badOrigin: "the page of another site asks"
        case .closed: "the connection, or the queue's service, is closed; send it again"
        case .unknown: "there is no such address, photo, upload or file"
        case .unknownSession: "there is no such session"
        case .unknownPhoto: "there is no such photo in the score book"
        case .unknownArrow: "there is no such arrow in the photo"
        case .unknownRound: "there is no such round"
        case .unknownSet: "there is no set of photos of this name"
        case .photoGone: "the photo's file is not where it was"
        case .otherHost: "the photo lies in a folder that this host does not have"
        case .noPicture: "no picture of the photo can be made"
        case .noObject: "the photo has no such object with a mask"
        case .noVector: "no vector is there to compare: none of the photo, or of any"
        case .conflict: "it was changed meanwhile; the body says how it stands"
        case .setTaken: "there is a set of photos of this name already, or of one that is the same in queries"
        case .otherQueue: "the request, or the cursor, is about another queue than the one that is served"
        case .cursorTooOld: "photos that ended behind the cursor were forgotten: begin with `first` or `now`"
        case .cursorAhead: "the cursor is ahead of the queue, an older copy of which was put in its place"
        case .busy: "too much at once; try again"
        case .full: "so many photos wait that none is taken just now; `retryAfter` says when to send again"
        case .stopping: "the server is stopping; send it again"
        case .unavailable: "no supervisor does this at the moment: none runs, or it is stopping or busy"
        case .refused: "what stands in the way must be mended first; the title says what"
        case .noAnswer: "the supervisor has not answered, or is another version"
        case .socket: "the supervisor's socket cannot be reached"
        case .uploadsOff: "no photos are taken; the title says which setting or command changes that"
        case .folder: "the folder of sent photos cannot be used"
        case .otherFolder: "the session's photos lie elsewhere than photos that are sent"
        case .keyUsed: "another photo was sent with this key"
        case .outOfOrder: "the piece lies behind what has come; `upload` says where to go on"
        case .isWhole: "the photo has come whole, and cannot be given up"
        case .notAPhoto: "the bytes are no photo that is read, or end in the middle"
        case .quota: "the folder's quota or the disk is full"
        case .unusable: "the queue cannot be opened, read or written"
        case .damaged: "the queue, or a part of it, is damaged"
        case .taken: "another Quiver works the queue, or a name is another program's"
        case .newer: "a newer Quiver made the queue"
        case .fileSystem: "the file system cannot hold a queue safely"
        case .foreign: "the queue's file is something else"
        case .moved: "the queue was moved elsewhere"
        case .diskFull: "the disk of the results is full"
        case .readOnly: "the disk of the results cannot be written to"
        case .denied: "this user may not write the results"
        case .missing: "a folder of the results is not there"
        case .nameTooLong: "a result's name is too long for its disk"
        case .nameRefused: "the disk knows no such name"
        case .overlap: "folders of photos and of results lie in each other"
        case .link: "a link stands where a result belongs"
        case .failed: "a result cannot be written"
        case .claimLost: "another process has the photo by now"
        case .setting: "a setting is wrong, or what it names is not there"
        case .output: "the folder of the results cannot be used"
        case .record: "a stored record cannot be read"
        case .control: "the supervisor cannot be asked"
        case .textIndex: "the index of the search cannot be used"
        case .modelRefused: "a model cannot be used"
        case .workersDie: "workers end again and again"
        case .protocolBroken: "a worker has answered nonsense"
        case .unexpected: "Quiver is at fault: report it"
        }
    }
}
