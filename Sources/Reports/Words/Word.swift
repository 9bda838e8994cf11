/// The texts of reports and of the page's same parts, by keys.
///
/// The page's scripts know a text by its raw value. One that ends in `One` is the text for exactly one.
enum Word: String, Sendable, CaseIterable {
    // Scores and arrows.
    case end, endNumber, roundNumber, roundAndEnd, endAndArrow, endAndHole, ofArcher
    case arrowsTitle, holesTitle, arrow, hole, arrowsWord, holesWord
    case arrows, arrowsOne, holes, holesOne, ends, endsOne
    case notFound, toReviewBecause, manualCorrection, onlyConfirmed, correctedFrom, onlySure, sure, sureShare

    // Doubts.
    case doubtNearLine, doubtLowConfidence, doubtPoorRegistration, doubtTooManyArrows, doubtTooFewArrows
    case doubtSecondInSpot, doubtHidden, doubtOtherFace, doubtNoArrows, doubtUnusualCount, onLine
    case fewerThanEnd, tooManyForEnd, troubleOther
    case troubleBeingRead = "troubleThe photo was sent and is being read"
    case troubleNoFace = "troubleNo face is seen"
    case troublePart = "troubleOnly part of a face is in the picture"
    case troubleSmall = "troubleThe face is too small in the picture to score on"
    case troubleRings = "troubleSomething like a face is seen, but its rings could not be followed"

    // The page's head and foot.
    case scoreReport, until, partsOfPage, photosTitle, madeBy, accuracy
    case systemOlympic, systemCompound, systemIndoor, systemField

    // The summary.
    case noEnds, summary, total, outOf, average, pointsPerArrow, inEnds, inEndsOne, bests, xIncluded, toReview
    case nothingInDoubt, andEnds, andEndsOne, seeWhich, seeWhichOf

    // The round, and the sheet.
    case ranking, place, archerTitle, toShoot, allShot, atBest, perEnd, perPlace, tiesBy, andThen, hits, roundFacts
    case surplusEnds, surplusEndsOne, otherFaces
    case sheet, sheetOfRound, sheetOfArcher, sum, reviewEnd, endsFromTo, numberBelow, averageShort

    // Doubts and corrections.
    case toCheck, toReviewLegend, toCheckTitle, andMore, andMoreOne, photoNamed, seePhoto, closeUpOf
    case correctionsTitle, parked, parkedArrow, parkedRemoved
    case modelRead, modelReadSame, modelReadSameElsewhere, modelMissed

    // Faces and groups.
    case plotTitle, nothingPlaced, onDrawnFace, spotsOverOneAnother, fartherOut
    case sureHigh, sureMiddle, sureLow, shaftDot, groupLegend, groupDrawn
    case groupCentre, inMiddle, offBy, atPlace, meanRadius, meanRadiusNote, extremeSpread, extremeSpreadNote
    case ellipse, ellipseNote, counted, countedNote, assumedSize
    case show, showChoice, all, clock, clockAt, left, right, high, low, markerPlace

    // How it went.
    case endByEnd, pointsPerEnd, spreadPerEnd, meanIs, steady, morePoints, fewerPoints, wider, tighter, noValue
    case endsTitle, onItsFace, noPlaces, noScore, allEnds

    // Photos.
    case doubtfulFirst, noAnnotated, photoScored, photoUnscored
}
