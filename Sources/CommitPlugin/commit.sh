#!/bin/sh
# Writes Commit.swift with the commit of the package in $1 into the folder $2; nil where it is no checkout of its own.
# A file that is right stays as it is, so that nothing is built again.
set -eu
commit=
if top=$(git -C "$1" rev-parse --show-toplevel 2>/dev/null) && [ "$top" -ef "$1" ]; then
    commit=$(git -C "$1" rev-parse --short=10 HEAD 2>/dev/null) || commit=
    if [ -n "$commit" ] && [ -n "$(git -C "$1" status --porcelain --untracked-files=no 2>/dev/null)" ]; then
        commit="$commit, changed since"
    fi
fi
value=nil
[ -z "$commit" ] || value="\"$commit\""
text="/// The commit that this program was built from; nil where the sources were no checkout.
let builtFromCommit: String? = $value"
file=$2/Commit.swift
[ -f "$file" ] && [ "$(cat "$file")" = "$text" ] && exit 0
printf '%s\n' "$text" >"$file"
