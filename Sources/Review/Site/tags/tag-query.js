// Tags in the language of queries.

/** The term for a tag. */
export function tagTerm(name) {
    const isPlain = /^[\p{L}\p{N}][\p{L}\p{N}\p{M}_.+%@/-]*$/u.test(name);
    return "set:" + (isPlain ? name : `"${name.replaceAll(/["\\]/g, "\\$&")}"`);
}

/** A query that the photos of a tag fit beside what it asks already. */
export function withTag(where, name) {
    const [own, term] = [where.trim(), tagTerm(name)];
    if (` ${own} `.includes(` ${term} `)) return own;
    return /\bOR\b/.test(own) ? `(${own}) ${term}` : [own, term].filter(Boolean).join(" ");
}

/** The address of the gallery with the photos of a tag alone. */
export function tagAddress(name) { return "#/gallery?" + new URLSearchParams({ where: tagTerm(name) }); }
