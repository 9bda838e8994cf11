// The review of masks, keypoints, lines, codes, tables and pages, in English.

/** The words of masks, bodies, hands, faces, lines, codes, tables and pages in English. */
export const englishFindings = {
    // Masks.
    masksOf: "Masks of {name}", maskLabel: "{number}, {label}, {word}",
    noMasks: "Nothing was found. Paint what is missing.",
    maskadd: "Add", maskerase: "Erase", masknew: "New mask", deleteMask: "Delete mask",
    classOfMask: "Class of the chosen mask", chooseMask: "Choose a mask first.",
    maskByHand: "{label}, painted by hand", maskRemoved: "The mask was removed.",
    maskmodeadd: "Adding: paint over what belongs to the chosen mask.",
    maskmodeerase: "Erasing: paint over what does not belong to the chosen mask.",
    maskmodenew: "New mask: paint over the object.", maskmodechoose: "Choosing masks.",
    brushSize: "Brush size", pixels: "{count} px", brushDown: "Brush down.", brushAt: "Brush at {x}, {y}",
    brushKeys: "Brush: arrow keys move it, the space bar puts it down and lifts it",
    maskHelp: "Choose a mask, then add to it or erase from it. Two fingers zoom and move the photo.",
    maskKeys: "J and K choose a mask, A adds, E erases, D paints a new one, [ and ] change the brush size, 1–9 set the "
        + "class, Delete removes it, Escape puts the brush away, Enter accepts. Arrow keys move the brush, the space "
        + "bar puts it down and lifts it.",

    // Keypoints.
    posesOf: "Keypoints of {name}", noPoses: "Nothing was found.", deletePose: "Delete object",
    classOfPose: "Class of the chosen object", choosePoint: "Choose a keypoint first.",
    toggleVisible: "Visible or hidden", pointHidden: "hidden", pointVisible: "visible",
    pointLabel: "{point} of {object}, at {x}, {y}", pointNumber: "keypoint {number}",
    poseHelp: "Drag a keypoint to move it. A hollow one is hidden in the photo.",
    poseKeys: "Tab, N and P choose a keypoint, J and K an object. Arrow keys move the keypoint, with Shift farther, V "
        + "says whether it is visible, 1–9 set the class, Delete removes the object, Enter accepts.",
    "labelLeft hand": "left hand", "labelRight hand": "right hand", labelPerson: "person", labelFace: "face",
    fingerthumb: "thumb", fingerindex: "index finger", fingermiddle: "middle finger", fingerring: "ring finger",
    fingerlittle: "little finger", fingertip: "tip",
    pointleft: "left {part}", pointright: "right {part}",
    pointNose: "nose", pointNoseTip: "tip of the nose", pointMouth: "mouth", pointMouthCorner: "corner of the mouth",
    pointWrist: "wrist", pointEye: "eye",
    pointEyeInner: "eye, inner corner", pointEyeOuter: "eye, outer corner", pointEar: "ear", pointShoulder: "shoulder",
    pointElbow: "elbow", pointPinky: "little finger", pointIndex: "index finger", pointThumb: "thumb", pointHip: "hip",
    pointKnee: "knee", pointAnkle: "ankle", pointHeel: "heel", pointFootIndex: "toe",

    // Lines of text and codes.
    linesOf: "Lines of text of {name}", codesOf: "Codes of {name}", noReadings: "Nothing is left of what was read.",
    readingLabel: "{number}, “{text}”, {word}", readingField: "Text of {number}, {word}",
    showReading: "Show {number} in the photo", toCheck: "to check",
    readingsToCheck: "{count} are to be checked.", readingsToCheckOne: "One is to be checked.",
    noneToCheck: "None is in doubt.", nextDoubtful: "Next doubtful", deleteLine: "Delete line",
    deleteCode: "Delete code", chooseReading: "Choose one first.", readingChanged: "{number} was changed.",
    readingRemoved: "{number} was deleted.",
    emptyReading: "A text cannot be empty. Delete it instead.",
    readingHelp: "Correct a text in its field. Enter says that it is right and goes to the next one in doubt.",
    readingKeys: "N and P go to what is in doubt, J and K to the next and the one before, E edits, Escape leaves the "
        + "field, Delete removes, Enter on the photo accepts.",

    // Tables and pages.
    tablesOf: "Tables of {name}", noTables: "No table is left.", tableSize: "{rows} × {columns}",
    tableName: "Table {number}, {rows} rows, {columns} columns", acceptTable: "Table is right",
    deleteTable: "Delete table", tableAccepted: "Table {number} is right.", cellField: "Row {row}, column {column}",
    cellChanged: "Row {row}, column {column}, corrected, was read as “{read}”", cellRead: "Was read as “{read}”",
    cellWritten: "The cell was changed.",
    tableHelp: "Correct a text in its cell. Enter goes to the next cell; in the last one it says that the table is "
        + "right.",
    tableKeys: "N and P go to the tables in doubt, J and K to the next and the one before, E edits, Tab changes the "
        + "cell, Shift + Enter starts a new line in it, Escape leaves it, Delete removes the table, Enter on the photo "
        + "accepts.",
    pagesOf: "Pages of paper of {name}", noPages: "No page of paper is here.", pageOfPaper: "page",
    pageName: "Page {number}, {word}", acceptPage: "Page is right", deletePage: "Delete page", addPage: "Add page",
    pageAccepted: "Page {number} is right.", pageAdded: "A page was added. Move its corners.",
    pageFolded: "A page’s sides do not cross. The corner is where it was.",
    cornerLabel: "{corner} corner of page {number}, at {x}, {y}", cornerTopLeft: "Top left",
    cornerTopRight: "Top right", cornerBottomRight: "Bottom right", cornerBottomLeft: "Bottom left",
    pageHelp: "Drag a corner to where the paper’s is. Enter says that a page is right and goes to the next in doubt.",
    pageKeys: "N and P go to what is in doubt, J and K to the next and the one before, 1–4 choose a corner, arrow keys "
        + "move it, with Shift by more, D adds a page, Delete removes one, Enter accepts.",
};
