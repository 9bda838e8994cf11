// What a base class leaves to the classes that are made of it.

/** In place of a member that each kind has of its own.
    @param {string} member @returns {never} */
export function ofEachKind(member) { throw new Error(`each kind has ${member} of its own`); }
