// Tags in the language of queries.

/** The term for a tag. */
export function tagTerm(name) {
    const isPlain = /^[\p{L}\p{N}][\p{L}\p{N}\p{M}_.+%@/-]*$/u.test(name);
    return "set:" + (isPlain ? name : `"${name.replaceAll(/["\\]/g, "\\$&")}"`);
}

/** Whether a query asks for tags: its photos are others once tags have changed. */
export function asksTags(where) { return /\bset\s*(:|!?=)/i.test(where); }

/** A query that the photos of a tag fit beside what it asks already. */
export function withTag(where, name) {
    const [own, term] = [where.trim(), tagTerm(name)];
    // Beside 'OR' and behind 'NOT' the term says something else.
    if (!/\b(OR|NOT)\b/.test(own) && ` ${own} `.includes(` ${term} `)) return own;
    return /\bOR\b/.test(own) ? `(${own}) ${term}` : [own, term].filter(Boolean).join(" ");
}

/** The address of the gallery with the photos of a tag alone. */
export function tagAddress(name) { return "#/gallery?" + new URLSearchParams({ where: tagTerm(name) }); }
