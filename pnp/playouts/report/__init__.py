"""A readable report of what simulated games came to: one HTML file that needs no other, or a PDF."""

from pnp.playouts.report.html import report_as_html
from pnp.playouts.report.pages import report_as_pdf

__all__ = ["report_as_html", "report_as_pdf"]
