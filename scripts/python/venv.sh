# Sourced by the Python scripts: `use_python NAME` sets $python to an interpreter with requirements/NAME.txt.
#
# It makes .build/venv-NAME once and again when the requirements change. QUIVER_PYTHON names an interpreter that has
# them already, and then nothing is made or fetched.

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
export PYTHONPATH=$root/scripts/python PYTHONDONTWRITEBYTECODE=1

use_python() {
    local name=$1 folder=$root/.build/venv-$1 wanted
    if [[ -n ${QUIVER_PYTHON:-} ]]; then
        python=$QUIVER_PYTHON
        return
    fi
    python=$folder/bin/python
    # Its own file and the one that others begin with; another environment's requirements do not make it anew.
    wanted=$(cat "$root/scripts/python/requirements/render.txt" "$root/scripts/python/requirements/$name.txt" | sha256sum)
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
    "$python" -m pip install --quiet --disable-pip-version-check --requirement "$root/scripts/python/requirements/$name.txt" >&2 || {
        printf '%s: pip could not install what requirements/%s.txt names; see its message above\n' "${0##*/}" "$name" >&2
        exit 2
    }
    printf '%s\n' "$wanted" >"$folder/stamp"
}
