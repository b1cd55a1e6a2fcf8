"""Packs the package, by the standard library alone (PEP 517, PEP 427)."""

from __future__ import annotations

import base64
import hashlib
import tarfile
import tomllib
import zipfile
from pathlib import Path

HERE = Path(__file__).parent
PACKAGE = HERE / "lookup_api"
PROJECT = tomllib.loads((HERE / "pyproject.toml").read_text("utf-8"))["project"]
STEM = f"{PROJECT['name'].replace('-', '_')}-{PROJECT['version']}"
# The same files make the same archive.
DATE = (1980, 1, 1, 0, 0, 0)

WHEEL = "Wheel-Version: 1.0\nGenerator: build_wheel\nRoot-Is-Purelib: true\nTag: py3-none-any\n"


def _metadata() -> str:
    fields = {
        "Metadata-Version": "2.1",
        "Name": PROJECT["name"],
        "Version": PROJECT["version"],
        "Summary": PROJECT["description"],
        "Requires-Python": PROJECT["requires-python"],
        "Description-Content-Type": "text/markdown",
    }
    head = "".join(f"{name}: {value}\n" for name, value in fields.items())
    return head + "\n" + (HERE / PROJECT["readme"]).read_text("utf-8")


def _sources() -> list[Path]:
    return sorted(path for path in PACKAGE.iterdir() if path.suffix in (".py", ".typed"))


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    """The wheel's name in its folder."""
    name = f"{STEM}-py3-none-any.whl"
    info = f"{STEM}.dist-info"
    files = {f"{PACKAGE.name}/{path.name}": path.read_bytes() for path in _sources()}
    files[f"{info}/METADATA"] = _metadata().encode()
    files[f"{info}/WHEEL"] = WHEEL.encode()
    records = []
    with zipfile.ZipFile(Path(wheel_directory) / name, "w", zipfile.ZIP_DEFLATED) as wheel:
        for path, content in files.items():
            digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=")
            records.append(f"{path},sha256={digest.decode()},{len(content)}\n")
            wheel.writestr(zipfile.ZipInfo(path, DATE), content, zipfile.ZIP_DEFLATED)
        record = f"{info}/RECORD"
        wheel.writestr(zipfile.ZipInfo(record, DATE), "".join(records) + f"{record},,\n")
    return name


def build_sdist(sdist_directory, config_settings=None):
    """The source archive's name in its folder."""
    name = f"{STEM}.tar.gz"
    with tarfile.open(Path(sdist_directory) / name, "w:gz", format=tarfile.PAX_FORMAT) as archive:
        for path in ["pyproject.toml", "build_wheel.py", PROJECT["readme"]]:
            archive.add(HERE / path, f"{STEM}/{path}")
        for path in _sources():
            archive.add(path, f"{STEM}/{PACKAGE.name}/{path.name}")
    return name
