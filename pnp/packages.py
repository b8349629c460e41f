"""Packages that pnp needs of others: which one is missing, and the command that installs it."""

from __future__ import annotations

from pnp.errors import PackageMissing

#: The package that brings a module, where it is not called like it.
_BROUGHT_BY = {"PIL": "pillow", "fontTools": "fonttools", "pypdfium2_raw": "pypdfium2", "bidi": "python-bidi"}
#: The extra of ours that brings a package which not everybody needs.
EXTRAS = {
    "distributed": "cluster", "numpy": "fast", "pyarrow": "tables", "defusedxml": "xlsx", "openpyxl": "xlsx",
}  # fmt: skip


def missing(failure: ImportError) -> PackageMissing:
    """The sentence for a package that could not be imported."""
    module = (failure.name or "").partition(".")[0]
    if module and isinstance(failure, ModuleNotFoundError):
        return not_installed(module)
    reason = " ".join(str(failure).split())
    named = f"the package {_package(module)}" if module else "a package that pnp needs"
    return PackageMissing(f"{named} cannot be loaded ({reason}); {_remedy(module, '--force-reinstall ')}")


def not_installed(module: str) -> PackageMissing:
    """The sentence for the package of a module that is not there."""
    return PackageMissing(f"the package {_package(module)} is not installed; {_remedy(module)}")


def _package(module: str) -> str:
    return _BROUGHT_BY.get(module, module.replace("_", "-"))


def _remedy(module: str, how: str = "") -> str:
    package = f"'pnp-tabletop[{EXTRAS[module]}]'" if module in EXTRAS else _package(module) or "pnp-tabletop"
    return f"install it with: pip install {how}{package}"
