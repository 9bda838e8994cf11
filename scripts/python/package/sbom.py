"""What a package is made of, as SPDX 2.3 in JSON."""

import datetime
import json
import re


def spdx_id(name):
    return "SPDXRef-" + re.sub(r"[^A-Za-z0-9.-]", "-", name)


def entry(name, version, licence, source, sha256="", comment=""):
    """One package of the list."""
    made = {
        "SPDXID": spdx_id(name),
        "name": name,
        "versionInfo": version,
        "downloadLocation": source if "://" in source else "NOASSERTION",
        "filesAnalyzed": False,
        "licenseConcluded": licence.replace("Swift-exception", "Swift-exception"),
        "licenseDeclared": licence,
        "copyrightText": "NOASSERTION",
    }
    if sha256:
        made["checksums"] = [{"algorithm": "SHA256", "checksumValue": sha256}]
    if comment:
        made["comment"] = comment
    return made


def document(version, commit, epoch, parts, depends, program_sha256):
    """The whole list: what is inside, and what the package asks the system for."""
    created = datetime.datetime.fromtimestamp(epoch, datetime.UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    packages = [entry("quiver", version, "Apache-2.0", "NOASSERTION", program_sha256)]
    relations = [
        {"spdxElementId": "SPDXRef-DOCUMENT", "relationshipType": "DESCRIBES", "relatedSpdxElement": "SPDXRef-quiver"}
    ]
    for part in parts:
        packages.append(entry(part.name, part.version, part.licence, part.source, part.sha256, part.comment))
        relations.append(
            {
                "spdxElementId": "SPDXRef-quiver",
                "relationshipType": "CONTAINS",
                "relatedSpdxElement": spdx_id(part.name),
            }
        )
    for wanted in depends:
        name, _, least = wanted.partition(" ")
        identity = f"debian-{name}"
        made = entry(identity, least.strip("()= >") or "any", "NOASSERTION", "NOASSERTION")
        made["comment"] = "of the system; the package asks for it"
        packages.append(made)
        relations.append(
            {
                "spdxElementId": "SPDXRef-quiver",
                "relationshipType": "DEPENDS_ON",
                "relatedSpdxElement": spdx_id(identity),
            }
        )
    return (
        json.dumps(
            {
                "spdxVersion": "SPDX-2.3",
                "dataLicense": "CC0-1.0",
                "SPDXID": "SPDXRef-DOCUMENT",
                "name": f"quiver-{version}",
                "documentNamespace": f"https://spdx.org/spdxdocs/quiver-{version}-{commit}",
                "creationInfo": {"created": created, "creators": ["Tool: scripts/package"]},
                "packages": packages,
                "relationships": relations,
            },
            indent=1,
            sort_keys=True,
        )
        + "\n"
    )
