#!/bin/sh
# Writes SiteFiles.swift with every file below the folder $1 into the folder $2: a line each of its path and its bytes.
# A file that is right stays as it is, so that nothing is built again. Names that begin with a dot are left out.
set -eu
new=$2/SiteFiles.new
{
    printf '%s\n' '/// The files of the page, a line each: the path below the folder, a blank, and the bytes in base64.'
    printf '%s\n' 'let siteFiles = #"""'
    cd "$1"
    find . -type f ! -path '*/.*' | LC_ALL=C sort | while IFS= read -r file; do
        printf '    %s %s\n' "${file#./}" "$(base64 "$file" | tr -d '\n')"
    done
    printf '%s\n' '    """#'
} >"$new"
if cmp -s "$new" "$2/SiteFiles.swift"; then rm "$new"; else mv "$new" "$2/SiteFiles.swift"; fi
