"""What public readers read from data sets that `quiver export` made, each in its own words and in pixels of the photo.

Every reader gives photos, `{content, part, labels}`, and the names of the classes where the form lists them. A label
has its `label` and what the reader tells of it: `box` [x, y, width, height], `mask` (COCO's run lengths), `polygon`
(corners of an outline without holes), `corners` of a turned box, `keypoints` [x, y, seen], `area` of a mask.

Some want other versions of packages than the trainer, so PARITY_READERS names a second interpreter for supervision,
label-studio-sdk, datumaro, pandas and pyarrow: `python -m parity.export_readers READER FORM FOLDER FILE` there writes
JSON.
"""

import json
import sys
from pathlib import Path

from . import export_tools, export_trainers

READERS = {
    "ultralytics": export_trainers.ultralytics,
    "torchvision": export_trainers.torchvision,
    "pycocotools": export_trainers.pycocotools,
    "supervision": export_trainers.supervision,
    "Label Studio": export_tools.labelstudio,
    "datumaro": export_tools.datumaro,
    "CVAT's rules": export_tools.cvat,
    "csv": export_tools.table,
    "json": export_tools.lines,
    "pandas": export_tools.pandas,
    "pyarrow": export_tools.parquet,
}
APART = {"supervision", "Label Studio", "datumaro", "pandas", "pyarrow"}


def main():
    """Reads in the interpreter that has these readers."""
    reader, form, folder, file = sys.argv[1:]
    Path(file).write_text(json.dumps(READERS[reader](Path(folder), form)), "utf-8")


if __name__ == "__main__":
    main()
