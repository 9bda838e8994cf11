"""scripts/bench: whole runs held against what their parts cost alone."""
