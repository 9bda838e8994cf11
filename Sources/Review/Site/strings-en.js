// English. `…One` is the same text for exactly one.
import { englishFindings } from "./strings-en-findings.js";
import { englishReview } from "./strings-en-review.js";

/** The page's words in English. */
export const english = {
    title: "Quiver",
    language: "Language",
    pages: "Pages",
    skipToContent: "Skip to the content",
    pagequeue: "Queue", pagesessions: "Sessions", pagephotos: "Photos", pagetrend: "Trend", pagesignin: "Sign in",
    close: "Close", cancel: "Cancel", save: "Save", again: "Try again", all: "All", print: "Print",
    problem: "This page cannot be shown",
    unreachable: "Quiver does not answer. Look whether it still runs, and whether this device is in its network.",
    offline: "No connection to Quiver. What you see may be old.",
    offlineWaiting: "No connection to Quiver. Corrections of {count} photos wait here and are sent when it is back.",
    offlineWaitingOne: "No connection to Quiver. Corrections of one photo wait here and are sent when it is back.",
    conflictOf: "Two corrections of {name} met: yours, and one that was made elsewhere. Yours is kept here until you "
        + "choose.", show: "Show",
    notStored: "Quiver could not store corrections of {count} photos. They wait here and are tried again.",
    notStoredOne: "Quiver could not store the correction of one photo. It waits here and is tried again.",
    refused: "The correction of {name} was refused: {sentence} It is kept here.",
    noDate: "No date",

    ...englishReview,
    ...englishFindings,

    // Sessions.
    archer: "Archer", face: "Face", onlyToCheck: "Only with something to check", noneMatches: "No session matches.",
    noSessions: "There is no session yet.",
    arrowsToCheck: "{count} arrows to check", arrowsToCheckOne: "1 arrow to check",
    endsToCheck: "{count} ends to check", endsToCheckOne: "1 end to check",
    checked: "Checked", averageShort: "Ø {value}", startReview: "Check the doubtful ones",
    noEnds: "No end of this session has been read yet.",
    summary: "Summary", total: "Total", outOf: "of {maximum}", average: "Average", pointsPerArrow: "points per arrow",
    inEnds: "in {count} ends", inEndsOne: "in 1 end",
    bests: "{best}s", xIncluded: "X included", toReview: "To review", nothingInDoubt: "nothing in doubt",
    andEnds: "arrows and {count} ends", andEndsOne: "arrows and 1 end",
    sheet: "Score sheet", sheetOfRound: "Score sheet of round {number}",
    sheetOfArcher: "Score sheet of {name}, round {number}", sum: "Sum", reviewEnd: "Review end {end}",
    toReviewLegend: "to review", numberBelow: "The number below a score is the arrow’s in the photo.",
    toCheckTitle: "Arrows and ends to check", andMore: "and {count} more", andMoreOne: "and 1 more",
    endsTitle: "Ends", onItsFace: "{end} on its face", noPlaces: "no places", noScore: "no score",
    endByEnd: "End by end", pointsPerEnd: "Points per end", spreadPerEnd: "Mean radius of each end, mm",
    meanIs: "Mean {value}.",
    archers: "Archers", renameAndDate: "Name and date", split: "Split", merge: "Merge", name: "Name", date: "Date",
    nameOfNew: "Name of the new session",
    splitHelp: "The chosen photos become a session of their own.", photosTitle: "Photos",
    mergeHelp: "This session’s ends go to the other one.", into: "Into", noOtherSession: "There is no other session.",
    archerNumber: "Archer {number}", removeArcher: "Remove archer {number}", addArcher: "Add archer",
    toldApart: "Who shot an arrow is told by",
    byhand: "hand: I say it arrow by arrow", byplace: "place: each archer has a face or a side",
    byend: "end: the archers take turns",
    bycolour: "colour: each archer has arrows of one colour",
    byfolder: "The folders of the photos say who shot. To change it, move the photos.",
    colourHelp: "The colour of vanes and nocks. Where two archers have the same, the first gets the arrow.",
    colourOfArcher: "Colour of the arrows of archer {number}",
    colourred: "red", colourorange: "orange", colouryellow: "yellow", colourgreen: "green", colourblue: "blue",
    colourpurple: "purple", colourpink: "pink", colourwhite: "white", colourblack: "black", colourgrey: "grey",
    colournone: "no colour",

    // Trend.
    trendOf: "Trend of", allArchers: "All archers", months: "By month", season: "This season, session by session",
    noTrend: "There is nothing to draw yet.", averageTitle: "Average per arrow", month: "Month",
    sessionsTitle: "Sessions",

    // Queue.
    liveQueue: "Photos in the queue", notRunning: "Nothing runs at the moment.", running: "Running",
    pausedByHand: "Paused by a person.", pause: "Pause", resume: "Resume",
    statewaiting: "Waiting", stateready: "Ready", staterunning: "Running", statedone: "Done", statefailed: "Failed",
    stateblocked: "Blocked", stategone: "Gone", statequarantined: "Quarantined", statecancelled: "Cancelled",
    counts: "Counts by state", rate: "Rate", photosPerSecond: "photos per second", timeLeft: "Time left",
    workers: "Workers", worker: "Worker {number}", idle: "idle", forSeconds: "for {time}",
    stages: "Stages", stage: "Stage", median: "Median", p95: "95 %", recent: "Recent",
    recentOf: "Recent times of {name}", errors: "Last errors", noErrors: "No errors.", retry: "Retry",
    retryAll: "Retry all", retried: "{count} photos are tried again.", retriedOne: "1 photo is tried again.",
    faultinput: "the photo’s fault", faultenvironment: "the machine’s fault", faultquiver: "Quiver’s fault",
    results: "Results in {path}", incoming: "{count} photos are still being copied.",
    incomingOne: "1 photo is still being copied.", suspended: "{count} photos are held back.",
    suspendedOne: "1 photo is held back.",

    // Photos.
    photo: "Photo", filterState: "State", filterText: "Name contains", onlyOpen: "Only not reviewed", sortBy: "Order",
    sortuncertain: "Uncertain first", sortnumber: "By number",
    shownOf: "{shown} of {total} photos", findings: "{count} findings", findingsOne: "1 finding", reviewed: "reviewed",
    notReviewed: "not reviewed", margin: "margin {value}", photoList: "Photos",
    acceptAbove: "Accept all above", accept: "Accept", detector: "Detector", threshold: "Confidence",
    accepted: "{count} photos were accepted.", acceptedOne: "1 photo was accepted.",
    noPicture: "The picture cannot be shown.", nothingToReview: "No part of this photo can be reviewed here.",
    acceptPhoto: "Accept and next", withdraw: "Take review back",
    boxLabel: "{label}, {share}", boxByHand: "{label}, drawn by hand", drawBox: "Draw a box", deleteBox: "Delete box",
    classOfBox: "Class of the chosen box", noBoxes: "Nothing was found. Draw what is missing.",
    boxHelp: "Drag a box to move it, its corners to resize it.",
    chosenClass: "chosen", boxesOf: "Boxes of {name}", classesOf: "Classes of {name}",
    boxKeys: "Arrow keys move the chosen box, Shift makes it larger or smaller, 1–9 set its class, Delete removes "
        + "it, D draws, Enter accepts.", classKeys: "Keys 1–9 choose a class, Enter accepts.",
    nextPhoto: "Next", previousPhoto: "Previous",

    // Signing in.
    signin: "Sign in", signout: "Sign out", token: "Token",
    tokenHelp: "Quiver showed the token when it was started with --token.",
};
