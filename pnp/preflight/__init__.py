"""Finished files are opened again: everything that they paint is read, measured, and held to what it should be.

`inspect` serves the build before it writes, `preflight` the command line after. What each finding's code means:

| code | what was found |
|---|---|
| `manifest-unreadable`, `manifest-invalid` | the manifest is no JSON, or an entry of it is wrong |
| `no-manifest` (note) | a file stands alone; what needs the manifest was not checked |
| `file-missing`, `file-unlisted` (warning, note in a folder) | files and the manifest's list differ |
| `file-changed` | a file is not the one that was written, by its SHA-256 |
| `file-not-pdf`, `file-truncated`, `file-encrypted`, `file-unreadable`, `file-huge` | a file that cannot be opened |
| `svg-unreadable`, `png-unreadable` | the same for the other formats |
| `page-unreadable`, `page-count`, `page-size`, `page-turned`, `page-cropped` | pages are not what was listed |
| `page-boxes-missing`, `page-boxes-not-nested`, `trim-box-differs`, `bleed-box-differs` | wrong boxes of a page |
| `trims-outside-printable` (warning) | the TrimBox of a file that stands alone enters the margin |
| `no-pieces` (warning) | a file that stands alone holds nothing that pnp placed, and is no book to read |
| `content-differs`, `face-differs`, `font-differs` | something is painted that was not meant, or the other way round |
| `looks-different` | a page that looks otherwise than the same page drawn anew |
| `content-unknown`, `colour-changed`, `entry-unknown` (warning without a manifest) | ways of painting that no sheet needs |
| `file-script`, `file-action`, `file-attachment`, `file-form`, `file-layers`, `file-preference` (the same) | what a file does or holds besides its pages |
| `page-annotated`, `page-scaled` (the same) | what lies on a page, or scales it, besides its content |
| `compared-anew`, `compared-fingerprints` (notes), `not-compared` (warning) | what the drawings were held against |
| `print-scaling`, `duplex-differs` | print preferences: scaled to fit, or turned over the wrong edge |
| `font-not-embedded`, `font-not-subset` (warning) | fonts that text uses |
| `piece-missing`, `piece-extra`, `piece-duplicate`, `count-differs`, `tile-missing` | components, copies and tiles, counted |
| `piece-side-unknown`, `piece-wrong-page`, `piece-moved`, `piece-turned`, `piece-scaled`, `piece-mirrored` | where and how a piece lies |
| `piece-outside-printable`, `piece-overlaps`, `piece-overprints` | a piece, the margin and its neighbours |
| `words-outside-printable` | the sheet line, the check bar's words or a tile's number in the margin |
| `back-near-edge` (warning) | a back drawn in the margin, for a printer that puts it further in |
| `partial-print` (note) | only some sheets, one side, or what changed was printed |
| `back-missing`, `back-extra`, `back-wrong-page`, `back-moved`, `back-turned`, `sides-differ` | backs behind fronts |
| `wrong-face` | a piece shows the face of another |
| `face-blank`, `ground-short`, `bleed-not-drawn`, `content-near-cut` (warning) | what is painted on a face, and how far |
| `text-small`, `text-cut`, `text-outside-safe` (warning) | text on a face |
| `image-coarse` (warning below 200 dpi, error below 75) | pictures, as printed |
| `faces-alike` (warning) | two components with one look |
| `set-contrast` (note) | the closest colours of a set that players must tell apart, in five views |
| `set-merges`, `set-needs-shapes` | colours of a set that are too close, in colour or in another view without a shape |
"""  # noqa: E501

from pnp.preflight.check import Inspection, Remade, Remake, check, inspect, placements, preflight
from pnp.preflight.found import FoundPiece, Unreadable

__all__ = ["FoundPiece", "Inspection", "Remade", "Remake", "Unreadable", "check", "inspect", "placements", "preflight"]
